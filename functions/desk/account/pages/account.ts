import { html, raw } from 'hono/html';
import { encode } from 'uqr';
import type { PageLanguage } from '../../../platform/page-languages.ts';
import { totpUri } from '../../../domain/company/users/totp.ts';
import type { ApiError } from '../../../platform/errors.ts';
import type { Text } from '../../../platform/messages/message.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { ownMember } from '../../../platform/own-member.ts';
import { deskPage, tokenField } from '../../layout.ts';
import { localize } from '../../localize.ts';
import { confirmedFaults, OWN_PASSWORD, ownPasswordField } from '../../own-password.ts';
import { aroundField, type FieldFaults } from '../../pages/field-fault.ts';
import { messages } from '../../pages/notices.ts';
import { passwordField } from '../../pages/password-field.ts';
import { FACTOR_TEXTS } from '../../texts/second-factor.ts';
import { OWN_PASSWORD_TEXTS } from '../../texts/own-password.ts';
import { USER_TEXTS } from '../../texts/users.ts';
import type { DeskVisit } from '../../visit.ts';

interface AccountView {
  /** The completed action: `ended` or `password`. */
  outcome?: string | undefined;
  refusal?: ApiError;
  /** The form that was refused. */
  of?: 'password' | 'factor';
}

/** The page for changing the user's own password, and the second factor if the role may have one. */
export const accountPage = (visit: DeskVisit, { outcome, refusal, of = 'factor' }: AccountView): Promise<Reply> => {
  const { language } = visit;
  const fault = refusal && accountRefusalText(language, refusal);
  const faults = confirmedFaults(refusal, fault);
  const { account, changed } = OWN_PASSWORD_TEXTS[language];
  const done = { ended: FACTOR_TEXTS[language].ended, password: changed };
  return deskPage(visit, {
    title: account,
    refusal,
    content: html`<h1>${account}</h1>
      ${messages({ fault, done: ownMember(done, outcome ?? '') })}
      ${passwordSection(visit, of === 'password' ? faults : {})}
      ${visit.rights.has('second_factor') ? factorSection(visit, of === 'factor' ? faults : {}) : none}`,
  });
};

const passwordSection = (visit: DeskVisit, faults: FieldFaults): Markup => {
  const texts = OWN_PASSWORD_TEXTS[visit.language];
  return html`<section aria-labelledby="change-password">
    <h2 id="change-password">${texts.title}</h2>
    <p>${texts.text}</p>
    <form class="stack" method="post" action="/desk/account/password">
      ${tokenField(visit)}
      ${ownPasswordField(visit, { of: 'change', label: texts.current, fault: faults[OWN_PASSWORD] })}
      ${passwordField(visit, { id: 'new-password', label: texts.next, fault: faults['password'] })}
      <button>${texts.save}</button>
    </form>
  </section>`;
};

const factorSection = (visit: DeskVisit, faults: FieldFaults): Markup => {
  const texts = FACTOR_TEXTS[visit.language];
  const isOn = visit.at.user.factor !== undefined;
  return html`<section aria-labelledby="factor">
    <h2 id="factor">${isOn ? texts.isOn : texts.isOff}</h2>
    <p>${isOn ? texts.onText : texts.offText}</p>
    ${isOn ? endForm(visit, faults['code']) : beginForm(visit, faults[OWN_PASSWORD])}
  </section>`;
};

const beginForm = (visit: DeskVisit, fault: Text | undefined): Markup => {
  const hint = FACTOR_TEXTS[visit.language].passwordHint;
  const { attributes, below } = aroundField(visit, { id: 'password', fault, hint });
  return html`<form class="stack" method="post" action="/desk/account/second-factor">
    ${tokenField(visit)}
    <label for="password">${visit.t.signIn.password}</label>
    <input id="password" name="password" type="password" required autocomplete="current-password" ${attributes} />
    ${below}
    <button>${FACTOR_TEXTS[visit.language].begin}</button>
  </form>`;
};

const endForm = (visit: DeskVisit, fault: Text | undefined): Markup => {
  const texts = FACTOR_TEXTS[visit.language];
  return html`<form class="stack" method="post" action="/desk/account/second-factor/end">
    ${tokenField(visit)} ${codeField(visit.language, { hint: texts.codeOrRecovery, fault })}
    <button class="grave">${texts.end}</button>
  </form>`;
};

/** With these attributes, phones suggest the code from an app and capitalize a typed recovery code. */
export const codeField = (
  language: PageLanguage,
  { hint, fault, hasFocus = false }: { hint: string; fault: Text | undefined; hasFocus?: boolean },
): Markup => {
  const { attributes, below } = aroundField({ language }, { id: 'code', fault, hint });
  return html`<label for="code">${FACTOR_TEXTS[language].code}</label>
    <input
      id="code"
      name="code"
      required
      maxlength="40"
      autocomplete="one-time-code"
      autocapitalize="characters"
      spellcheck="false"
      ${hasFocus ? raw('autofocus') : none}
      ${attributes}
    />
    ${below}`;
};

/** The secret as a QR code and as text, and the field for its first code. */
export const secondFactorPage = (visit: DeskVisit, secret: string, refusal?: ApiError): Promise<Reply> => {
  const { at, language } = visit;
  const texts = FACTOR_TEXTS[language];
  const fault = refusal && accountRefusalText(language, refusal);
  return deskPage(visit, {
    title: texts.begin,
    refusal,
    content: html`<h1>${texts.begin}</h1>
      ${messages({ fault })}
      <section aria-labelledby="scan">
        <h2 id="scan">${texts.scan}</h2>
        ${qrOf(totpUri(at.home.name, at.user.username, secret), texts.scan)}
        <p>
          ${texts.orType}
          <span class="code" translate="no" data-secret>${(secret.match(/.{4}/g) ?? []).join(' ')}</span>
        </p>
        <form class="stack" method="post" action="/desk/account/second-factor/confirm">
          ${tokenField(visit)}
          ${codeField(language, { hint: texts.codeHint, fault: confirmedFaults(refusal, fault)['code'] })}
          <button>${texts.confirm}</button>
        </form>
      </section>`,
  });
};

const qrOf = (text: string, name: string): Markup => {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const path = data.flatMap((line, y) => line.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return html`<svg class="qr" viewBox="0 0 ${String(size)} ${String(size)}" role="img" aria-label="${name}">
    ${raw(`<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/>`)}
  </svg>`;
};

/** Recovery codes are shown once, because only their hashes are stored. */
export const recoveryPage = (visit: DeskVisit, codes: readonly string[]): Promise<Reply> => {
  const texts = FACTOR_TEXTS[visit.language];
  return deskPage(visit, {
    title: texts.recovery,
    content: html`<h1>${texts.recovery}</h1>
      <p class="done" role="status">${texts.isOn}</p>
      <section aria-labelledby="recovery">
        <h2 id="recovery">${texts.keepThem}</h2>
        <p>${texts.recoveryText}</p>
        <ul class="secret plain">
          ${codes.map((code) => html`<li class="code" translate="no" data-recovery>${code}</li>`)}
        </ul>
        <p class="links"><a class="button" href="/desk/account">${texts.kept}</a></p>
      </section>`,
  });
};

export const accountRefusalText = (language: PageLanguage, { code, status, reason }: ApiError): string => {
  const texts = FACTOR_TEXTS[language];
  if (status === 429) return texts.tooMany;
  return texts.refusals[code] ?? USER_TEXTS[language].refusals[code] ?? localize({ language }, reason);
};
