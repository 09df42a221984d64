import { randomBytes } from 'node:crypto';
import { isDryRun } from '../platform/agent-call.ts';
import { pendingAudit } from '../platform/cause.ts';
import { nowMs } from '../platform/clock.ts';
import { ApiError, unavailable } from '../platform/errors.ts';
import { versionUnchanged } from './conditions.ts';
import type { RowCodec } from './row-codec.ts';
import { ConditionFailed, getRow, putRow, type Condition, type Key, type Row } from './table.ts';
import { pause } from './retry.ts';
import { transact, TransactionRefused, type FailedWrite, type Write } from './transactions.ts';

/** A row whose every change is one conditional write on `version`, which counts from 1. */
export interface VersionedRow extends Row {
  version: number;
  /** Tells a write whose answer was lost from somebody else's: a lone write has no client token. */
  writeId?: string;
}

/** What to write, and what to say then. Without a `row` nothing is written. */
export interface RowDecision<T, R> {
  row?: T;
  /** Writes that commit with the row, or not at all. */
  also?: readonly Write[];
  answer: R;
  /** What a rehearsal tells; default: the answer that is recorded with the row, else `answer`. */
  would?: () => unknown;
}

export interface RowChange<T extends VersionedRow, R> {
  key: Key;
  codec: RowCodec<T>;
  /** The row as it was just read or written; saves the first read. */
  seed?: T | undefined;
  /** Decides on the row as it stands (undefined: there is none); throws what the caller gets. May run several times. */
  decide: (row: T | undefined, nowMs: number) => RowDecision<T, R> | Promise<RowDecision<T, R>>;
  /**
   * Another write than the row's was refused: what to throw, or `again` to decide once more. Otherwise the refusal is
   * thrown as it came.
   */
  refused?: ((failure: FailedWrite) => Error | 'again' | undefined) | undefined;
  /** Races that may be lost before the caller is told to come again. */
  rounds?: number;
}

/** As random as a UUID, in two thirds of the bytes. */
const newWriteId = (): string => randomBytes(16).toString('base64url');

/** Name of the row's own write in its transaction. */
const ROW_WRITE = 'row';
const ROUNDS = 12;

/**
 * Changes one row, with what must commit beside it: decides on the newest state and writes only while that state still
 * stands. Whoever loses a race decides again on what the winner left, which the refusal hands over. Throws 503
 * `service_busy` when races do not end.
 */
export const changeRow = async <T extends VersionedRow, R>(change: RowChange<T, R>): Promise<R> => {
  const { key, codec, decide, rounds = ROUNDS } = change;
  let current = change.seed ?? (await readLatest(key, codec));
  for (let round = 1; round <= rounds; round++) {
    const decision = await decide(current, nowMs());
    const { row, answer } = decision;
    if (!row) return answer;
    const writeId = newWriteId();
    const next = codec.write({ ...row, ...key, version: (current?.version ?? 0) + 1, writeId });
    try {
      await commit(next, versionUnchanged(current), decision);
      return answer;
    } catch (error) {
      const latest = await afterRefusal(error, change);
      if (latest?.writeId === writeId) return answer;
      current = latest;
    }
    await pause(Math.min(round, 5));
  }
  throw unavailable('service_busy', 'Too many changes at once. Try again.', 1);
};

const readLatest = async <T extends VersionedRow>(key: Key, codec: RowCodec<T>): Promise<T | undefined> => {
  const raw = await getRow(key, { consistent: true });
  return raw && codec.read(raw);
};

/** A lone write needs no transaction, which costs twice as much, unless it is to be told who made it. */
const commit = <R>(
  row: VersionedRow,
  condition: Condition,
  { also = [], answer, would }: RowDecision<VersionedRow, R>,
): Promise<void> => {
  if (also.length === 0 && !isDryRun() && !pendingAudit()) return putRow(row, condition);
  const recorded = also.some((write) => 'answer' in write);
  return transact([{ put: row, condition, name: ROW_WRITE }, ...also], would ?? (recorded ? undefined : () => answer));
};

/** The row as whoever was faster left it. Throws when it was not the row that was refused. */
const afterRefusal = async <T extends VersionedRow, R>(
  error: unknown,
  { key, codec, refused }: RowChange<T, R>,
): Promise<T | undefined> => {
  if (error instanceof ConditionFailed) return error.row && codec.read(error.row);
  if (error instanceof TransactionRefused) {
    const own = error.failed(ROW_WRITE);
    if (own) return own.row && codec.read(own.row);
    const [other] = error.failures;
    const verdict = other && refused?.(other);
    if (verdict !== 'again') throw verdict ?? error;
    return readLatest(key, codec);
  }
  if (error instanceof ApiError && error.code === 'service_busy') return readLatest(key, codec);
  throw error;
};
