import { giveTurnBack, takeTurn, type Limit, type Turn } from '../../../storage/sliding-window.ts';
import { RateExceeded, spendRate } from '../../../storage/rate-window.ts';
import { rateLimited } from '../../../platform/errors.ts';
import { passwordChecksKey, signInTriesKey } from './rows.ts';

/** A check takes some 100 ms of a processor and 19 MiB. */
export const CHECKS_PER_MINUTE = 200;

/**
 * Counts a check of a password or client secret by the address of the caller, right or wrong, before anything is read or hashed.
 * Throws 429 `rate_limited`.
 */
export const spendPasswordCheck = async (address: string): Promise<void> => {
  try {
    await spendRate({ key: passwordChecksKey(address), most: CHECKS_PER_MINUTE, windowMs: 60_000 });
  } catch (error) {
    if (!(error instanceof RateExceeded)) throw error;
    throw rateLimited('Too many sign-ins from this address. Try again later.', error.retryAfterSeconds);
  }
};

/** Passwords that may be wrong within a quarter of an hour: of one user, and from one client or address. */
const TRIES_WINDOW_MS = 15 * 60_000;
const TRIES_OF_USER = 10;
const TRIES_OF_SOURCE = 100;

/** Tries of a user, or of whoever is typed in as one. */
export const triesOfUser = (whose: string): Limit => ({
  key: signInTriesKey(whose),
  most: TRIES_OF_USER,
  lengthMs: TRIES_WINDOW_MS,
});

/** Tries from a client or an address, whoever they are for. */
export const triesOfSource = (source: string): Limit => ({ ...triesOfUser(source), most: TRIES_OF_SOURCE });

/**
 * Counts a try before the password is looked at. Tells when the limit is free again that is used up, and then nothing was counted.
 * The user's turn comes first: what is refused there was looked at by nobody, and does not use up that of its source.
 */
export const countTry = async (limits: readonly Limit[]): Promise<{ turns: Turn[] } | { freeAtMs: number }> => {
  const turns: Turn[] = [];
  for (const limit of limits) {
    const taken = await takeTurn(limit);
    if ('freeAtMs' in taken) {
      await Promise.all(turns.map(giveTurnBack));
      return taken;
    }
    turns.push(taken.turn);
  }
  return { turns };
};
