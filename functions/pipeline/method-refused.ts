import { ApiError } from '../platform/errors.ts';
import { paths } from '../platform/messages/paths.ts';

/** The 405 for a path that does not have the method. */
export const methodRefused = (method: string, path: string, allowed: readonly string[]): ApiError => {
  const message = paths('method_not_taken', { path, method, allowed });
  return new ApiError(405, 'method_not_allowed', message, { headers: { Allow: allowed.join(', ') } });
};
