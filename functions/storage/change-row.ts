import { requests } from '../platform/messages/requests.ts';
import { randomBytes } from 'node:crypto';
import { isDryRun } from '../platform/dry-run.ts';
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
  /** Distinguishes a write whose response was lost from another writer's: a single write has no client token. */
  writeId?: string;
}

export interface RowDecision<T, R> {
  row?: T;
  /** Writes that commit with the row, or not at all. */
  also?: readonly Write[];
  result: R;
  /** Reply of a dry run; default: the reply that is recorded with the row, otherwise `result`. */
  preview?: () => unknown;
}

export interface RowChange<T extends VersionedRow, R> {
  key: Key;
  codec: RowCodec<T>;
  /** The row as it was just read or written; saves the first read. */
  seed?: T | undefined;
  /**
   * Decides on the current row (undefined: it does not exist); throws the caller's error, or `OutdatedRow`. May run
   * several times.
   */
  decide: (row: T | undefined, nowMs: number) => RowDecision<T, R> | Promise<RowDecision<T, R>>;
  /**
   * Called when a write other than the row's was refused: returns the error to throw, or `again` to decide again.
   * Otherwise the refusal is thrown unchanged.
   */
  refused?: ((failure: FailedWrite) => Error | 'again' | undefined) | undefined;
  /** Races that may be lost before the caller gets 503. */
  rounds?: number;
}

/** Thrown by `decide` when rows that it read at different moments do not match: `decide` then runs again. */
export class OutdatedRow extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'OutdatedRow';
  }
}

/** As random as a UUID, in two thirds of the bytes. */
const newWriteId = (): string => randomBytes(16).toString('base64url');

/** Name of the row's own write in its transaction. */
const ROW_WRITE = 'row';
const ROUNDS = 12;

/**
 * Changes one row together with the writes that must commit with it: decides on the newest version and writes only if
 * that version is unchanged. The loser of a race decides again on the winner's row, which the refusal returns. Throws
 * 503 `service_busy` when concurrent changes continue.
 */
export const changeRow = async <T extends VersionedRow, R>(change: RowChange<T, R>): Promise<R> => {
  const { key, codec, rounds = ROUNDS } = change;
  let current = change.seed ?? (await readLatest(key, codec));
  let outdated: OutdatedRow | undefined;
  for (let round = 1; round <= rounds; round++) {
    const decision = await decideOn(change, current);
    if (decision instanceof OutdatedRow) {
      outdated = decision;
      current = await readLatest(key, codec);
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

const readLatest = async <T extends VersionedRow>(key: Key, codec: RowCodec<T>): Promise<T | undefined> => {
  const raw = await getRow(key, { consistent: true });
  return raw && codec.read(raw);
};

/** A single write needs no transaction, which costs twice as much, unless its actor has to be audited. */
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

/** The winner's row. Throws when the refused write was not the row's. */
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
