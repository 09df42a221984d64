import { config } from '../platform/config.ts';
import { isKeyedHash, keyedHash } from '../platform/secrets.ts';
import type { PublicRequest } from '../pipeline/public-endpoint.ts';
import type { FormValues } from '../pages/kit/form-values.ts';

/** Name of the token's field. */
export const FORM_TOKEN = 'form_token';

/** State of the desk when a form was shown. */
export interface ShownForm {
  /** Slug of the acting company. */
  company: string;
  /** Path and query of the page. */
  page: string;
}

/**
 * CSRF token of the forms of a page. Derived from the cookie, which no other site can read, and from the company, so
 * that a form acts only on the company that it was shown for.
 */
export const formTokenOf = (cookie: string, { company, page }: ShownForm): string =>
  `${written(keyedHash('desk-form', signedText(cookie, { company, page })))}.${company}.${page}`;

const signedText = (cookie: string, { company, page }: ShownForm): string => `${cookie}\n${company}\n${page}`;

const written = (hash: Buffer): string => hash.toString('base64url');

const partsOf = (form: FormValues): (ShownForm & { hash: string }) | undefined => {
  const [, hash, company, page] = /^([\w-]+)\.([\w-]+)\.(.*)$/.exec(form.get(FORM_TOKEN)) ?? [];
  return hash === undefined || company === undefined || page === undefined ? undefined : { hash, company, page };
};

/** The form's claimed page; untrusted. */
export const claimedPage = (form: FormValues): string | undefined => partsOf(form)?.page;

/** Whether a browser reports that our page has sent the form. Without that report only the token decides. */
export const isSameOrigin = ({ headers }: PublicRequest): boolean => {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  const origin = headers['origin'];
  return origin === undefined || isOurs(origin, headers);
};

const isOurs = (address: string, headers: PublicRequest['headers']): boolean =>
  URL.canParse(address) && [headers['host'], new URL(config.baseUrl()).host].includes(new URL(address).host);

/** Whether the request comes from the sign-in forms, as far as the browser reports it. */
export const isFromSignIn = ({ headers }: PublicRequest): boolean => {
  const from = headers['referer'] ?? '';
  return isOurs(from, headers) && new URL(from).pathname.startsWith('/desk/sign-in');
};

/** The state shown with a form of this session; undefined for any other form. */
export const shownForm = (request: PublicRequest, form: FormValues, cookie: string): ShownForm | undefined => {
  const parts = partsOf(form);
  if (!parts || !isSameOrigin(request)) return undefined;
  const { hash, company, page } = parts;
  return isKeyedHash('desk-form', signedText(cookie, { company, page }), hash, written) ? { company, page } : undefined;
};
