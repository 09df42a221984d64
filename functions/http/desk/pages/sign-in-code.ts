import { html } from 'hono/html';
import type { ApiError } from '../../../platform/errors.ts';
import type { PublicRequest } from '../../public-endpoint.ts';
import type { Reply } from '../../request.ts';
import { none } from '../../shop/markup.ts';
import { strangerPage } from '../layout.ts';
import { FACTOR_TEXTS } from '../texts/second-factor.ts';
import { guessedLanguage } from '../visit.ts';
import { codeField, refusalIn } from './account.ts';

interface CodePage {
  to: string;
  /** Shows that the password was right. */
  ticket: string;
  refusal?: ApiError;
}

/** The second step of signing in. */
export const signInCodePage = (request: PublicRequest, { to, ticket, refusal }: CodePage): Promise<Reply> => {
  const language = guessedLanguage(request);
  const words = FACTOR_TEXTS[language];
  return strangerPage(request, language, {
    title: words.signIn,
    status: refusal?.status ?? 200,
    ...(refusal ? { headers: refusal.headers } : {}),
    content: html`<h1>${words.signIn}</h1>
      ${refusal ? html`<p class="bad" role="alert">${refusalIn(language, refusal)}</p>` : none}
      <form class="stack card" method="post" action="/desk/sign-in/code">
        <input type="hidden" name="to" value="${to}" /><input type="hidden" name="ticket" value="${ticket}" />
        ${codeField(language, words.codeOrRecovery)}
        <button>${words.go}</button>
      </form>
      <p class="links"><a href="/desk/sign-in">${words.startOver}</a></p>`,
  });
};
