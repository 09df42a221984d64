import type { ApiError } from '../platform/errors.ts';
import type { DeskVisit } from './visit.ts';

/**
 * The version that a form requires to be unchanged when it is saved. A form that is refused for its input keeps the
 * version for which it was typed: with the current one, the corrected form would revert the change of another user.
 * After a conflict (412), which the page explains, it gets the current one.
 */
export const seenVersion = (
  { form }: Pick<DeskVisit, 'form'>,
  refusal: ApiError | undefined,
  current: string,
): string =>
  refusal !== undefined && refusal.status < 500 && refusal.status !== 412 && form.has('seen')
    ? form.get('seen')
    : current;
