import { requests } from '../platform/messages/requests.ts';
import { randomBytes } from 'node:crypto';
import { isDryRun } from '../platform/dry-run.ts';
import { pendingAudit } from '../platform/cause.ts';
import { nowMs } from '../platform/clock.ts';
import { ApiError, unavailable } from '../platform/errors.ts';
import { versionUnchanged } from './conditions.ts';
import type { RowCodec } from './row-codec.ts';
import { findRow } from './find-row.ts';
import { ConditionFailed, putRow, type Condition, type Key, type Row } from './table.ts';
import { pause } from './retry.ts';
import { transact, TransactionRefused, type FailedWrite, type Write } from './transactions.ts';

/** A row that only changes by conditional writes on its `version`, which starts at 1. */
export interface VersionedRow extends Row {
  version: number;
  /** Recognizes the row's own write if its response was lost, because a single write has no client token. */
  writeId?: string;
}

export interface RowDecision<T, R> {
  row?: T;
  /** Writes that are committed together with the row. */
  also?: readonly Write[];
  result: R;
  /** The reply of a dry run. Default: the reply that is recorded with the row, otherwise `result`. */
  preview?: () => unknown;
}

export interface RowChange<T extends VersionedRow, R> {
  key: Key;
  codec: RowCodec<T>;
  /** The row, if it was just read or written. Replaces the first read. */
  seed?: T | undefined;
  /**
   * Decides what to write, given the current row (undefined if it does not exist). Throws the caller's error, or
   * `OutdatedRow`. May be called several times.
   */
  decide: (row: T | undefined, nowMs: number) => RowDecision<T, R> | Promise<RowDecision<T, R>>;
  /**
   * Called if a write other than the row's own was refused. Returns the error to throw, or `again` to call `decide`
   * again. If undefined, the refusal is thrown unchanged.
   */
  refused?: ((failure: FailedWrite) => Error | 'again' | undefined) | undefined;
  /** Maximum number of attempts; after that the caller gets 503. */
  rounds?: number;
}

/** Thrown by `decide` if rows that it read at different times do not match. `decide` is then called again. */
export class OutdatedRow extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'OutdatedRow';
  }
}

/** An id that is as random as a UUID, with two thirds of the bytes. */
const newWriteId = (): string => randomBytes(16).toString('base64url');

/** Name of the write of the row itself in its transaction. */
const ROW_WRITE = 'row';
const ROUNDS = 12;

/**
 * Changes one row, together with writes that must be committed with it: calls `decide` with the newest version, and
 * writes only if that version is unchanged. After a conflict it calls `decide` again with the current row. Throws 503
 * `service_busy` if concurrent changes continue.
 */
export const changeRow = async <T extends VersionedRow, R>(change: RowChange<T, R>): Promise<R> => {
  const { key, codec, rounds = ROUNDS } = change;
  let current = change.seed ?? (await findRow(key, codec));
  let outdated: OutdatedRow | undefined;
  for (let round = 1; round <= rounds; round++) {
    const decision = await decideOn(change, current);
    if (decision instanceof OutdatedRow) {
      outdated = decision;
      current = await findRow(key, codec);
      continue;
    }
    const { row, result } = decision;
    if (!row) return result;
    const writeId = newWriteId();
    const next = codec.write({ ...row, ...key, version: (current?.version ?? 0) + 1, writeId });
    try {
      await commit(next, versionUnchanged(current), decision);
      return result;
    } catch (error) {
      const latest = await afterRefusal(error, change);
      if (latest?.writeId === writeId) return result;
      current = latest;
    }
    await pause(Math.min(round, 5));
  }
  throw unavailable('service_busy', requests('service_busy'), 1, outdated);
};

const decideOn = async <T extends VersionedRow, R>(
  { decide }: RowChange<T, R>,
  current: T | undefined,
): Promise<RowDecision<T, R> | OutdatedRow> => {
  try {
    return await decide(current, nowMs());
  } catch (error) {
    if (error instanceof OutdatedRow) return error;
    throw error;
  }
};

/**
 * Commits the decision. Uses a single write if there are no other writes and the change need not be audited, because a
 * transaction costs twice as much. A dry run always uses a transaction.
 */
const commit = <R>(
  row: VersionedRow,
  condition: Condition,
  { also = [], result, preview }: RowDecision<VersionedRow, R>,
): Promise<void> => {
  if (also.length === 0 && !isDryRun() && !pendingAudit()) return putRow(row, condition);
  const recorded = also.some((write) => 'reply' in write);
  return transact(
    [{ put: row, condition, name: ROW_WRITE }, ...also],
    preview ?? (recorded ? undefined : () => result),
  );
};

/** The current row after a conflict. If only other writes were refused, throws unless `refused` returns `again`. */
const afterRefusal = async <T extends VersionedRow, R>(
  error: unknown,
  { key, codec, refused }: RowChange<T, R>,
): Promise<T | undefined> => {
  if (error instanceof ConditionFailed) return error.row && codec.read(error.row);
  if (error instanceof TransactionRefused) {
    const ownFailure = error.failed(ROW_WRITE);
    if (ownFailure) return ownFailure.row && codec.read(ownFailure.row);
    const [other] = error.failures;
    const verdict = other && refused?.(other);
    if (verdict !== 'again') throw verdict ?? error;
    return findRow(key, codec);
  }
  if (error instanceof ApiError && error.code === 'service_busy') return findRow(key, codec);
  throw error;
};
