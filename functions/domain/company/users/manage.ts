import { nameSubject } from '../../../platform/cause.ts';
import { nowMs } from '../../../platform/clock.ts';
import { conflict } from '../../../platform/errors.ts';
import { recordReply, type IdempotencyRecord, type Reply } from '../../../storage/idempotency.ts';
import { keyConflict } from '../../../storage/repeated-key.ts';
import { rowUpdate } from '../../../storage/row-update.ts';
import { getRow, getRows, queryPage, type Condition, type Key } from '../../../storage/table.ts';
import { transact, TransactionRefused, type Write } from '../../../storage/transactions.ts';
import { readUser } from './list-users.ts';
import {
  assertMayGive,
  assertMayManage,
  assertPassword,
  assertUsername,
  mayResetFactor,
  userAbove,
  type Manager,
  type UserChoices,
} from './manage-rules.ts';
import { secondFactorKey } from './factor-rows.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { withoutFactor } from './second-factor.ts';
import { userIndex, userKey, usersOf, type UserRow } from './rows.ts';

const MANAGER_WRITE = 'manager';
/** What is kept of a change that is told again when its form comes twice. */
const DONE: Reply = { status: 204 };

/** Whoever manages users must still have the role when the change is committed. */
const managerStands = ({ username, role }: Manager): Write => ({
  check: userKey(username),
  condition: standsWith(role),
  name: MANAGER_WRITE,
});

const standsWith = (role: UserRow['role']): Condition => ({
  expression: '#role = :role',
  names: { '#role': 'role' },
  values: { ':role': role },
});

const changedMeanwhile = (): Error =>
  conflict('user_changed', 'Somebody else has changed this meanwhile. Read it and try again.');

const commit = async (writes: readonly Write[]): Promise<void> => {
  try {
    await transact(writes);
  } catch (error) {
    if (error instanceof TransactionRefused) throw changedMeanwhile();
    throw error;
  }
};

/** Throws 409 `username_taken`, also for the name of a user of another company; 422 for name, password or role. */
export const createUser = async (
  manager: Manager,
  wanted: UserChoices & { company: string; username: string; password: string },
  idempotency: IdempotencyRecord,
): Promise<Reply> => {
  const { username, password, role, ...rest } = wanted;
  assertUsername(username);
  assertPassword(password, username);
  assertMayGive(manager, role);
  const taken = (): Error => conflict('username_taken', 'There is a user of this name already.');
  const before = await getRow<UserRow>(userKey(username), { consistent: true });
  // The name of somebody who is gone may be used again by the company that had it.
  if (before && (before.removedAtMs === undefined || before.company !== wanted.company)) throw taken();
  nameSubject({ username, role: role ?? 'none' });
  const put: UserRow = {
    ...userKey(username),
    ...userIndex(wanted),
    type: 'user',
    v: 1,
    username,
    ...rest,
    ...(role === undefined ? {} : { role }),
    passwordHash: await hashPassword(password),
    managed: true,
  };
  const condition = before
    ? { expression: 'attribute_exists(removedAtMs)' }
    : { expression: 'attribute_not_exists(pk)' };
  try {
    await transact([{ put, condition, name: 'user' }, managerStands(manager), recordReply(idempotency, DONE)]);
    return DONE;
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    throw error.failed('user') ? taken() : changedMeanwhile();
  }
};

/** Throws 409 `idempotency_conflict` unless the user has this password: no record keeps one to tell requests apart by. */
export const assertMadeWith = async (username: string, password: string): Promise<void> => {
  const row = await getRow<UserRow>(userKey(username), { consistent: true });
  if (!row || !(await verifyPassword(password, row.passwordHash))) throw keyConflict();
};

/** The user as it was read: with another role, password or company it is another decision. */
const asRead = ({ passwordHash, role }: UserRow): Condition => ({
  expression: `passwordHash = :hash AND ${role === undefined ? 'attribute_not_exists(#role)' : '#role = :role'}`,
  names: { '#role': 'role' },
  values: { ':hash': passwordHash, ...(role === undefined ? {} : { ':role': role }) },
});

const changed = (user: UserRow, set: Record<string, unknown>): Write => ({
  update: rowUpdate({ key: user, set: { ...set, managed: true }, if: asRead(user) }),
});

/** Changes role and rights. Throws 404, 403 `user_above`, 409 `own_user`, `last_admin`, `user_changed`, 422 `role_too_high`. */
export const changeUser = async (
  manager: Manager,
  { company, username }: { company: string; username: string },
  choices: UserChoices,
): Promise<void> => {
  const user = await readUser(company, username);
  assertMayManage(manager, user);
  assertMayGive(manager, choices.role);
  nameSubject({ username, role: choices.role ?? 'none' });
  const witness = choices.role === 'super_admin' ? [] : await othersLeft(manager, user);
  await commit([changed(user, { ...choices }), managerStands(manager), ...witness]);
};

/** Sets a password; whoever is signed in with the old one is so no longer. Throws 404, 403, 409 and 422. */
export const setPassword = async (
  manager: Manager,
  { company, username }: { company: string; username: string },
  password: string,
): Promise<void> => {
  const user = await readUser(company, username);
  assertMayManage(manager, user);
  assertPassword(password, username);
  nameSubject({ username });
  await commit([changed(user, { passwordHash: await hashPassword(password) }), managerStands(manager)]);
};

/**
 * Removes a user: its sessions and tokens end, and its name stays taken, so that no import and nobody else becomes who it was.
 * Throws 404, 403 `user_above`, 409 `own_user`, `last_admin`, `user_changed`.
 */
export const removeUser = async (
  manager: Manager,
  { company, username }: { company: string; username: string },
  idempotency: IdempotencyRecord,
): Promise<Reply> => {
  const user = await readUser(company, username);
  assertMayManage(manager, user);
  nameSubject({ username });
  const gone = {
    removedAtMs: nowMs(),
    passwordHash: '',
    role: undefined,
    factor: undefined,
    ix1pk: undefined,
    ix1sk: undefined,
  };
  await commit([
    changed(user, gone),
    // The name may be used again one day: nothing of who had it before may be left.
    { remove: secondFactorKey(user.username) },
    managerStands(manager),
    ...(await othersLeft(manager, user)),
    recordReply(idempotency, DONE),
  ]);
  return DONE;
};

/**
 * Takes the second factor off a user who has lost it; its sessions end. Only somebody with a higher role may, for an equal one could
 * sign in as the other then; administrators of the system have none above. Throws 404, 403 `user_above`, 409 `own_user`.
 */
export const resetSecondFactor = async (
  manager: Manager,
  { company, username }: { company: string; username: string },
): Promise<void> => {
  const user = await readUser(company, username);
  assertMayManage(manager, user);
  if (!mayResetFactor(manager, user)) throw userAbove();
  if (user.factor === undefined) return;
  nameSubject({ username });
  await commit([...withoutFactor(user), managerStands(manager)]);
};

/**
 * An administrator may go only while the company has another one, who must still be one at the commit. An administrator of
 * the company is that itself, for nobody changes the own user.
 */
const othersLeft = async (manager: Manager, user: UserRow): Promise<Write[]> => {
  if (user.role !== 'super_admin' || manager.role === 'super_admin') return [];
  const { rows: keys } = await queryPage<Key>({ ...usersOf(user.company), limit: USERS_LOOKED_AT });
  const rows = await getRows(keys, { consistent: true });
  const other = keys
    .flatMap((key) => rows.get<UserRow>(key) ?? [])
    .find(({ role, username }) => role === 'super_admin' && username !== user.username);
  if (!other)
    throw conflict(
      'last_admin',
      'This is the last administrator of the company. Give the role to somebody else first.',
    );
  return [{ check: userKey(other.username), condition: standsWith('super_admin'), name: 'other' }];
};

const USERS_LOOKED_AT = 1000;
