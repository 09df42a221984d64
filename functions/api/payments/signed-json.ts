import type * as z from 'zod/mini';
import { parseJson, validate } from '../../pipeline/parse.ts';
import type { PublicRequest } from '../../pipeline/public-endpoint.ts';

/** Parses the body of a request whose signature was verified. Throws 400 `malformed_json`, and 422. */
export const signedJson = <T extends z.ZodMiniType>(shape: T, { rawBody }: PublicRequest): z.output<T> =>
  validate(shape, parseJson(rawBody.toString('utf8')));
