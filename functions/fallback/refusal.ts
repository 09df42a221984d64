import { ApiError } from '../platform/errors.ts';
import { paths } from '../platform/messages/paths.ts';
import { methodRefused } from '../pipeline/method-refused.ts';
import type { PublicRequest } from '../pipeline/public-endpoint.ts';
import { servedMethodsAt, type AddressedRoute } from './match.ts';

/** 404 for an unknown path, 405 for a method that the path does not support. */
export const pathRefusal = (
  routes: readonly AddressedRoute[],
  { method, path }: Pick<PublicRequest, 'method' | 'path'>,
): ApiError => {
  const allowed = servedMethodsAt(routes, path);
  if (allowed.length === 0) return new ApiError(404, 'not_found', paths('path_unknown', { path }));
  return methodRefused(method, path, allowed);
};
