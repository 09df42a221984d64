import { html } from 'hono/html';
import type { ApiError } from '../../../platform/errors.ts';
import type { PublicRequest } from '../../../pipeline/public-endpoint.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { codeField, accountRefusalText } from '../../account/pages/account.ts';
import { strangerPage } from '../../layout.ts';
import { confirmedFaults } from '../../own-password.ts';
import { messages } from '../../pages/notices.ts';
import { FACTOR_TEXTS } from '../../texts/second-factor.ts';
import { preferredLanguage } from '../../visit.ts';

interface CodePage {
  to: string;
  /** Proves that the password was correct. */
  challenge: string;
  refusal?: ApiError;
}

/** The second step of signing in. */
export const signInCodePage = (request: PublicRequest, { to, challenge, refusal }: CodePage): Promise<Reply> => {
  const language = preferredLanguage(request);
  const texts = FACTOR_TEXTS[language];
  const fault = refusal && accountRefusalText(language, refusal);
  return strangerPage(request, language, {
    title: texts.signIn,
    refusal,
    content: html`<h1>${texts.signIn}</h1>
      ${messages({ fault })}
      <form class="stack card" method="post" action="/desk/sign-in/code">
        <input type="hidden" name="to" value="${to}" /><input type="hidden" name="challenge" value="${challenge}" />
        ${codeField(language, { hint: texts.codeOrRecovery, fault: confirmedFaults(refusal, fault)['code'], hasFocus: true })}
        <button>${texts.go}</button>
      </form>
      <p class="links"><a href="/desk/sign-in">${texts.startOver}</a></p>`,
  });
};
