import { html } from 'hono/html';
import type { PublicRequest } from '../../../pipeline/public-endpoint.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { strangerPage } from '../../layout.ts';
import { messages } from '../../pages/notices.ts';
import { LINK_TEXTS } from '../../texts/links.ts';
import { preferredLanguage } from '../../visit.ts';

interface ForgottenPage {
  email?: string;
  status?: number;
  fault?: string;
  headers?: Record<string, string>;
}

export const forgottenPasswordPage = (request: PublicRequest, page: ForgottenPage = {}): Promise<Reply> => {
  const language = preferredLanguage(request);
  const texts = LINK_TEXTS[language];
  return strangerPage(request, language, {
    title: texts.forgotten,
    status: page.status ?? 200,
    ...(page.headers ? { headers: page.headers } : {}),
    content: html`<h1>${texts.forgotten}</h1>
      ${messages({ fault: page.fault })}
      <p>${texts.forgottenText}</p>
      <form class="stack card" method="post" action="/desk/forgotten-password">
        <label for="email">${texts.email}</label>
        <input
          id="email"
          name="email"
          type="email"
          value="${page.email ?? ''}"
          autocomplete="email"
          maxlength="254"
          required
          autofocus
        />
        <button>${texts.send}</button>
      </form>
      <p class="links"><a href="/desk/sign-in">${texts.toSignIn}</a></p>`,
  });
};

/** The page does not reveal whether the email address belongs to a user. */
export const linkSentPage = (request: PublicRequest, email: string): Promise<Reply> => {
  const language = preferredLanguage(request);
  const texts = LINK_TEXTS[language];
  return strangerPage(request, language, {
    title: texts.sent,
    content: html`<h1>${texts.sent}</h1>
      <p role="status">${texts.sentText(email)}</p>
      <p class="links"><a href="/desk/sign-in">${texts.toSignIn}</a></p>`,
  });
};
