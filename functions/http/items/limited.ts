import { rateLimited } from '../../platform/errors.ts';
import { RateExceeded } from '../../storage/rate-window.ts';

/** What follows a look at a code; whoever looks too often is told so as programs are told. */
export const limited = async <T>(look: Promise<T>): Promise<T> => {
  try {
    return await look;
  } catch (error) {
    if (!(error instanceof RateExceeded)) throw error;
    throw rateLimited('Too many codes were looked up from this address.', error.retryAfterSeconds);
  }
};
