import { ApiError } from '../../platform/errors.ts';

/** Refusals that user pages show next to their forms. */
const SHOWN = new Set([403, 409, 422, 429]);

/** A refusal to show on the page. Throws any other error. */
export const shownRefusal = (error: unknown): ApiError => {
  if (error instanceof ApiError && SHOWN.has(error.status)) return error;
  throw error;
};
