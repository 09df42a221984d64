import { ApiError } from '../platform/errors.ts';

/** Error of a path for a method that it does not have. */
export const methodRefused = (method: string, path: string, taken: readonly string[]): ApiError => {
  const allowed = taken.join(', ');
  const message = `${path} does not take ${method}, only ${allowed}.`;
  return new ApiError(405, 'method_not_allowed', message, { headers: { Allow: allowed } });
};
