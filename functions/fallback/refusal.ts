import { ApiError } from '../platform/errors.ts';
import { methodRefused } from '../pipeline/method-refused.ts';
import type { PublicRequest } from '../pipeline/public-endpoint.ts';
import { methodsOf, type AddressedRoute } from './match.ts';

export type Refusal = ApiError;

/** 404 for an unknown path, 405 for a method that its path does not have. */
export const refusalOf = (
  routes: readonly AddressedRoute[],
  { method, path }: Pick<PublicRequest, 'method' | 'path'>,
): Refusal => {
  const allowed = methodsOf(routes, path);
  if (allowed.length === 0) return new ApiError(404, 'not_found', `There is nothing at ${path}.`);
  return methodRefused(method, path, allowed);
};
