import { createHash } from 'node:crypto';
import { isDryRun } from '../platform/dry-run.ts';
import { nowMs } from '../platform/clock.ts';
import { storedMessage, withMessage, type StoredReason } from '../platform/messages/stored.ts';
import { ApiError } from '../platform/errors.ts';
import { agentCause, auditMembers, AUDIT_SECONDS, type AgentCause } from './agent-audit.ts';
import { keyConflict, requestInProgress } from './repeated-key.ts';
import { membersAre } from './conditions.ts';
import { getRow, putRow, deleteRow, ConditionFailed, type Condition, type Key, type Row } from './table.ts';
import { unlessRefused } from './unless-refused.ts';
import { TransactionRefused, type Write } from './transactions.ts';
import { rowOfType } from './row-of-type.ts';

/** The recorded reply of a request. A repeat of the request gets the same reply. */
export interface Reply {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

interface IdempotencyRow extends Row {
  type: 'idempotency';
  inputHash: string;
  reply?: {
    status: number;
    headers: Record<string, string>;
    body: string | null;
    /** The message in `message` of the body, for channels that translate it. */
    message?: StoredReason;
  };
  /** While an external call runs: the time after which another request may take over. */
  leasedUntilMs?: number;
  holder?: string;
}

/** Identifies a request (company, operation, key) and its input (lib/reference/idempotency.md#scope-of-a-key). */
export interface IdempotencyRecord {
  row: Key;
  inputHash: string;
  keptForSeconds: number;
  /** The agent that sent the request. It is stored with the reply. */
  agent?: AgentCause;
}

export interface IdempotencyInput {
  company: string;
  /** Name of the route. */
  operation: string;
  key: string;
  /** Path parameters and body, as a JSON value. */
  input: unknown;
  /** Default: 7 days. Keys of operations that move money are kept as long as their order. */
  keptForSeconds?: number;
}

const SEVEN_DAYS_SECONDS = 7 * 24 * 3600;

/** Hash of a value, independent of the order of its members. */
export const hashInput = (input: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(sortMembers(input)) ?? '')
    .digest('base64url');

const sortMembers = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortMembers);
  if (value === null || typeof value !== 'object') return value;
  const sorted = Object.create(null) as Record<string, unknown>;
  for (const name of Object.keys(value).sort()) sorted[name] = sortMembers((value as Record<string, unknown>)[name]);
  return sorted;
};

export const idempotencyRecordFor = (input: IdempotencyInput): IdempotencyRecord => {
  const { company, operation } = input;
  const agent = agentCause(company, operation, input.input);
  return {
    row: {
      pk: `IDEMPOTENCY#${company}#${operation}#${createHash('sha256').update(input.key).digest('base64url')}`,
      sk: 'record',
    },
    inputHash: hashInput(input.input),
    keptForSeconds: input.keptForSeconds ?? SEVEN_DAYS_SECONDS,
    ...(agent ? { agent } : {}),
  };
};

const REPLAYED = { 'Idempotency-Replayed': 'true' };

const hasExpired = (row: IdempotencyRow): boolean => row.ttl !== undefined && row.ttl * 1000 <= nowMs();

/**
 * The recorded reply of an earlier identical request, or undefined. Throws 409 `idempotency_conflict` for other input,
 * and 409 `request_in_progress` while another request holds the lease of the key.
 */
export const findReply = async (idempotency: IdempotencyRecord): Promise<Reply | undefined> =>
  replyIn(idempotency, await getRow(idempotency.row, { consistent: true }));

/** Like `findReply`, for an operation that has read the record together with other rows. */
export const replyIn = (idempotency: IdempotencyRecord, row: Row | undefined): Reply | undefined =>
  row ? replyOrConflict(idempotency, rowOfType<IdempotencyRow>('idempotency', row)) : undefined;

const replyOrConflict = (idempotency: IdempotencyRecord, row: IdempotencyRow): Reply | undefined => {
  if (hasExpired(row)) return undefined;
  if (row.inputHash !== idempotency.inputHash) throw keyConflict();
  if (row.reply) return replayOf(row.reply);
  const leftMs = (row.leasedUntilMs ?? 0) - nowMs();
  if (leftMs <= 0) return undefined;
  throw requestInProgress(leftMs / 1000);
};

/** The body is stored as text, so that a repeat has its members in the same order. */
const replayOf = ({ status, headers, body, message }: NonNullable<IdempotencyRow['reply']>): Reply => ({
  status,
  headers: { ...headers, ...REPLAYED },
  ...(body === null ? {} : { body: withMessage(JSON.parse(body) as object, message) }),
});

/**
 * Marks a reply as replayed, for a request whose record has expired but whose reply can be derived from another row.
 */
export const asReplay = (reply: Reply): Reply => ({ ...reply, headers: { ...reply.headers, ...REPLAYED } });

export const IDEMPOTENCY_WRITE = 'idempotency';

export const recordReplyWrite = (
  idempotency: IdempotencyRecord,
  reply: Reply,
  holder?: string,
): Write & { put: Row } => {
  const now = Math.floor(nowMs() / 1000);
  const keptForSeconds = idempotency.agent
    ? Math.max(AUDIT_SECONDS, idempotency.keptForSeconds)
    : idempotency.keptForSeconds;
  const put: IdempotencyRow = {
    ...idempotency.row,
    type: 'idempotency',
    v: 1,
    inputHash: idempotency.inputHash,
    reply: {
      status: reply.status,
      headers: reply.headers ?? {},
      body: reply.body === undefined ? null : JSON.stringify(reply.body),
      ...storedMessage(reply.body),
    },
    ttl: now + keptForSeconds,
    ...(idempotency.agent ? auditMembers(idempotency.agent, idempotency.row) : {}),
  };
  // A dry run has no lease.
  const condition =
    holder && !isDryRun()
      ? membersAre({ holder })
      : { expression: 'attribute_not_exists(pk) OR #ttl <= :now', names: { '#ttl': 'ttl' }, values: { ':now': now } };
  return { put, condition, name: IDEMPOTENCY_WRITE, reply: reply.body };
};

/** The record of a reply, or no write for a request without an idempotency key. */
export const recordReplyWrites = (idempotency: IdempotencyRecord | undefined, reply: Reply): Write[] =>
  idempotency ? [recordReplyWrite(idempotency, reply)] : [];

/**
 * The record of an agent's request, for operations that store their reply elsewhere. Commit it with the change. Empty
 * for other callers.
 */
export const recordAgentWrites = (input: IdempotencyInput, reply: Reply): Write[] => {
  const idempotency = idempotencyRecordFor(input);
  return idempotency.agent ? [recordReplyWrite(idempotency, reply)] : [];
};

/** The record of a reply that was determined after its request had crashed. It never replaces an existing reply. */
export const recordLateReplyWrite = (idempotency: IdempotencyRecord, reply: Reply): Write => ({
  ...recordReplyWrite(idempotency, reply),
  condition: { expression: 'attribute_not_exists(reply)' },
});

/**
 * Runs an operation that commits its record in the same transaction (`recordReplyWrite(idempotency, …)`), or returns
 * the recorded reply to a repeat. Of two concurrent requests one commits, and the other returns that reply.
 */
export const once = async (idempotency: IdempotencyRecord, operate: () => Promise<Reply>): Promise<Reply> => {
  const earlier = await findReply(idempotency);
  return earlier ?? commitOnce(idempotency, operate);
};

/** Like `once`, for an operation that reads the record itself, together with other rows (`replyIn`). */
export const commitOnce = async (idempotency: IdempotencyRecord, operate: () => Promise<Reply>): Promise<Reply> => {
  try {
    return await operate();
  } catch (error) {
    const lost = error instanceof TransactionRefused && error.failed(IDEMPOTENCY_WRITE) !== undefined;
    if (!lost && !isRefusal(error)) throw error;
    // A concurrent duplicate may have caused this refusal. If its reply is recorded now, return that.
    const first = await findReply(idempotency);
    if (first) return first;
    if (!lost) throw error;
    throw requestInProgress(1);
  }
};

/** Whether an error describes the state of the resource: it does not exist, or does not allow the request. */
const isRefusal = (error: unknown): boolean => error instanceof ApiError && [404, 409, 412, 422].includes(error.status);

/**
 * Runs an operation with an external effect. It takes a lease first, so that duplicates get 409 `request_in_progress`.
 * If the request crashes, another one may take over after `leaseSeconds`. The operation records its reply with
 * `recordReplyWrite(idempotency, reply, holder)`; if it throws, the key is released
 * (lib/reference/idempotency.md#released-keys). External calls must send a key derived from `idempotency.row.pk`, so
 * that they are not executed twice after a takeover.
 */
export const withLease = async (
  idempotency: IdempotencyRecord,
  leaseSeconds: number,
  operate: (holder: string) => Promise<Reply>,
): Promise<Reply> => {
  const holder = crypto.randomUUID();
  const earlier = isDryRun() ? await findReply(idempotency) : await takeLease(idempotency, leaseSeconds, holder);
  if (earlier) return earlier;
  if (isDryRun()) return operate(holder);
  try {
    return await operate(holder);
  } catch (error) {
    if (error instanceof TransactionRefused && error.failed(IDEMPOTENCY_WRITE)) {
      const first = await findReply(idempotency);
      if (first) return first;
    }
    await releaseLease(idempotency, holder);
    throw error;
  }
};

/**
 * The lease of an operation with an external effect, to be committed with the change that begins it. As long as it is
 * held, duplicates get 409 `request_in_progress`. The operation ends the lease with `recordReplyWrite`, to which it
 * passes `holder`, or with `releaseKeyWrite`.
 */
export const leaseWrite = (
  idempotency: IdempotencyRecord,
  leaseSeconds: number,
  holder: string,
): { put: Row; condition: Condition; name: string } => {
  const now = nowMs();
  const put: IdempotencyRow = {
    ...idempotency.row,
    type: 'idempotency',
    v: 1,
    inputHash: idempotency.inputHash,
    leasedUntilMs: now + leaseSeconds * 1000,
    holder,
    ttl: Math.floor(now / 1000) + idempotency.keptForSeconds,
  };
  const condition: Condition = {
    expression:
      'attribute_not_exists(pk) OR #ttl <= :seconds OR holder = :holder' +
      ' OR (attribute_not_exists(reply) AND leasedUntilMs <= :now AND inputHash = :input)',
    names: { '#ttl': 'ttl' },
    values: { ':now': now, ':seconds': Math.floor(now / 1000), ':input': idempotency.inputHash, ':holder': holder },
  };
  return { put, condition, name: IDEMPOTENCY_WRITE };
};

/** Removes the lease of a key without a reply. Commit it with the change that ends the operation. */
export const releaseKeyWrite = (idempotency: IdempotencyRecord): Write => ({
  remove: idempotency.row,
  condition: { expression: 'attribute_not_exists(reply)' },
  name: IDEMPOTENCY_WRITE,
});

const takeLease = async (
  idempotency: IdempotencyRecord,
  leaseSeconds: number,
  holder: string,
): Promise<Reply | undefined> => {
  const { put, condition } = leaseWrite(idempotency, leaseSeconds, holder);
  try {
    await putRow(put, condition);
    return undefined;
  } catch (error) {
    if (!(error instanceof ConditionFailed) || !error.row) throw error;
    const earlier = replyOrConflict(idempotency, rowOfType<IdempotencyRow>('idempotency', error.row));
    if (earlier) return earlier;
    throw requestInProgress(1);
  }
};

/** Releases the key of a request that ended without a reply, so that the next request with it is executed. */
export const releaseKey = async (idempotency: IdempotencyRecord): Promise<void> => {
  await unlessRefused(deleteRow(idempotency.row, { expression: 'attribute_not_exists(reply)' }));
};

const releaseLease = async (idempotency: IdempotencyRecord, holder: string): Promise<void> => {
  await unlessRefused(deleteRow(idempotency.row, membersAre({ holder, reply: undefined })));
};
