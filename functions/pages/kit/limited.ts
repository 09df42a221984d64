import { rateLimited } from '../../platform/errors.ts';
import { refusedAs } from '../../storage/limits/limit-exceeded.ts';

/** What a limit by address lets pass. Throws 429 `rate_limited` where that limit is used up. */
export const limited = <T>(
  counted: Promise<T>,
  message = 'Too many codes were looked up from this address.',
): Promise<T> => refusedAs(counted, (retryAfterSeconds) => rateLimited(message, retryAfterSeconds));
