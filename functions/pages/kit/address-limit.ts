import { rateLimited } from '../../platform/errors.ts';
import { refusedAs } from '../../storage/limits/limit-exceeded.ts';

/** Runs code under a limit by address. Throws 429 `rate_limited` when the limit is used up. */
export const withAddressLimit = <T>(
  counted: Promise<T>,
  message = 'Too many codes were looked up from this address.',
): Promise<T> => refusedAs(counted, (retryAfterSeconds) => rateLimited(message, retryAfterSeconds));
