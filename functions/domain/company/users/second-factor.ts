import { createHash, randomBytes } from 'node:crypto';
import { nameSubject, withoutCause } from '../../../platform/cause.ts';
import { nowMs } from '../../../platform/clock.ts';
import { conflict, invalid, type ApiError } from '../../../platform/errors.ts';
import { openSealed, seal, resealValue } from '../../../platform/sealing.ts';
import { membersAre } from '../../../storage/conditions.ts';
import { rowUpdate } from '../../../storage/row-update.ts';
import { findRow } from '../../../storage/find-row.ts';
import { PRESENT, type Condition } from '../../../storage/table.ts';
import { transact, type Write } from '../../../storage/transactions.ts';
import { unlessRefused } from '../../../storage/unless-refused.ts';
import { refusedAsRateLimited } from '../../../storage/limits/limit-exceeded.ts';
import { cancel, confirm } from '../../../storage/limits/sliding-window.ts';
import { secondFactorCodec, secondFactorKey, type SecondFactorRow } from './factor-rows.ts';
import { userKey, type DeskSessionRow, type UserRow } from './rows.ts';
import { assertOwnPassword } from './own-password.ts';
import { matchingStep, newTotpSecret, toBase32 } from './totp.ts';
import { reserveAttempt, attemptsOfUser } from './sign-in-limits.ts';
import { userChanged } from './user-changed.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';

const PURPOSE = 'second-factor';
const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 10;

const ownerOf = ({ username, id }: Pick<SecondFactorRow, 'username' | 'id'>): string => `${username}#${id}`;
const secretOf = (row: SecondFactorRow): string => openSealed(PURPOSE, ownerOf(row), row.sealed);

/** The secret, sealed under the current key. Undefined if it is sealed under that key already. */
export const resealedFactor = (row: SecondFactorRow): string | undefined =>
  resealValue(PURPOSE, ownerOf(row), row.sealed);

const loadFactor = (username: string): Promise<SecondFactorRow | undefined> =>
  findRow(secondFactorKey(username), secondFactorCodec);

/** Codes may be typed in groups. */
const bare = (typed: string): string => typed.toUpperCase().replaceAll(/[\s-]/g, '');

/** Recovery codes are random, so an unsalted hash is enough. */
const hashOf = (code: string): string =>
  createHash('sha256')
    .update(`recovery\n${bare(code)}`)
    .digest('base64url');

const newRecoveryCode = (): string => (toBase32(randomBytes(RECOVERY_BYTES)).match(/.{4}/g) ?? []).join('-');

const alreadySetUp = (): ApiError => conflict('factor_set_up', 'The second factor is set up already.');
const wrongCode = (): ApiError => invalid('code', 'The code is wrong, or was used already.', 'wrong_code');

/**
 * Begins the setup of a second factor: the secret is shown once, and the factor becomes active once a code has been
 * entered. Replaces an unfinished setup, never an active factor. Throws 422 `wrong_password`, 429, and 409
 * `factor_set_up` and `user_changed`.
 */
export const beginSecondFactor = async (user: UserRow, password: string): Promise<string> => {
  if (user.factor !== undefined) throw alreadySetUp();
  await assertOwnPassword(user, password);
  const secret = newTotpSecret();
  const named = { username: user.username, id: crypto.randomUUID() };
  const row = secondFactorCodec.write({
    ...secondFactorKey(user.username),
    ...named,
    sealed: seal(PURPOSE, ownerOf(named), secret),
    recovery: [],
    begunAtMs: nowMs(),
    version: 1,
  });
  // Not audited: nothing has changed until a code is entered.
  await withoutCause(() => commit([{ put: row }, { check: userKey(user.username), condition: userUnchanged(user) }]));
  return secret;
};

/** Time for entering the first code, after which the password must be entered again. */
const PENDING_MS = 10 * MINUTE_MS;

const loadPending = async (username: string): Promise<SecondFactorRow | undefined> => {
  const row = await loadFactor(username);
  return row && row.begunAtMs + PENDING_MS > nowMs() ? row : undefined;
};

/** The secret being set up; undefined if there is none. */
export const pendingSecret = async (user: UserRow): Promise<string | undefined> => {
  if (user.factor !== undefined) return undefined;
  const row = await loadPending(user.username);
  return row && secretOf(row);
};

/** Condition: no code of the factor was used since the row was read. */
const factorUnchanged = ({ id, version }: SecondFactorRow): Condition => membersAre({ id, version });

/** Changes the row on the condition that no code was used since it was read. */
const factorWrite = (row: SecondFactorRow, set: Partial<Pick<SecondFactorRow, 'lastStep' | 'recovery'>>): Write => ({
  update: rowUpdate({
    key: row,
    set: { ...set, version: row.version + 1 },
    if: factorUnchanged(row),
  }),
});

/** Condition: the password and the factor of the user are as they were read for this request. */
const userUnchanged = ({ passwordHash, factor }: UserRow): Condition => membersAre({ passwordHash, factor });

/**
 * Keeps a session open after the factor of its user has changed. The write fails if the session was closed in the
 * meantime.
 */
const sessionWrite = (session: DeskSessionRow, user: UserRow, factor: string | undefined): Write => {
  const set = { factor, sessionVersion: (user.sessionVersion ?? 0) + 1 };
  return { update: rowUpdate({ key: session, set, if: PRESENT }) };
};

/** Sets or removes the factor of a user, and ends the user's sessions. */
const userFactorWrite = (user: UserRow, factor: string | undefined): Write => ({
  update: rowUpdate({
    key: userKey(user.username),
    set: { factor },
    add: { sessionVersion: 1 },
    if: userUnchanged(user),
  }),
});

/**
 * Activates the second factor with a first code. From now on it is required; other sessions end. Returns the recovery
 * codes, which are stored only as hashes. Throws 409 `factor_set_up` and `user_changed`, 422 `wrong_code`, and 429.
 */
export const confirmSecondFactor = async (user: UserRow, session: DeskSessionRow, code: string): Promise<string[]> => {
  if (user.factor !== undefined) throw alreadySetUp();
  const row = await loadPending(user.username);
  if (!row) throw wrongCode();
  const step = await countAttempt(user.username, () =>
    Promise.resolve(matchingStep(secretOf(row), bare(code), { nowMs: nowMs() })),
  );
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  nameSubject({ username: user.username });
  await commit([
    factorWrite(row, { lastStep: step, recovery: codes.map(hashOf) }),
    userFactorWrite(user, row.id),
    sessionWrite(session, user, row.id),
  ]);
  return codes;
};

/**
 * Reserves an attempt before checking the code, and cancels it if the code is right. Throws 422 `wrong_code` and 429.
 */
const countAttempt = async <T>(username: string, check: () => Promise<T | undefined>): Promise<T> => {
  const tries = await refusedAsRateLimited(
    reserveAttempt([attemptsOfUser(`code#${username}`)]),
    'Too many wrong codes. Nothing was checked; try again later.',
  );
  const result = await check();
  if (result === undefined) {
    await Promise.all(tries.map(confirm));
    throw wrongCode();
  }
  await Promise.all(tries.map(cancel));
  return result;
};

/** The factor of a user with the write that uses up a code; undefined for a wrong or used code. */
const codeOf = async (user: UserRow, typed: string): Promise<{ row: SecondFactorRow; spent: Write } | undefined> => {
  const row = await loadFactor(user.username);
  if (!row || row.id !== user.factor) return undefined;
  const spent = spendCodeWrite(row, bare(typed));
  return spent && { row, spent };
};

/**
 * Accepts a code of the app, or one of the recovery codes, and uses it up: each code counts once, even under
 * concurrency. Throws 422 `wrong_code` and 429.
 */
export const consumeSecondFactorCode = async (user: UserRow, typed: string): Promise<void> => {
  await countAttempt(user.username, async () => {
    const code = await codeOf(user, typed);
    return code && (await tryCommit(code.spent)) ? true : undefined;
  });
};

const spendCodeWrite = (row: SecondFactorRow, code: string): Write | undefined => {
  const step = matchingStep(secretOf(row), code, { nowMs: nowMs(), lastStep: row.lastStep });
  if (step !== undefined) return factorWrite(row, { lastStep: step });
  const hash = hashOf(code);
  return row.recovery.includes(hash)
    ? factorWrite(row, { recovery: row.recovery.filter((each) => each !== hash) })
    : undefined;
};

/** Returns false if a concurrent request used the code. */
const tryCommit = (write: Write): Promise<boolean> => unlessRefused(transact([write]));

const commit = async (writes: readonly Write[]): Promise<void> => {
  if (!(await unlessRefused(transact(writes)))) throw userChanged();
};

/** Writes that remove the second factor of a user; the user's sessions end, except for `session`. */
export const removeFactorWrites = (
  user: UserRow,
  { row, session }: { row?: SecondFactorRow; session?: DeskSessionRow } = {},
): Write[] => [
  userFactorWrite(user, undefined),
  { remove: secondFactorKey(user.username), ...(row ? { condition: factorUnchanged(row) } : {}) },
  ...(session ? [sessionWrite(session, user, undefined)] : []),
];

/**
 * Removes the user's own second factor, with one of its codes. Throws 422 `wrong_code`, 429, and 409 after a concurrent
 * change.
 */
export const endSecondFactor = async (user: UserRow, session: DeskSessionRow, code: string): Promise<void> => {
  if (user.factor === undefined) return;
  const { row } = await countAttempt(user.username, () => codeOf(user, code));
  nameSubject({ username: user.username });
  // The removal deletes the row of the factor, so the code needs no separate write.
  await commit(removeFactorWrites(user, { row, session }));
};
