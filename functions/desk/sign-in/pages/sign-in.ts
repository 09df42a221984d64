import { html, raw } from 'hono/html';
import type { PageLanguage } from '../../../platform/page-languages.ts';
import type { PublicRequest } from '../../../pipeline/public-endpoint.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { none } from '../../../pages/kit/markup.ts';
import { textsOf } from '../../language.ts';
import { strangerPage } from '../../layout.ts';
import { FORM_TEXTS } from '../../texts/forms.ts';
import { LINK_TEXTS } from '../../texts/links.ts';
import { FACTOR_TEXTS } from '../../texts/second-factor.ts';
import { preferredLanguage } from '../../visit.ts';

type Fault = 'wrong' | 'forged' | 'over' | 'not-sent' | 'no-cookie' | { tooManyForSeconds: number };

interface SignInPage {
  /** URL of the page after sign-in. */
  to: string;
  username?: string;
  status?: number;
  fault?: Fault;
  headers?: Record<string, string>;
}

const faultText = (language: PageLanguage, fault: Fault): string => {
  const t = textsOf(language);
  if (fault === 'over') return FACTOR_TEXTS[language].over;
  if (fault === 'not-sent') return FORM_TEXTS[language].notSent;
  if (fault === 'no-cookie') return FORM_TEXTS[language].noCookie;
  if (fault === 'wrong') return t.signIn.wrong;
  if (fault === 'forged') return t.signIn.forged;
  return t.signIn.tooMany(Math.max(1, Math.ceil(fault.tooManyForSeconds / 60)));
};

export const signInPage = (request: PublicRequest, page: SignInPage): Promise<Reply> => {
  const language = preferredLanguage(request);
  const t = textsOf(language);
  const { username = '' } = page;
  const focus = raw('autofocus');
  return strangerPage(request, language, {
    title: t.signIn.title,
    status: page.status ?? 200,
    ...(page.headers ? { headers: page.headers } : {}),
    content: html`<h1>${t.signIn.title}</h1>
      ${page.fault ? html`<p class="bad" role="alert">${faultText(language, page.fault)}</p>` : none}
      <form class="stack card" method="post" action="/desk/sign-in">
        <input type="hidden" name="to" value="${page.to}" />
        <label for="username">${t.signIn.username}</label>
        <input
          id="username"
          name="username"
          value="${username}"
          autocomplete="username"
          autocapitalize="none"
          spellcheck="false"
          required
          ${username === '' ? focus : none}
        />
        <label for="password">${t.signIn.password}</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="current-password"
          required
          ${username === '' ? none : focus}
        />
        <button>${t.signIn.submit}</button>
      </form>
      <p class="links"><a href="/desk/forgotten-password">${LINK_TEXTS[language].forgotten}</a></p>`,
  });
};
