import { rateLimited } from '../../platform/errors.ts';
import { RateExceeded, spendRate } from '../../storage/rate-window.ts';
import { lookupCountKey } from './rows.ts';

/** Lookups at the courier that a company has in a minute (lib/reference/delivery.md#pickup-points). */
export const LOOKUPS_PER_WINDOW = 60;
const WINDOW_MS = 60_000;

/** Spends one lookup of the company, in one conditional update. Throws 429 `rate_limited` with `Retry-After`. */
export const spendLookup = async (company: string): Promise<void> => {
  try {
    await spendRate({ key: lookupCountKey(company), most: LOOKUPS_PER_WINDOW, windowMs: WINDOW_MS });
  } catch (error) {
    if (!(error instanceof RateExceeded)) throw error;
    const message = `A company has ${LOOKUPS_PER_WINDOW} pickup lookups a minute, and this one has used them. Nothing was done.`;
    throw rateLimited(message, error.retryAfterSeconds);
  }
};
