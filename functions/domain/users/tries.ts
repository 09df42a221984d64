import { giveTurnBack, takeTurn, type Limit } from '../../storage/turns.ts';

/** Passwords that may be wrong within a quarter of an hour: of one user, and from one client or address. */
export const TRIES_WINDOW_MS = 15 * 60_000;
export const TRIES_OF_USER = 10;
export const TRIES_OF_SOURCE = 100;

/**
 * Counts a try before the password is looked at. Returns the limit that is used up, and then nothing was counted. The
 * user's turn comes first: what is refused there was looked at by nobody, and does not use up that of its source.
 */
export const countTry = async (limits: readonly Limit[]): Promise<Limit | undefined> => {
  const taken: Limit[] = [];
  for (const limit of limits) {
    if (!(await takeTurn(limit))) {
      await Promise.all(taken.map(giveTurnBack));
      return limit;
    }
    taken.push(limit);
  }
  return undefined;
};
