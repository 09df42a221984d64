import { config } from '../platform/config.ts';
import { isKeyedHash, keyedHash } from '../platform/secrets.ts';
import type { PublicRequest } from '../pipeline/public-endpoint.ts';
import type { Typed } from '../pages/kit/typed.ts';

/** Name of the field that carries the token. */
export const FORM_TOKEN = 'form_token';

/** What the desk showed when it showed a form. */
export interface ShownForm {
  /** Slug of the company that was acted on. */
  company: string;
  /** Path and query of the page. */
  page: string;
}

/**
 * What the forms of a page carry. It follows from the cookie, which no other site can read, and from the company, so that
 * a form acts on the company that it was shown for or not at all.
 */
export const formTokenOf = (cookie: string, { company, page }: ShownForm): string =>
  `${written(keyedHash('desk-form', signed(cookie, { company, page })))}.${company}.${page}`;

const signed = (cookie: string, { company, page }: ShownForm): string => `${cookie}\n${company}\n${page}`;

const written = (hash: Buffer): string => hash.toString('base64url');

const partsOf = (form: Typed): (ShownForm & { hash: string }) | undefined => {
  const [, hash, company, page] = /^([\w-]+)\.([\w-]+)\.(.*)$/.exec(form.get(FORM_TOKEN)) ?? [];
  return hash === undefined || company === undefined || page === undefined ? undefined : { hash, company, page };
};

/** The page that a form claims to come from; untrusted, it may lead anywhere. */
export const claimedPage = (form: Typed): string | undefined => partsOf(form)?.page;

/**
 * Whether a browser says that a page of ours has sent the form. One that says nothing of it is no browser of these years,
 * and then the token decides alone.
 */
export const isSameOrigin = ({ headers }: PublicRequest): boolean => {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  const origin = headers['origin'];
  return origin === undefined || isOurs(origin, headers);
};

const isOurs = (address: string, headers: PublicRequest['headers']): boolean =>
  URL.canParse(address) && [headers['host'], new URL(config.baseUrl()).host].includes(new URL(address).host);

/** Whether the forms to sign in have led here, as far as the browser says where it comes from. */
export const isFromSignIn = ({ headers }: PublicRequest): boolean => {
  const from = headers['referer'] ?? '';
  return isOurs(from, headers) && new URL(from).pathname.startsWith('/desk/sign-in');
};

/** What was shown with a form that a page of this session has sent; undefined of every other form. */
export const shownForm = (request: PublicRequest, form: Typed, cookie: string): ShownForm | undefined => {
  const parts = partsOf(form);
  if (!parts || !isSameOrigin(request)) return undefined;
  const { hash, company, page } = parts;
  return isKeyedHash('desk-form', signed(cookie, { company, page }), hash, written) ? { company, page } : undefined;
};
