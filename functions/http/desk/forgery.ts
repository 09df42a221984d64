import { config } from '../../platform/config.ts';
import { isKeyedHash, keyedHash } from '../../platform/secrets.ts';
import type { PublicRequest } from '../public-endpoint.ts';
import type { Typed } from '../shop/form/typed.ts';

/** Name of the field that carries the token. */
export const FORM_TOKEN = 'form_token';

/** What the forms of a session carry. It follows from the cookie, which no other site can read. */
export const formTokenOf = (cookie: string): string => written(keyedHash('desk-form', cookie));

const written = (hash: Buffer): string => hash.toString('base64url');

/**
 * Whether a browser says that a page of ours has sent the form. One that says nothing of it is no browser of these years,
 * and then the token decides alone.
 */
export const isSameOrigin = ({ headers }: PublicRequest): boolean => {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  const origin = headers['origin'];
  if (origin === undefined) return true;
  const host = URL.canParse(origin) ? new URL(origin).host : undefined;
  return host !== undefined && [headers['host'], new URL(config.baseUrl()).host].includes(host);
};

export const isFromHere = (request: PublicRequest, form: Typed, cookie: string): boolean =>
  isSameOrigin(request) && isKeyedHash('desk-form', cookie, form.get(FORM_TOKEN), written);
