import type { Text } from '../platform/messages/message.ts';
import { html } from 'hono/html';
import { assertOwnPassword } from '../domain/company/users/own-password.ts';
import type { ApiError } from '../platform/errors.ts';
import type { PageLanguage } from '../platform/page-languages.ts';
import type { Markup } from '../pages/kit/markup.ts';
import { aroundField, type FieldFaults } from './pages/field-fault.ts';
import { OWN_PASSWORD_TEXTS } from './texts/own-password.ts';
import { typedPassword } from './typed-password.ts';
import type { DeskVisit } from './visit.ts';

export const OWN_PASSWORD = 'own_password';

/** The password field of a form that changes security settings. `of` distinguishes several such fields on a page. */
export const ownPasswordField = (
  visit: DeskVisit,
  { of, label, fault }: { of: string; label?: string; fault?: Text | undefined },
): Markup => {
  const id = `own-password-${of}`;
  const texts = OWN_PASSWORD_TEXTS[visit.language];
  const hint = label === undefined ? texts.ownHint : undefined;
  const { attributes, below } = aroundField(visit, { id, fault, hint });
  return html`<label for="${id}">${label ?? texts.own}</label>
    <input
      id="${id}"
      name="${OWN_PASSWORD}"
      type="password"
      required
      maxlength="1000"
      autocomplete="current-password"
      ${attributes}
    />
    ${below}`;
};

/** Verifies the user's own password, which confirms the form. Throws 422 `wrong_password`, and 429. */
export const assertOwnPasswordTyped = ({ at, form }: DeskVisit): Promise<void> =>
  assertOwnPassword(at.user, typedPassword(form, OWN_PASSWORD));

/**
 * The first fault of a form that users confirm with their own password, by field, with this text. A wrong password is a
 * fault of the password field. Empty without a text.
 */
export const confirmedFaults = (refusal: ApiError | undefined, text: string | undefined): FieldFaults => {
  const [field] = Object.keys(refusal?.fields ?? {});
  if (!refusal || field === undefined || text === undefined) return {};
  return { [refusal.code === 'wrong_password' ? OWN_PASSWORD : field]: text };
};

/** Why the password was refused; undefined for any other refusal. */
export const ownPasswordRefusal = (language: PageLanguage, { code, status }: ApiError): string | undefined => {
  const { wrong, tooMany } = OWN_PASSWORD_TEXTS[language];
  if (status === 429) return tooMany;
  return code === 'wrong_password' ? wrong : undefined;
};
