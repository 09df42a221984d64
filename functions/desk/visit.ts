import type { Operator } from '../domain/value/items/operate.ts';
import { PAGE_LANGUAGES, type PageLanguage } from '../platform/page-languages.ts';
import type { AtDesk } from '../domain/company/users/desk-session.ts';
import type { Actor } from '../platform/actor.ts';
import type { DeskRight } from '../platform/desk-rights.ts';
import type { PublicRequest } from '../pipeline/public-endpoint.ts';
import type { Reply } from '../pipeline/request.ts';
import type { FormValues, SentFile } from '../pages/kit/form-values.ts';
import { languageFor } from '../pages/kit/language.ts';
import type { DeskTexts } from './language.ts';

/** One request at the desk with its user, company, permissions and language. */
export interface DeskVisit {
  request: PublicRequest;
  at: AtDesk;
  /** The acting company. */
  company: AtDesk['company'];
  rights: ReadonlySet<DeskRight>;
  language: PageLanguage;
  t: DeskTexts;
  /** Path and query of the page, or of the page that sent the form. */
  page: string;
  /** Form input; empty for a page. */
  form: FormValues;
  /** The uploaded file, if any. */
  file: SentFile | undefined;
  /** CSRF token for every form of this page, derived from the session, the acting company and the page. */
  formToken: string;
  operator: Operator;
  by: Actor;
}

/** The browser's preferred language among those of the desk, or `otherwise`. */
export const preferredLanguage = (request: PublicRequest, otherwise: PageLanguage = 'en'): PageLanguage =>
  languageFor(request.headers['accept-language'], PAGE_LANGUAGES, otherwise);

export const withCookie = (reply: Reply, cookie: string): Reply => ({
  ...reply,
  headers: { ...reply.headers, 'Set-Cookie': cookie },
});
