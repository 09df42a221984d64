import { conflict } from '../../../platform/errors.ts';
import { getRows, queryPage, type Condition, type Key } from '../../../storage/table.ts';
import type { Write } from '../../../storage/transactions.ts';
import type { DeskRole } from '../settings/roles.ts';
import type { Manager } from './manage-rules.ts';
import { userKey, usersOf, type UserRow } from './rows.ts';

const hasRole = (role: DeskRole | undefined): Condition => ({
  expression: '#role = :role AND attribute_not_exists(invitedUntilMs)',
  names: { '#role': 'role' },
  values: { ':role': role },
});

/** Checks that a managing user still has the role when the transaction commits. */
export const managerChecks = ({ username, role }: Manager): Write[] =>
  username === undefined ? [] : [{ check: userKey(username), condition: hasRole(role), name: 'manager' }];

const ADMINS: ReadonlySet<DeskRole | undefined> = new Set(['super_admin', 'system_admin'] as const);

const USERS_MAX = 1000;

/**
 * The last administrator of a company can be neither removed nor demoted (lib/reference/users.md#last-administrator):
 * another administrator who has accepted the invitation must still have the role when the transaction commits. If the
 * manager is an administrator of the company, no other one is needed, because users cannot remove or demote themselves.
 * Throws 409 `last_admin`.
 */
export const otherAdminChecks = async (
  manager: Manager,
  user: UserRow,
  role: DeskRole | undefined,
): Promise<Write[]> => {
  if (user.role !== 'super_admin' || user.invitedUntilMs !== undefined || ADMINS.has(role)) return [];
  if (manager.username !== undefined && manager.role === 'super_admin') return [];
  const { rows: keys } = await queryPage<Key>({ ...usersOf(user.company), limit: USERS_MAX });
  const rows = await getRows(keys, { consistent: true });
  const other = keys
    .flatMap((key) => rows.get<UserRow>(key) ?? [])
    .find((each) => each.role === 'super_admin' && !each.invitedUntilMs && each.username !== user.username);
  if (!other) {
    throw conflict('last_admin', 'This is the last administrator of the company. Give the role to another user first.');
  }
  return [{ check: userKey(other.username), condition: hasRole('super_admin'), name: 'other' }];
};
