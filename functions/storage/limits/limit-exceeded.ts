import { rateLimited } from '../../platform/errors.ts';
import type { Text } from '../../platform/messages/message.ts';

/** Thrown if a limit is reached; nothing was counted. `refusedAs` converts it to the caller's error. */
export class LimitExceeded extends Error {
  /** For `Retry-After`; at least 1. */
  readonly retryAfterSeconds: number;
  constructor(waitMs: number) {
    super('A limit is used up');
    this.name = 'LimitExceeded';
    this.retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  }
}

/** Awaits `counted` and converts `LimitExceeded` to the caller's error. */
export const refusedAs = async <T>(counted: Promise<T>, refusal: (retryAfterSeconds: number) => Error): Promise<T> => {
  try {
    return await counted;
  } catch (error) {
    throw error instanceof LimitExceeded ? refusal(error.retryAfterSeconds) : error;
  }
};

/** Awaits `counted` and converts `LimitExceeded` to 429 `rate_limited` with `Retry-After`. */
export const refusedAsRateLimited = <T>(counted: Promise<T>, message: Text): Promise<T> =>
  refusedAs(counted, (retryAfterSeconds) => rateLimited(message, retryAfterSeconds));
