import { html } from 'hono/html';
import type { OpenLink } from '../../../domain/company/users/links.ts';
import type { PageLanguage } from '../../../platform/page-languages.ts';
import { pageLanguageOf } from '../../../domain/storefront/order-page/languages.ts';
import type { PublicRequest } from '../../../pipeline/public-endpoint.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { strangerPage } from '../../layout.ts';
import { messages } from '../../pages/notices.ts';
import { passwordField } from '../../pages/password-field.ts';
import { textsOf } from '../../language.ts';
import { LINK_TEXTS } from '../../texts/links.ts';
import { preferredLanguage } from '../../visit.ts';

/** The URL of this page is a secret, so requests must not send it as the referrer. */
const HEADERS = { 'Referrer-Policy': 'strict-origin' } as const;

interface SetPasswordPage {
  token: string;
  open: OpenLink;
  status?: number;
  fault?: string | undefined;
  headers?: Record<string, string>;
}

/** The form for setting a password with a link. */
export const setPasswordPage = (request: PublicRequest, page: SetPasswordPage): Promise<Reply> => {
  const { token, open, status = 200, fault, headers } = page;
  const language = languageWith(request, open);
  const texts = LINK_TEXTS[language];
  const title = texts[open.link.kind];
  return strangerPage(request, language, {
    title,
    status,
    headers: { ...headers, ...HEADERS },
    content: html`<h1>${title}</h1>
      ${messages({ fault })}
      <p>${open.company.name}</p>
      <form class="stack card" method="post" action="/desk/set-password">
        <input type="hidden" name="token" value="${token}" />
        <label for="username">${textsOf(language).signIn.username}</label>
        <input id="username" name="username" value="${open.user.username}" autocomplete="username" readonly />
        ${passwordField({ language }, { label: texts.password, fault: status === 422 ? fault : undefined, hasFocus: true })}
        <button>${texts.save}</button>
      </form>`,
  });
};

/** The browser's language, otherwise the language of the email with the link. */
export const languageWith = (request: PublicRequest, { link, company }: OpenLink): PageLanguage =>
  preferredLanguage(request, pageLanguageOf(link.language) ?? pageLanguageOf(company.language) ?? 'en');

/** Page for a link that was used, has expired or is unknown. */
export const linkOverPage = (request: PublicRequest): Promise<Reply> => {
  const language = preferredLanguage(request);
  const texts = LINK_TEXTS[language];
  return strangerPage(request, language, {
    title: texts.over,
    status: 410,
    headers: HEADERS,
    content: html`<h1>${texts.over}</h1>
      <p>${texts.overText}</p>
      <p class="links">
        <a class="button" href="/desk/forgotten-password">${texts.forgotten}</a>
        <a href="/desk/sign-in">${texts.toSignIn}</a>
      </p>`,
  });
};

/** Page for a user without a role, who has no access to the desk. */
export const passwordSetPage = (request: PublicRequest, language: PageLanguage): Promise<Reply> => {
  const texts = LINK_TEXTS[language];
  return strangerPage(request, language, {
    title: texts.isSet,
    content: html`<h1>${texts.isSet}</h1>
      <p>${texts.isSetText}</p>`,
  });
};
