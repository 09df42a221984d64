import { html } from 'hono/html';
import type { ApiError } from '../../../platform/errors.ts';
import { none, type Markup } from '../../shop/markup.ts';
import { said } from '../say.ts';
import type { DeskVisit } from '../visit.ts';

/** Why a form was refused, or what it did, at the top of the page that it leads to. */
export const notices = (
  visit: Pick<DeskVisit, 'language'>,
  { refusal, done }: { refusal?: ApiError | undefined; done?: string | undefined },
): Markup =>
  html`${refusal ? html`<p class="bad" role="alert">${said(visit, refusal.message)}</p>` : none}
  ${done === undefined ? none : html`<p class="done" role="status">${done}</p>`}`;
