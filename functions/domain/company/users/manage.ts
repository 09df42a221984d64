import { nameChanges, nameSubject, withoutCause } from '../../../platform/cause.ts';
import { nowMs } from '../../../platform/clock.ts';
import { conflict, invalid } from '../../../platform/errors.ts';
import { assertMatches } from '../../../platform/preconditions.ts';
import { membersAre } from '../../../storage/conditions.ts';
import {
  IDEMPOTENCY_WRITE,
  recordReplyWrite,
  recordReplyWrites,
  type IdempotencyRecord,
  type Reply,
} from '../../../storage/idempotency.ts';
import { retryOnConflict } from '../../../storage/retry.ts';
import { rowUpdate } from '../../../storage/row-update.ts';
import { ABSENT, getRow, type Condition } from '../../../storage/table.ts';
import { transact, TransactionRefused, type Write } from '../../../storage/transactions.ts';
import { secondFactorKey } from './factor-rows.ts';
import { managerChecks, otherAdminChecks } from './last-admin.ts';
import { LINK_KINDS } from './link-kinds.ts';
import { userLinkKey } from './link-rows.ts';
import { loadUser } from './list-users.ts';
import { newLink } from './new-link.ts';
import {
  assertCanGrant,
  assertCanManage,
  assertUsername,
  canResetFactor,
  userAbove,
  usernameTaken,
  type Manager,
  type UserChoices,
} from './manage-rules.ts';
import { presentUser, userTag } from './present.ts';
import { removeFactorWrites } from './second-factor.ts';
import { userIndex, userKey, type UserRow } from './rows.ts';
import { userChanged } from './user-changed.ts';

const ATTEMPTS = 8;

/**
 * Commits the writes of `decide`, and calls it again if another request has changed a row. Throws 409 `user_changed`.
 */
const commitDecision = <T>(decide: () => Promise<{ writes: readonly Write[]; result: T }>): Promise<T> =>
  retryOnConflict(
    async () => {
      const { writes, result } = await decide();
      if (writes.length > 0) await transact(writes);
      return result;
    },
    (error) => error instanceof TransactionRefused && !error.failed(IDEMPOTENCY_WRITE),
    { attempts: ATTEMPTS, busy: userChanged },
  );

interface NamedUser {
  company: string;
  username: string;
}

const replyWith = (user: UserRow, status = 200): Reply => ({
  status,
  headers: { ETag: userTag(user) },
  body: presentUser(user),
});

/**
 * Creates a user without a password, emails an invitation and returns 201. Throws 422 for an invalid username, a
 * username that any company has, and a role above the manager's, and 409 `user_changed`.
 */
export const inviteUser = (
  manager: Manager,
  { company, username, ...choices }: NamedUser & UserChoices & { email: string },
  idempotency: IdempotencyRecord,
): Promise<Reply> => {
  assertUsername(username);
  assertCanGrant(manager, choices.role);
  return commitDecision(async () => {
    const before = await getRow<UserRow>(userKey(username), { consistent: true });
    // The company of a removed user may reuse the username.
    if (before && (before.removedAtMs === undefined || before.company !== company)) throw usernameTaken();
    const user = invitationOf({ company, username, ...choices }, before);
    nameSubject({ username, role: choices.role ?? 'none' });
    nameChanges([{ member: '', before: null, after: identityOf(user.row) }]);
    const reply = replyWith(user.row, 201);
    const condition: Condition = before ? { expression: 'attribute_exists(removedAtMs)' } : ABSENT;
    const writes = [{ put: user.row, condition }, { put: user.link }, ...managerChecks(manager)];
    return { writes: [...writes, recordReplyWrite(idempotency, reply)], result: reply };
  });
};

/** Audit details of a created or removed user. */
const identityOf = ({ username, role }: UserRow) => ({ username, role: role ?? null });

const invitationOf = (
  { role, ...choices }: NamedUser & UserChoices & { email: string },
  before: UserRow | undefined,
): { row: UserRow; link: ReturnType<typeof newLink> } => {
  const link = newLink('invitation', choices);
  const row: UserRow = {
    ...userKey(choices.username),
    ...userIndex(choices),
    type: 'user',
    v: 1,
    ...choices,
    ...(role === undefined ? {} : { role }),
    passwordHash: '',
    invitedUntilMs: link.expiresAtMs,
    managed: true,
    version: (before?.version ?? 0) + 1,
    edits: (before?.edits ?? 0) + 1,
  };
  return { row, link };
};

const asRead = ({ passwordHash, version }: UserRow): Condition => membersAre({ passwordHash, version });

type Changes = Partial<Record<keyof UserRow, unknown>>;

/** Writes a changed user; requires the version that was read. A new role ends the user's sessions. */
const userWrite = (user: UserRow, set: Changes): Write => {
  const { version = 0, edits = 0 } = user;
  const counts = { managed: true, version: version + 1, edits: edits + 1 };
  const endsSessions = Object.hasOwn(set, 'role') && set.role !== user.role;
  const sessions = endsSessions ? { add: { sessionVersion: 1 } } : {};
  return { update: rowUpdate({ key: user, set: { ...set, ...counts }, ...sessions, if: asRead(user) }) };
};

/** Changes to a user; absent members are unchanged. */
export type UserPatch = Partial<UserChoices & { email: string | undefined }>;

interface ChangeConditions {
  ifMatch?: string | undefined;
  idempotency?: IdempotencyRecord | undefined;
}

/**
 * Changes role, permissions and email address, and returns 200. A new role ends the sessions of the user; an invited
 * user with a new email address gets another invitation. Throws 404, 403 `user_above`, 409 `own_user`, `last_admin`,
 * `user_changed`, 412, and 422.
 */
export const changeUser = (
  manager: Manager,
  { company, username }: NamedUser,
  patch: UserPatch,
  { ifMatch, idempotency }: ChangeConditions = {},
): Promise<Reply> =>
  commitDecision(async () => {
    const user = await loadUser(company, username);
    assertMatches(ifMatch, userTag(user));
    assertCanManage(manager, user);
    if (patch.role !== user.role) assertCanGrant(manager, patch.role);
    const { after, link } = withPatch(user, patch);
    const reply = replyWith(after);
    nameSubject({ username, role: after.role ?? 'none' });
    const changes = changesOf(user, after);
    nameChanges(changes);
    const recorded = recordReplyWrites(idempotency, reply);
    if (changes.length === 0) {
      if (recorded.length > 0) await withoutCause(() => transact(recorded));
      return { writes: [], result: reply };
    }
    const set = { ...patch, ...withoutIndex(userIndex(after)), invitedUntilMs: after.invitedUntilMs };
    const writes = [
      userWrite(user, set),
      ...(link ? [{ put: link }] : []),
      ...managerChecks(manager),
      ...(after.role === user.role ? [] : await otherAdminChecks(manager, user, after.role)),
      ...recorded,
    ];
    return { writes, result: reply };
  });

/** Index keys of a user. Removes the keys of the email address if the user has none. */
const withoutIndex = (keys: ReturnType<typeof userIndex>): Changes => ({ ix2pk: undefined, ix2sk: undefined, ...keys });

const withPatch = (user: UserRow, patch: UserPatch): { after: UserRow; link?: ReturnType<typeof newLink> } => {
  const { email, role, ...rest } = { ...user, ...patch };
  const merged: UserRow = {
    ...rest,
    ...(email === undefined ? {} : { email }),
    ...(role === undefined ? {} : { role }),
  };
  if (user.invitedUntilMs === undefined || merged.email === user.email) return { after: merged };
  if (merged.email === undefined) throw invalid('email', 'An invited user needs an address.', 'invalid_email');
  const link = newLink('invitation', merged);
  return { after: { ...merged, invitedUntilMs: link.expiresAtMs }, link };
};

const changesOf = (before: UserRow, after: UserRow): { member: string; before: unknown; after: unknown }[] => {
  const [was, is] = [Object.entries(presentUser(before)), new Map<string, unknown>(Object.entries(presentUser(after)))];
  return was.flatMap(([member, value]) =>
    is.get(member) === value ? [] : [{ member, before: value, after: is.get(member) }],
  );
};

/**
 * Emails a new link: an invitation to an invited user, a link for a new password to any other. The earlier link is no
 * longer valid. Throws 404, 403 `user_above`, and 409 `own_user`, `no_email` and `user_changed`.
 */
export const resendLink = (manager: Manager, { company, username }: NamedUser): Promise<void> =>
  commitDecision(async () => {
    const user = await loadUser(company, username);
    assertCanManage(manager, user);
    if (user.email === undefined) throw conflict('no_email', 'This user has no e-mail address.');
    nameSubject({ username });
    const link = newLink(user.invitedUntilMs === undefined ? 'reset' : 'invitation', user);
    const set = user.invitedUntilMs === undefined ? {} : { invitedUntilMs: link.expiresAtMs };
    return { writes: [userWrite(user, set), { put: link }, ...managerChecks(manager)], result: undefined };
  });

/**
 * Removes a user and ends the user's sessions and tokens. The username stays reserved, so that neither an import nor
 * another company can recreate the user. Throws 404, 403 `user_above`, 409 `own_user`, `last_admin`, `user_changed`,
 * and 412.
 */
export const removeUser = (
  manager: Manager,
  { company, username }: NamedUser,
  { ifMatch, idempotency }: ChangeConditions = {},
): Promise<Reply> =>
  commitDecision(async () => {
    const user = await loadUser(company, username);
    assertMatches(ifMatch, userTag(user));
    assertCanManage(manager, user);
    nameSubject({ username });
    nameChanges([{ member: '', before: identityOf(user), after: null }]);
    const reply: Reply = { status: 204 };
    const writes = [
      userWrite(user, REMOVED()),
      // The same company may reuse the username, so nothing of the former user may remain.
      { remove: secondFactorKey(username) },
      ...LINK_KINDS.map((kind) => ({ remove: userLinkKey(username, kind) })),
      ...managerChecks(manager),
      ...(await otherAdminChecks(manager, user, undefined)),
      ...recordReplyWrites(idempotency, reply),
    ];
    return { writes, result: reply };
  });

const REMOVED = (): Changes => ({
  removedAtMs: nowMs(),
  passwordHash: '',
  role: undefined,
  factor: undefined,
  email: undefined,
  invitedUntilMs: undefined,
  ix1pk: undefined,
  ix1sk: undefined,
  ix2pk: undefined,
  ix2sk: undefined,
});

/**
 * Removes the second factor of a user who has lost it, and ends the user's sessions. Requires a higher role, because a
 * manager with an equal role could otherwise sign in as the user. System administrators can remove each other's second
 * factor, because no role is higher. Throws 404, 403 `user_above`, and 409 `own_user` and `user_changed`.
 */
export const resetSecondFactor = (manager: Manager, { company, username }: NamedUser): Promise<void> =>
  commitDecision(async () => {
    const user = await loadUser(company, username);
    assertCanManage(manager, user);
    if (!canResetFactor(manager, user)) throw userAbove();
    if (user.factor === undefined) return { writes: [], result: undefined };
    nameSubject({ username });
    return { writes: [...removeFactorWrites(user), ...managerChecks(manager)], result: undefined };
  });
