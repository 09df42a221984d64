import { invalid, rateLimited } from '../../../platform/errors.ts';
import { giveTurnBack, keepTurn, secondsUntil } from '../../../storage/sliding-window.ts';
import { verifyPassword } from './passwords.ts';
import type { UserRow } from './rows.ts';
import { countTry, triesOfUser } from './tries.ts';

/**
 * Checks the password of a signed-in user once more, before its security settings change: a session that somebody else
 * got hold of is not enough. Wrong ones count with those of sign-in. Throws 422 `wrong_password` and 429.
 */
export const assertOwnPassword = async ({ username, passwordHash }: UserRow, typed: string): Promise<void> => {
  const tried = await countTry([triesOfUser(`user#${username}`)]);
  if ('freeAtMs' in tried) {
    throw rateLimited('Too many wrong passwords. Nothing was checked; try again later.', secondsUntil(tried.freeAtMs));
  }
  const isRight = await verifyPassword(typed, passwordHash);
  await Promise.all(tried.turns.map(isRight ? giveTurnBack : keepTurn));
  if (!isRight) throw invalid('password', 'The password is wrong.', 'wrong_password');
};
