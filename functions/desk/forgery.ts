import { config } from '../platform/config.ts';
import { isKeyedHash, keyedHash } from '../platform/secrets.ts';
import type { PublicRequest } from '../pipeline/public-endpoint.ts';
import type { FormValues } from '../pages/kit/form-values.ts';

/** Name of the form field that has the token. */
export const FORM_TOKEN = 'form_token';

/** The company and the page that a form was shown with. */
export interface ShownForm {
  /** Slug of the acting company. */
  company: string;
  /** Path and query of the page. */
  page: string;
}

/**
 * CSRF token of the forms of a page. It is derived from the cookie, which no other site can read, and from the company
 * and the page, so that a form acts only on the company that it was shown with.
 */
export const formTokenOf = (cookie: string, { company, page }: ShownForm): string =>
  `${written(keyedHash('desk-form', signedText(cookie, { company, page })))}.${company}.${page}`;

const signedText = (cookie: string, { company, page }: ShownForm): string => `${cookie}\n${company}\n${page}`;

const written = (hash: Buffer): string => hash.toString('base64url');

const partsOf = (form: FormValues): (ShownForm & { hash: string }) | undefined => {
  const [, hash, company, page] = /^([\w-]+)\.([\w-]+)\.(.*)$/.exec(form.get(FORM_TOKEN)) ?? [];
  return hash === undefined || company === undefined || page === undefined ? undefined : { hash, company, page };
};

/** The page that a form claims to come from. It is not verified. */
export const claimedPage = (form: FormValues): string | undefined => partsOf(form)?.page;

/**
 * Whether the browser's headers name our own origin as the sender of the form. If they are absent, only the token
 * decides.
 */
export const isSameOrigin = ({ headers }: PublicRequest): boolean => {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  const origin = headers['origin'];
  return origin === undefined || isOurs(origin, headers);
};

const isOurs = (address: string, headers: PublicRequest['headers']): boolean =>
  URL.canParse(address) && [headers['host'], new URL(config.baseUrl()).host].includes(new URL(address).host);

/** Whether the request comes from a sign-in page, according to its `Referer`. */
export const isFromSignIn = ({ headers }: PublicRequest): boolean => {
  const from = headers['referer'] ?? '';
  return isOurs(from, headers) && new URL(from).pathname.startsWith('/desk/sign-in');
};

/** The company and the page of a form that was shown to this session; undefined for any other form. */
export const shownForm = (request: PublicRequest, form: FormValues, cookie: string): ShownForm | undefined => {
  const parts = partsOf(form);
  if (!parts || !isSameOrigin(request)) return undefined;
  const { hash, company, page } = parts;
  return isKeyedHash('desk-form', signedText(cookie, { company, page }), hash, written) ? { company, page } : undefined;
};
