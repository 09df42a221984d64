import { invalid } from '../../../platform/errors.ts';
import { refusedAsRateLimited } from '../../../storage/limits/limit-exceeded.ts';
import { cancel, confirm } from '../../../storage/limits/sliding-window.ts';
import { verifyPassword } from './passwords.ts';
import type { UserRow } from './rows.ts';
import { reserveAttempt, attemptsOfUser } from './sign-in-limits.ts';

/**
 * Checks the password of a signed-in user again before security settings change, so that a stolen session is not
 * enough. Wrong passwords count toward the limits of sign-in. Throws 422 `wrong_password` and 429.
 */
export const assertOwnPassword = async ({ username, passwordHash }: UserRow, typed: string): Promise<void> => {
  const tries = await refusedAsRateLimited(
    reserveAttempt([attemptsOfUser(`user#${username}`)]),
    'Too many wrong passwords. Nothing was checked; try again later.',
  );
  const isRight = await verifyPassword(typed, passwordHash);
  await Promise.all(tries.map(isRight ? cancel : confirm));
  if (!isRight) throw invalid('password', 'The password is wrong.', 'wrong_password');
};
