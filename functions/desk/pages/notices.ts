import { firstFault, validation } from '../../platform/messages/validation.ts';
import { html } from 'hono/html';
import type { ApiError } from '../../platform/errors.ts';
import { ownMember } from '../../platform/own-member.ts';
import { none, type Markup } from '../../pages/kit/markup.ts';
import { localize } from '../localize.ts';
import type { DeskVisit } from '../visit.ts';
import { FORM_TEXTS } from '../texts/forms.ts';
import { retryTime } from '../retry-after.ts';

/** Why a form was refused, or its result, at the top of the next page. */
export const messages = ({ fault, done }: { fault?: string | undefined; done?: string | undefined }): Markup =>
  html`${fault === undefined ? none : html`<p class="bad" role="alert">${fault}</p>`}
  ${done === undefined ? none : html`<p class="done" role="status">${done}</p>`}`;

interface Outcome {
  refusal?: ApiError | undefined;
  done?: string | undefined;
  /** Labels of the form's fields. */
  names?: Readonly<Record<string, string>>;
}

/** Like `messages`, for a refusal. */
export const notices = (visit: Pick<DeskVisit, 'language' | 't'>, { refusal, done, names }: Outcome): Markup =>
  messages({ fault: refusal && refusalText(visit, refusal, names), done });

/** The reason of a refusal, and the time at which a rate-limited user can continue. */
export const refusalText = (
  visit: Pick<DeskVisit, 'language' | 't'>,
  refusal: ApiError,
  names?: Readonly<Record<string, string>>,
): string => [faultIn(visit, refusal, names), retryTime(visit, refusal)].filter(Boolean).join(' ');

/**
 * Why a form whose fields show their faults was refused: the only fault with its field, or a note that several fields
 * have faults.
 */
export const formFault = (
  visit: Pick<DeskVisit, 'language' | 't'>,
  refusal: ApiError,
  names: Readonly<Record<string, string>>,
): string =>
  Object.keys(refusal.faults).length > 1 ? FORM_TEXTS[visit.language].checkFields : refusalText(visit, refusal, names);

/**
 * A fault with the label of its field, because users do not know the API's name for it; without a label if the form has
 * no such field.
 */
const faultIn = (
  visit: Pick<DeskVisit, 'language'>,
  { reason, faults }: Pick<ApiError, 'reason' | 'faults'>,
  names: Readonly<Record<string, string>> | undefined,
): string => {
  const [path = ''] = Object.keys(faults);
  const first = firstFault(reason);
  const name = names && (ownMember(names, path) ?? ownMember(names, path.split('.')[0] ?? ''));
  if (!names || first?.field === '') return localize(visit, reason);
  const fault = localize(visit, first ? validation('first_fault', { ...first, field: '' }) : reason);
  return name === undefined ? fault : `${name}: ${fault}`;
};
