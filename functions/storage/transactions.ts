import { randomUUID } from 'node:crypto';
import { isDryRun, DryRunResult } from '../platform/dry-run.ts';
import { markAudited } from '../platform/cause.ts';
import { config } from '../platform/config.ts';
import { auditWrites } from './audit.ts';
import { documents } from './client.ts';
import { TransactWriteCommand, type TransactItem, type TransactWriteCommandInput } from './commands.ts';
import { invalidateSharedRead } from './shared-reads.ts';
import {
  conditionInput,
  fromAttributeValues,
  keyText,
  updateInput,
  type Condition,
  type Key,
  type Row,
  type RowUpdate,
} from './table.ts';
import { retryOnConflict } from './retry.ts';

/** One write of a transaction. `name` identifies the write that was refused; `reply` is the recorded reply. */
export type Write =
  | { put: Row; condition?: Condition; name?: string; reply?: unknown }
  | { update: RowUpdate; name?: string }
  | { remove: Key; condition?: Condition; name?: string }
  | { check: Key; condition: Condition; name?: string };

/** A write whose condition failed. `row` is the current row, or undefined if it does not exist. */
export interface FailedWrite {
  index: number;
  name: string | undefined;
  row: Row | undefined;
}

/** Names of writes often contain partition keys with codes and names, so only the kind of row is logged. */
const kindOf = (name: string): string => name.split('#', 1)[0] ?? '';

/** Thrown if conditions of a transaction were not met. Nothing was written. */
export class TransactionRefused extends Error {
  readonly failures: FailedWrite[];
  readonly logDetails: Record<string, unknown>;
  constructor(failures: FailedWrite[]) {
    const refusedBy = failures.map(({ index, name }) => (name === undefined ? index : kindOf(name)));
    super(`A transaction was refused by ${refusedBy.join(', ')}`);
    this.name = 'TransactionRefused';
    this.failures = failures;
    this.logDetails = { refused_by: refusedBy };
  }
  failed(name: string): FailedWrite | undefined {
    return this.failures.find((failure) => failure.name === name);
  }
}

export const TRANSACTION_MAX_WRITES = 100;

/**
 * Groups elements so that the writes of each group fit into one transaction together with `otherCount` other writes.
 */
export const transactionGroups = <T>(
  all: readonly T[],
  writesOf: (each: T) => readonly Write[],
  otherCount = 0,
): T[][] => {
  const groups: T[][] = [];
  let count = TRANSACTION_MAX_WRITES;
  for (const each of all) {
    const writes = writesOf(each).length;
    if (count + writes > TRANSACTION_MAX_WRITES) {
      groups.push([]);
      count = otherCount;
    }
    groups.at(-1)?.push(each);
    count += writes;
  }
  return groups;
};

/**
 * Commits all writes or none. Conflicts with other transactions and throttling are retried with jitter. An attempt that
 * may still be committed, or whose response was lost, is repeated with the same client token, so that it is not applied
 * twice. Throws `TransactionRefused` if a condition fails, 503 `service_busy` if conflicts continue, and
 * `TransactionInvalid` or DynamoDB's error for an invalid write. A dry run checks the conditions, writes nothing and
 * ends with `preview`, or with the reply that would have been recorded. The first transaction of a request writes its
 * audit row (storage/audit.ts).
 */
export const transact = async (writes: readonly Write[], preview?: () => unknown): Promise<void> => {
  const all = isDryRun() ? writes : [...writes, ...auditWrites()];
  if (all.length > TRANSACTION_MAX_WRITES)
    throw new Error(`A transaction has at most ${TRANSACTION_MAX_WRITES} writes`);
  if (!isDryRun()) {
    await commit(all);
    return markAudited();
  }
  const checks = writes.flatMap((write) => checkOf(write) ?? []);
  if (checks.length > 0) await commit(checks);
  throw new DryRunResult(preview ? preview() : recordedReply(writes));
};

const recordedReply = (writes: readonly Write[]): unknown =>
  writes.flatMap((write) => ('reply' in write ? [write.reply] : []))[0];

/** A condition check in place of a write; undefined if the write has no condition. */
const checkOf = (write: Write): Write | undefined => {
  const name = write.name === undefined ? {} : { name: write.name };
  if ('check' in write) return write;
  if ('update' in write) {
    const { key, condition: expression, names, values } = write.update;
    if (expression === undefined) return undefined;
    // Some callers pass a whole row as the key.
    const { pk, sk } = key;
    return { check: { pk, sk }, condition: { expression, ...usedPlaceholders(expression, names, values) }, ...name };
  }
  if (!write.condition) return undefined;
  const { pk, sk } = 'put' in write ? write.put : write.remove;
  return { check: { pk, sk }, condition: write.condition, ...name };
};

/** DynamoDB rejects names and values that the expression does not use. */
const usedPlaceholders = (
  expression: string,
  names: Record<string, string> = {},
  values: Record<string, unknown> = {},
) => {
  const placeholders = new Set(expression.match(/[#:]\w+/g));
  const used = <T>(all: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(all).filter(([placeholder]) => placeholders.has(placeholder)));
  const [usedNames, usedValues] = [used(names), used(values)];
  return {
    ...(Object.keys(usedNames).length > 0 ? { names: usedNames } : {}),
    ...(Object.keys(usedValues).length > 0 ? { values: usedValues } : {}),
  };
};

const commit = async (writes: readonly Write[]): Promise<void> => {
  const TransactItems = writes.map(toTransactItem);
  let token = randomUUID();
  await retryOnConflict(
    () => sent({ TransactItems, ClientRequestToken: token }, writes),
    (error) => {
      if (!(error instanceof Conflicted)) return false;
      // A transaction in progress may still be committed, and would be applied twice with another token.
      if (!error.isInProgress) token = randomUUID();
      return true;
    },
  );
  for (const write of writes) invalidateSharedRead(keyText(keyOf(write)));
};

/**
 * Thrown if another transaction holds one of the rows, the table throttles, or an earlier attempt is in progress. No
 * condition failed.
 */
class Conflicted extends Error {
  readonly isInProgress: boolean;
  constructor(cause: unknown) {
    super('A row is being changed by another transaction', { cause });
    this.isInProgress = cause instanceof Error && cause.name === IN_PROGRESS;
  }
}

const sent = async (input: TransactWriteCommandInput, writes: readonly Write[]): Promise<void> => {
  try {
    await documents.send(new TransactWriteCommand(input));
  } catch (error) {
    const reasons = cancellationReasons(error);
    if (!reasons) throw error;
    const failures = failuresIn(reasons, writes);
    if (failures.length > 0) throw new TransactionRefused(failures);
    if (!reasons.every(({ Code = NONE }) => RETRYABLE_REASONS.has(Code))) throw new TransactionInvalid(reasons, error);
    throw new Conflicted(error);
  }
};

const keyOf = (write: Write): Key => {
  if ('put' in write) return write.put;
  if ('update' in write) return write.update.key;
  return 'remove' in write ? write.remove : write.check;
};

const failuresIn = (reasons: readonly CancellationReason[], writes: readonly Write[]): FailedWrite[] =>
  reasons.flatMap((reason, index) =>
    reason.Code === 'ConditionalCheckFailed'
      ? [{ index, name: writes[index]?.name, row: fromAttributeValues(reason.Item) }]
      : [],
  );

interface CancellationReason {
  Code?: string;
  Message?: string;
  Item?: Record<string, unknown>;
}

const NONE = 'None';
/** Reasons for which a transaction is retried. */
const RETRYABLE_REASONS = new Set([NONE, 'TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

/** Thrown for a transaction that DynamoDB can never accept. This is a fault of the service. Nothing was written. */
class TransactionInvalid extends Error {
  constructor(reasons: readonly CancellationReason[], cause: unknown) {
    const causes = reasons.flatMap(({ Code = NONE, Message = '' }, index) =>
      Code === NONE ? [] : [`${index}: ${Code} ${Message}`],
    );
    super(`A transaction is not valid. ${causes.join('; ')}`, { cause });
    this.name = 'TransactionInvalid';
  }
}

const IN_PROGRESS = 'TransactionInProgressException';
const RETRIED_EXCEPTIONS = new Set(['TransactionConflictException', IN_PROGRESS]);

const cancellationReasons = (error: unknown): CancellationReason[] | undefined => {
  if (!(error instanceof Error)) return undefined;
  if (error.name === 'TransactionCanceledException') {
    return (error as { CancellationReasons?: CancellationReason[] }).CancellationReasons ?? [];
  }
  return RETRIED_EXCEPTIONS.has(error.name) ? [] : undefined;
};

const toTransactItem = (write: Write): TransactItem => {
  const TableName = config.tableName();
  if ('put' in write) return { Put: { TableName, Item: write.put, ...conditionInput(write.condition) } };
  if ('update' in write) return { Update: updateInput(write.update) };
  if ('remove' in write) return { Delete: { TableName, Key: write.remove, ...conditionInput(write.condition) } };
  const condition = conditionInput(write.condition) as Required<ReturnType<typeof conditionInput>>;
  return {
    ConditionCheck: { TableName, Key: write.check, ...condition } as NonNullable<TransactItem['ConditionCheck']>,
  };
};
