import { rateLimited } from '../../platform/errors.ts';
import type { Text } from '../../platform/messages/message.ts';

/** A limit is used up, and nothing was counted. The caller chooses the error: `refusedAs`. */
export class LimitExceeded extends Error {
  /** At least 1, for `Retry-After`. */
  readonly retryAfterSeconds: number;
  constructor(waitMs: number) {
    super('A limit is used up');
    this.name = 'LimitExceeded';
    this.retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  }
}

/** Turns `LimitExceeded` into the caller's error. `counted`: what the limit counts. */
export const refusedAs = async <T>(counted: Promise<T>, refusal: (retryAfterSeconds: number) => Error): Promise<T> => {
  try {
    return await counted;
  } catch (error) {
    throw error instanceof LimitExceeded ? refusal(error.retryAfterSeconds) : error;
  }
};

/** Turns `LimitExceeded` into 429 `rate_limited` with `Retry-After`. */
export const refusedAsRateLimited = <T>(counted: Promise<T>, message: Text): Promise<T> =>
  refusedAs(counted, (retryAfterSeconds) => rateLimited(message, retryAfterSeconds));
