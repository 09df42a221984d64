import * as z from 'zod/mini';
import type { Route } from '../../pipeline/route.ts';

const text = z.optional(z.string());

export const tokenRoute = {
  name: 'v1-token',
  method: 'POST',
  path: '/token',
  alsoAt: ['/{language}/token'],
  entry: 'functions/api/v1/token.ts',
  access: 'v1',
  open: true,
  body: z.object({
    grant_type: z.enum(['password', 'refresh_token']),
    client_id: text,
    client_secret: text,
    username: text,
    password: text,
    refresh_token: text,
    scope: text,
  }),
  replies: {
    200: 'LegacyToken',
    400: 'LegacyTokenError',
    401: 'LegacyTokenError',
    415: 'LegacyTokenError',
    429: 'LegacyTokenError',
  },
  summary: 'Get an access token for a username and password, or for a refresh token',
  description:
    'As in RFC 6749: the client authenticates by Basic authentication, or by `client_id` and `client_secret` in ' +
    'the form. An access token is valid for 24 hours; a refresh token is valid for 30 days and can be used once. ' +
    'Errors have `error` and `error_description`. A client can sign in users of its own company, of its parent and ' +
    'child companies, and of companies that are assigned to it or to which it is assigned. More than 10 wrong ' +
    'passwords for a user in a quarter of an hour, or 100 from a client, return 429 until it is over.',
  tag: 'Tokens',
  uses: ['table:write'],
  // Verifying passwords is slow on purpose. More memory also gives more CPU.
  memoryMb: 1024,
} as const satisfies Route;
