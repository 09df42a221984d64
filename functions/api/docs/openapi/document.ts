import * as z from 'zod/mini';
import { createDocument, type ZodOpenApiObject } from 'zod-openapi';
import { EVENT_TYPES } from '../../../domain/notifications/webhooks/schema.ts';
import { keepPortablePatterns } from '../../../pipeline/published-pattern.ts';
import type { Route } from '../../../pipeline/route.ts';
import { replies } from '../../../replies.ts';
import { routes } from '../../../routes.ts';
import { webhookEvent } from '../../webhooks/replies.ts';
import { HEADERS, PARAMETERS, SECURITY_SCHEMES } from './common.ts';
import { operationOf } from './operation.ts';
import { RELEASE } from './release.ts';
import { TAGS } from './glossary/tags.ts';
import { refineDocument } from './refine/refine.ts';
import { webhooks } from './webhooks.ts';

const errorReply = z.strictObject({
  error: z.strictObject({
    code: z.string(),
    message: z.string(),
    /** Only with 422. */
    fields: z.optional(z.record(z.string(), z.array(z.string()))),
  }),
});

const ABOUT = `Sell, issue, redeem and report on gift cards, experience vouchers, event tickets and special offers.

**Money** in catalog, quotes, orders and refunds is a whole number of the smallest currency unit; items and reports
use decimals, as many as the currency has (JPY 0, DKK 2, KWD 3). **Lists** share one envelope; send \`next_cursor\` back as \`starting_after\`. **Bodies** are closed:
an unknown field is rejected with its name. Send them uncompressed: \`Content-Encoding\` is rejected with 415; responses are compressed
if the client accepts it. **Retries** are safe with the same \`Idempotency-Key\`. Every response has
the id of its request in \`X-Request-Id\` and the rate limit of the key in the \`X-Rate-Limit-*\` headers.

The [guide](/docs/guide) covers the first sale, idempotency, refunds, lists, rate limits, the states of an order, webhooks and
how to verify them, errors, test cards, scopes and environments.`;

const LICENSE = { name: 'Apache-2.0', identifier: 'Apache-2.0' };

type Access = Route['access'];

/** Whether a document describes the route. Public v2 routes are described together with those that need a key. */
const isDescribed = (route: Pick<Route, 'access' | 'path'>, access: Access): boolean =>
  route.access === access || (access === 'api-key' && route.access === 'public' && route.path.startsWith('/v2/'));

/** The document of all routes with one kind of access. */
const documentOf = (access: Access, base: Pick<ZodOpenApiObject, 'info' | 'servers'>) => {
  const described = routes.filter((route) => isDescribed(route, access));
  const paths: NonNullable<ZodOpenApiObject['paths']> = {};
  for (const route of described) {
    (paths[route.path] ??= {})[route.method.toLowerCase() as Lowercase<Route['method']>] = operationOf(route);
  }
  const used = new Set(described.flatMap((route) => Object.values(route.replies)));
  const schemas = Object.fromEntries(Object.entries(replies).filter(([name]) => used.has(name)));
  const scheme = access === 'v1' ? 'oauth' : 'apiKey';
  const document = createDocument(
    {
      openapi: '3.1.0',
      ...base,
      tags: [...new Set(described.map(({ tag }) => tag))].map((name) => ({ name, description: TAGS[name] ?? name })),
      security: [{ [scheme]: [] }],
      paths,
      ...(access === 'api-key' ? { webhooks } : {}),
      components: {
        schemas: { Error: errorReply, ...schemas, ...(access === 'api-key' ? { WebhookEvent: webhookEvent } : {}) },
        securitySchemes: { [scheme]: SECURITY_SCHEMES[scheme] },
        parameters: PARAMETERS,
        headers: HEADERS,
      },
    },
    {
      allowEmptySchema: { custom: true, transform: true, any: true, unknown: true },
      override: ({ jsonSchema }) => keepPortablePatterns(jsonSchema),
    },
  );
  return refineDocument(document, access === 'api-key' ? EVENT_TYPES : []);
};

/** The OpenAPI 3.1 document of the v2 API. */
export const apiDocument = (baseUrl: string) =>
  documentOf('api-key', {
    info: { title: 'Gift Commerce API', version: RELEASE, description: ABOUT, license: LICENSE },
    servers: [{ url: baseUrl }],
  });

const ABOUT_LEGACY = `The legacy API: OAuth2 tokens, form bodies (urlencoded or multipart), responses wrapped in
\`status\`, \`response\` and \`request\`. It remains available, and works on the same items as v2.

A request that was understood but cannot be fulfilled (an unknown code, a missing permission, an invalid field) gets
\`status: Error\` with HTTP 200 and the reason in \`response\`. An invalid token gets 401, too many wrong guesses 429. A
language before the path (\`/en\`, \`/de\`, \`/se\`) selects the language of states, results and errors. Lists take
\`offset\`, \`limit\` and \`order\`, and return the number of rows in \`itemsCount\`. Unknown fields of a form are ignored.
A compressed form (\`Content-Encoding\`) is rejected with 415.`;

/** The OpenAPI 3.1 document of the legacy v1 API. */
export const legacyDocument = (baseUrl: string) =>
  documentOf('v1', {
    info: { title: 'Gift Commerce API, legacy', version: '1.3', description: ABOUT_LEGACY, license: LICENSE },
    servers: [
      { url: baseUrl },
      {
        url: `${baseUrl}/{language}`,
        description: 'Responses in another language',
        variables: { language: { default: 'en', enum: ['en', 'da', 'dk', 'sv', 'se', 'de', 'nb', 'no'] } },
      },
    ],
  });
