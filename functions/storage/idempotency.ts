import { createHash } from 'node:crypto';
import { isDryRun } from '../platform/dry-run.ts';
import { nowMs } from '../platform/clock.ts';
import { storedMessage, withMessage, type StoredReason } from '../platform/messages/stored.ts';
import { ApiError } from '../platform/errors.ts';
import { agentCause, auditMembers, AUDIT_SECONDS, type AgentCause } from './agent-audit.ts';
import { keyConflict, requestInProgress } from './repeated-key.ts';
import { getRow, putRow, deleteRow, ConditionFailed, type Condition, type Key, type Row } from './table.ts';
import { TransactionRefused, type Write } from './transactions.ts';
import { rowOfType } from './row-of-type.ts';

/** A recorded response, so that a repeat gets the same. */
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
    /** The message in the member `message` of the body, for a surface that translates it. */
    message?: StoredReason;
  };
  /** While an external call runs: the moment after which another caller may take over. */
  leasedUntilMs?: number;
  holder?: string;
}

/** Identity of a request (company, operation, key), and of its input (lib/reference/idempotency.md#scope-of-a-key). */
export interface IdempotencyRecord {
  row: Key;
  inputHash: string;
  keptForSeconds: number;
  /** The agent that sent the request; kept with the response. */
  agent?: AgentCause;
}

export interface IdempotencyInput {
  company: string;
  /** Name of the route. */
  operation: string;
  key: string;
  /** Path parameters and body: any JSON value. */
  input: unknown;
  /** Default 7 days. Money-moving operations keep theirs as long as their order. */
  keptForSeconds?: number;
}

const SEVEN_DAYS_SECONDS = 7 * 24 * 3600;

/** Hash of a value that does not depend on the order of object members. */
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
 * The recorded response of an earlier identical request, or undefined. Throws 409 `idempotency_conflict` for other
 * input and 409 `request_in_progress` while the first still runs.
 */
export const findReply = async (idempotency: IdempotencyRecord): Promise<Reply | undefined> => {
  return replyIn(idempotency, await getRow(idempotency.row, { consistent: true }));
};

/** As `findReply`, for an operation that has read the record together with other rows. */
export const replyIn = (idempotency: IdempotencyRecord, row: Row | undefined): Reply | undefined =>
  row ? replyOrConflict(idempotency, rowOfType<IdempotencyRow>('idempotency', row)) : undefined;

const replyOrConflict = (idempotency: IdempotencyRecord, row: IdempotencyRow): Reply | undefined => {
  if (hasExpired(row)) return undefined;
  if (row.inputHash !== idempotency.inputHash) {
    throw keyConflict();
  }
  if (row.reply) return replayOf(row.reply);
  const leftMs = (row.leasedUntilMs ?? 0) - nowMs();
  if (leftMs <= 0) return undefined;
  throw requestInProgress(leftMs / 1000);
};

/** The body is kept as text, so that a repeat has its members in the same order. */
const replayOf = ({ status, headers, body, message }: NonNullable<IdempotencyRow['reply']>): Reply => ({
  status,
  headers: { ...headers, ...REPLAYED },
  ...(body === null ? {} : { body: withMessage(JSON.parse(body) as object, message) }),
});

/** Marks the response of an earlier request whose record has expired, when it is derived from a row that is kept. */
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
  // A dry run takes no lease.
  const condition =
    holder && !isDryRun()
      ? { expression: 'holder = :holder', values: { ':holder': holder } }
      : { expression: 'attribute_not_exists(pk) OR #ttl <= :now', names: { '#ttl': 'ttl' }, values: { ':now': now } };
  return { put, condition, name: IDEMPOTENCY_WRITE, reply: reply.body };
};

/**
 * The record of an agent's request, for operations whose change is its own record of the reply: to be committed with the
 * change. Requests of other callers are not recorded this way.
 */
export const recordAgentWrites = (input: IdempotencyInput, reply: Reply): Write[] => {
  const idempotency = idempotencyRecordFor(input);
  return idempotency.agent ? [recordReplyWrite(idempotency, reply)] : [];
};

/** The record of a reply that was determined after its request had crashed; it never replaces an existing reply. */
export const recordLateReplyWrite = (idempotency: IdempotencyRecord, reply: Reply): Write => ({
  ...recordReplyWrite(idempotency, reply),
  condition: { expression: 'attribute_not_exists(reply)' },
});

/**
 * Runs an operation that commits in one transaction with its record (`recordReplyWrite(idempotency, …)`): a repeat
 * gets the recorded response. Of two concurrent requests, one commits and the other returns that response.
 */
export const once = async (idempotency: IdempotencyRecord, operate: () => Promise<Reply>): Promise<Reply> => {
  const earlier = await findReply(idempotency);
  return earlier ?? commitOnce(idempotency, operate);
};

/** As `once`, for an operation that reads the record itself, together with other rows (`replyIn`). */
export const commitOnce = async (idempotency: IdempotencyRecord, operate: () => Promise<Reply>): Promise<Reply> => {
  try {
    return await operate();
  } catch (error) {
    const lost = error instanceof TransactionRefused && error.failed(IDEMPOTENCY_WRITE) !== undefined;
    if (!lost && !isRefusal(error)) throw error;
    // A concurrent duplicate may have caused this refusal. If its reply is recorded now, replay it.
    const first = await findReply(idempotency);
    if (first) return first;
    if (!lost) throw error;
    throw requestInProgress(1);
  }
};

/** A reply about the state of the resource: missing, or not possible in this state. */
const isRefusal = (error: unknown): boolean => error instanceof ApiError && [404, 409, 412, 422].includes(error.status);

/**
 * Runs an operation with an external effect: takes a lease first, so that duplicates get 409 `request_in_progress`; a
 * lease whose holder crashed is taken over after `leaseSeconds`. The operation records its reply with
 * `recordReplyWrite(idempotency, reply, holder)`; when it throws, the key is released
 * (lib/reference/idempotency.md#released-keys). External calls must carry their own key derived from
 * `idempotency.row.pk`, so that taking over cannot double them.
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
 * The lease of an operation with an external effect, to be committed with the change that begins it: until it ends,
 * duplicates get 409 `request_in_progress`. The operation ends it with `recordReplyWrite`, or removes it.
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

/** Removes the lease of a key that has no reply, to be committed with the change that ends the operation. */
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

/** Lets the next request with the key proceed: this one ended without a response. */
export const releaseKey = async (idempotency: IdempotencyRecord): Promise<void> => {
  try {
    await deleteRow(idempotency.row, { expression: 'attribute_not_exists(reply)' });
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
};

const releaseLease = async (idempotency: IdempotencyRecord, holder: string): Promise<void> => {
  try {
    await deleteRow(idempotency.row, {
      expression: 'holder = :holder AND attribute_not_exists(reply)',
      values: { ':holder': holder },
    });
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
};
