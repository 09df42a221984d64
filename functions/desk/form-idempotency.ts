import { ApiError } from '../platform/errors.ts';
import { idempotencyRecordFor, type IdempotencyInput, type IdempotencyRecord } from '../storage/idempotency.ts';
import { guidOf, recordedGuid } from './guid.ts';
import type { DeskVisit } from './visit.ts';

/**
 * The idempotency record of a form: its action runs once, and a repeat gets the same response. The keys are separate
 * from those of the API and of other users. Throws 422 for a form without a guid.
 */
export const formIdempotency = (...form: Parameters<typeof idempotencyOfForm>): IdempotencyRecord =>
  idempotencyRecordFor(idempotencyOfForm(...form));

interface FormKeyOptions {
  keptForSeconds?: number;
  /** Distinguishes the requests of one form. It is added to the key. */
  part?: string;
}

/** The input of the idempotency record of a form, for an operation that also derives an id from this input. */
export const idempotencyOfForm = (
  visit: Pick<DeskVisit, 'form' | 'company' | 'at'>,
  route: { name: string },
  input: unknown,
  { part = '', ...kept }: FormKeyOptions = {},
): IdempotencyInput => ({
  company: visit.company.slug,
  operation: route.name,
  key: `${formKey(visit)}${part}`,
  input,
  ...kept,
});

/** Key of a form, the same for all its repeats. */
export const formKey = (visit: Pick<DeskVisit, 'form' | 'at'>): string =>
  recordedGuid(visit.at.user.username, guidOf(visit));

/** Statuses of refusals after which the page shows the form again with its input. Nothing has been changed. */
const SHOWN = new Set([403, 409, 412, 413, 415, 422, 429]);

/** Returns a refusal that the page shows, and throws any other error. */
export const refusalFrom = (error: unknown): ApiError => {
  if (error instanceof ApiError && SHOWN.has(error.status)) return error;
  throw error;
};
