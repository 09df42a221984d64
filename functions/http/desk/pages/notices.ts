import { html } from 'hono/html';
import type { ApiError } from '../../../platform/errors.ts';
import { none, type Markup } from '../../shop/markup.ts';
import { localize } from '../localize.ts';
import type { DeskVisit } from '../visit.ts';

/** Why a form was refused, or what it did, at the top of the page that it leads to. */
export const messages = ({ fault, done }: { fault?: string | undefined; done?: string | undefined }): Markup =>
  html`${fault === undefined ? none : html`<p class="bad" role="alert">${fault}</p>`}
  ${done === undefined ? none : html`<p class="done" role="status">${done}</p>`}`;

/** The same of a refusal, as the service tells it. */
export const notices = (
  visit: Pick<DeskVisit, 'language'>,
  { refusal, done }: { refusal?: ApiError | undefined; done?: string | undefined },
): Markup => messages({ fault: refusal && localize(visit, refusal.message), done });
