import { html } from 'hono/html';
import { PASSWORD_MIN_LENGTH } from '../../domain/company/users/manage-rules.ts';
import type { Markup } from '../../pages/kit/markup.ts';
import { USER_TEXTS } from '../texts/users.ts';
import type { DeskVisit } from '../visit.ts';

/** Field of a new password. */
export const passwordField = (
  { language }: Pick<DeskVisit, 'language'>,
  { id = 'password', label = USER_TEXTS[language].password }: { id?: string; label?: string } = {},
): Markup =>
  html`<label for="${id}">${label}</label>
    <input
      id="${id}"
      name="password"
      type="password"
      required
      minlength="${String(PASSWORD_MIN_LENGTH)}"
      autocomplete="new-password"
      aria-describedby="${id}-hint"
    />
    <p class="hint" id="${id}-hint">${USER_TEXTS[language].passwordHint(PASSWORD_MIN_LENGTH)}</p>`;
