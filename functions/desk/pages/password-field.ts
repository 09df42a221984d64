import { html, raw } from 'hono/html';
import { PASSWORD_MIN_LENGTH } from '../../domain/company/users/manage-rules.ts';
import { none, type Markup } from '../../pages/kit/markup.ts';
import { aroundField } from './field-fault.ts';
import type { Text } from '../../platform/messages/message.ts';
import { USER_TEXTS } from '../texts/users.ts';
import type { DeskVisit } from '../visit.ts';

/** Field for a new password. */
export const passwordField = (
  { language }: Pick<DeskVisit, 'language'>,
  {
    id = 'password',
    label = USER_TEXTS[language].password,
    fault,
    hasFocus = false,
  }: { id?: string; label?: string; fault?: Text | undefined; hasFocus?: boolean } = {},
): Markup => {
  const hint = USER_TEXTS[language].passwordHint(PASSWORD_MIN_LENGTH);
  const { attributes, below } = aroundField({ language }, { id, fault, hint });
  return html`<label for="${id}">${label}</label>
    <input
      id="${id}"
      name="password"
      type="password"
      required
      minlength="${String(PASSWORD_MIN_LENGTH)}"
      autocomplete="new-password"
      ${hasFocus ? raw('autofocus') : none}
      ${attributes}
    />
    ${below}`;
};
