import { rateLimited } from '../../platform/errors.ts';
import { RateExceeded } from '../../storage/rate-window.ts';

/** What a limit by address lets pass. Throws 429 `rate_limited` where that limit is used up. */
export const limited = async <T>(
  counted: Promise<T>,
  message = 'Too many codes were looked up from this address.',
): Promise<T> => {
  try {
    return await counted;
  } catch (error) {
    if (!(error instanceof RateExceeded)) throw error;
    throw rateLimited(message, error.retryAfterSeconds);
  }
};
