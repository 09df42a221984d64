import type * as z from 'zod/mini';
import { ApiError } from '../../platform/errors.ts';
import { validate } from '../../pipeline/parse.ts';
import type { PublicRequest } from '../../pipeline/public-endpoint.ts';

/** Parses the body of a request whose signature was verified. Throws 400 `malformed_json`, and 422. */
export const signedJson = <T extends z.ZodMiniType>(shape: T, { rawBody }: PublicRequest): z.output<T> => {
  let body: unknown;
  try {
    body = JSON.parse(rawBody.toString('utf8'));
  } catch {
    throw new ApiError(400, 'malformed_json', 'The body is not valid JSON.');
  }
  return validate(shape, body);
};
