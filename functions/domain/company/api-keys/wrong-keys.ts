import { nowMs } from '../../../platform/clock.ts';
import { rateLimited, type ApiError } from '../../../platform/errors.ts';
import { warmMap } from '../../../platform/warm-state.ts';
import { consumeRateLimit } from '../../../storage/limits/fixed-window.ts';
import { LimitExceeded } from '../../../storage/limits/limit-exceeded.ts';
import { wrongKeysKey } from './rows.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';

/** Far more than a client with an outdated key sends before its owner notices. */
export const WRONG_KEYS_PER_MINUTE = 60;

/** An IP address is refused until this time. Until then, unknown keys from the IP address cause no call. */
const refusedUntilMs = warmMap<string, number>();
const REMEMBERED_ADDRESSES = 5000;

const tooManyWrongKeys = (untilMs: number): ApiError =>
  rateLimited('Too many wrong API keys from this address. Try again later.', (untilMs - nowMs()) / 1000);

/**
 * Throws 429 `rate_limited` for an IP address that has exceeded its limit on wrong keys, as far as this process knows.
 */
export const assertCanTryKeys = (address: string): void => {
  const untilMs = refusedUntilMs.get(address) ?? 0;
  if (untilMs > nowMs()) throw tooManyWrongKeys(untilMs);
};

/** Counts a wrong key of an IP address. Throws 429 `rate_limited` above the limit. */
export const consumeWrongKeyLimit = async (address: string): Promise<void> => {
  try {
    await consumeRateLimit({ key: wrongKeysKey(address), maximum: WRONG_KEYS_PER_MINUTE, windowMs: MINUTE_MS });
  } catch (error) {
    if (!(error instanceof LimitExceeded)) throw error;
    const untilMs = nowMs() + error.retryAfterSeconds * 1000;
    if (refusedUntilMs.size >= REMEMBERED_ADDRESSES) refusedUntilMs.clear();
    refusedUntilMs.set(address, untilMs);
    throw tooManyWrongKeys(untilMs);
  }
};
