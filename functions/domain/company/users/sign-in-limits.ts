import { consumeRateLimit } from '../../../storage/limits/fixed-window.ts';
import { LimitExceeded, refusedAsRateLimited } from '../../../storage/limits/limit-exceeded.ts';
import { cancel, reserve, type Limit, type Reservation } from '../../../storage/limits/sliding-window.ts';
import { passwordChecksKey, signInTriesKey } from './rows.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';

/** A check takes about 100 ms of CPU time and 19 MiB. */
const CHECKS_PER_MINUTE = 200;

/**
 * Counts a check of a password or client secret, right or wrong, against the limit for the caller's IP address, before
 * anything is read or hashed. Throws 429 `rate_limited`.
 */
export const consumePasswordCheckLimit = (address: string): Promise<void> =>
  refusedAsRateLimited(
    consumeRateLimit({ key: passwordChecksKey(address), maximum: CHECKS_PER_MINUTE, windowMs: MINUTE_MS }),
    'Too many sign-ins from this address. Try again later.',
  );

/**
 * The maximum numbers below, for one user and from one client or IP address, apply to wrong passwords within this time.
 */
const TRIES_WINDOW_MS = 15 * MINUTE_MS;
const TRIES_OF_USER = 10;
const TRIES_OF_SOURCE = 100;

/** Attempts for a username, existing or not. */
export const attemptsOfUser = (whose: string): Limit => ({
  key: signInTriesKey(whose),
  maximum: TRIES_OF_USER,
  lengthMs: TRIES_WINDOW_MS,
});

/** Attempts from a client or an IP address, for any user. */
export const attemptsOfSource = (source: string): Limit => ({ ...attemptsOfUser(source), maximum: TRIES_OF_SOURCE });

/**
 * Reserves an attempt in each limit, in order, before the password is checked. If a limit is exceeded, cancels the
 * earlier reservations and throws `LimitExceeded`, so that the attempt is not counted.
 */
export const reserveAttempt = async (limits: readonly Limit[]): Promise<Reservation[]> => {
  const reservations: Reservation[] = [];
  for (const limit of limits) {
    try {
      reservations.push(await reserve(limit));
    } catch (error) {
      if (error instanceof LimitExceeded) await Promise.all(reservations.map(cancel));
      throw error;
    }
  }
  return reservations;
};
