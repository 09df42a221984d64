import { nameSubject } from '../../../platform/cause.ts';
import { membersAre, PRESENT } from '../../../storage/conditions.ts';
import { rowUpdate } from '../../../storage/row-update.ts';
import { transact } from '../../../storage/transactions.ts';
import { unlessRefused } from '../../../storage/unless-refused.ts';
import { assertPassword } from './manage-rules.ts';
import { assertOwnPassword } from './own-password.ts';
import { hashPassword } from './passwords.ts';
import type { DeskSessionRow, UserRow } from './rows.ts';
import { passwordMark } from './rules.ts';
import { userChanged } from './user-changed.ts';

/**
 * Changes the password of a signed-in user. The user's other sessions and tokens end; the current session continues.
 * Throws 422 `wrong_password` if the current password is wrong, 422 `bad_password` for an invalid new password, 409
 * `user_changed`, and 429.
 */
export const changeOwnPassword = async (
  { user, session }: { user: UserRow; session: DeskSessionRow },
  { current, next }: { current: string; next: string },
): Promise<void> => {
  await assertOwnPassword(user, current);
  assertPassword(next, user.username);
  nameSubject({ username: user.username });
  const passwordHash = await hashPassword(next);
  const asRead = membersAre({ passwordHash: user.passwordHash });
  const mark = { passwordMark: passwordMark({ passwordHash }) };
  const writes = [
    { update: rowUpdate({ key: user, set: { passwordHash, managed: true }, add: { edits: 1 }, if: asRead }) },
    { update: rowUpdate({ key: session, set: mark, if: PRESENT }) },
  ];
  if (!(await unlessRefused(transact(writes)))) throw userChanged();
};
