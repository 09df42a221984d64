import { ApiError } from '../../platform/errors.ts';

/** Refusals that user pages show next to their forms. */
const SHOWN = new Set([403, 409, 422, 429]);

/** Returns a refusal that the page shows, and throws any other error. */
export const shownRefusal = (error: unknown): ApiError => {
  if (error instanceof ApiError && SHOWN.has(error.status)) return error;
  throw error;
};
