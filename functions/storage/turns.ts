import { forReal } from '../platform/agent-call.ts';
import { nowMs } from '../platform/clock.ts';
import { ConditionFailed, updateRow, type Key, type Row, type RowUpdate } from './table.ts';
import { pause } from './retry.ts';
import type { Write } from './transactions.ts';
import { rowOfType } from './row-of-type.ts';

/**
 * A limit that nobody gets past by hurrying: each use is counted in one conditional write before it is looked at, so
 * of many at once no more pass than of many in a row. Its window begins with the first use and not when a clock strikes.
 */
export interface Limit {
  /** The row of its window. */
  key: Key;
  most: number;
  lengthMs: number;
}

/** A use that was counted, in its window. */
export interface Turn {
  key: Key;
  endsAtMs: number;
}

/** A turn, or when the window that has none left is over. */
export type Taken = { turn: Turn } | { freeAtMs: number };

interface TurnsRow extends Row {
  type: 'turns';
  /** When the window is over; a row of before windows said so has only its `ttl`. */
  endsAtMs?: number;
  /** Seconds. */
  ttl?: number;
  /** Uses that were counted, those included of which nobody knows yet whether they will be given back. */
  turns: number;
  /** Those of them that will not be. */
  kept?: number;
}

/** Clocks of functions differ by less. One that runs behind must not count anew. */
const SKEW_MS = 300_000;
const ttlOf = (endsAtMs: number): number => Math.ceil((endsAtMs + SKEW_MS) / 1000);
/** The latest end of a window that is open; one that ends later was begun by a clock that has been set back since. */
const latestEnd = ({ lengthMs }: Limit): number => nowMs() + lengthMs + SKEW_MS;

const TYPED = { '#type': 'type', '#v': 'v', '#ttl': 'ttl' };

/** Counts a use in the window that is open, or in a first one. */
const counting = (limit: Limit, kept: 0 | 1): RowUpdate => {
  const { key, most, lengthMs } = limit;
  const now = nowMs();
  const endsAtMs = now + lengthMs;
  return {
    key,
    update:
      'SET #type = :type, #v = :v, endsAtMs = if_not_exists(endsAtMs, :end), #ttl = if_not_exists(#ttl, :ttl)' +
      ' ADD turns :one, kept :kept',
    condition: 'attribute_not_exists(pk) OR (endsAtMs > :now AND endsAtMs <= :latest AND turns < :most)',
    names: TYPED,
    values: {
      ':type': 'turns',
      ':v': 1,
      ':one': 1,
      ':kept': kept,
      ':most': most,
      ':now': now,
      ':end': endsAtMs,
      ':latest': latestEnd(limit),
      ':ttl': ttlOf(endsAtMs),
    },
  };
};

const endOf = ({ endsAtMs, ttl = 0 }: TurnsRow): number => endsAtMs ?? ttl * 1000 - SKEW_MS;

const isOver = (row: TurnsRow, limit: Limit): boolean => endOf(row) <= nowMs() || endOf(row) > latestEnd(limit);

/** Begins the next window with a use. Undefined when somebody else has begun it. */
const beginAnew = async ({ key, lengthMs }: Limit, kept: 0 | 1, before: TurnsRow): Promise<Turn | undefined> => {
  const endsAtMs = nowMs() + lengthMs;
  try {
    await updateRow<TurnsRow>({
      key,
      update: 'SET #type = :type, #v = :v, #ttl = :ttl, turns = :one, kept = :kept, endsAtMs = :end',
      condition: before.endsAtMs === undefined ? 'attribute_not_exists(endsAtMs)' : 'endsAtMs = :before',
      names: TYPED,
      values: {
        ':type': 'turns',
        ':v': 1,
        ':one': 1,
        ':kept': kept,
        ':end': endsAtMs,
        ':ttl': ttlOf(endsAtMs),
        ...(before.endsAtMs === undefined ? {} : { ':before': before.endsAtMs }),
      },
    });
    return { key, endsAtMs };
  } catch (error) {
    if (error instanceof ConditionFailed) return undefined;
    throw error;
  }
};

/** When the window is over whose uses nobody will give back; undefined while there is room. */
export const freeAtMs = (limit: Limit, row: Row | undefined): number | undefined => {
  const turns = row && rowOfType<TurnsRow>('turns', row);
  return turns && !isOver(turns, limit) && (turns.kept ?? 0) >= limit.most ? endOf(turns) : undefined;
};

/** Undecided uses are decided by requests under way, which end sooner than this; those of a killed one never are. */
const WAIT_MS = 10_000;
/** As a number of attempts, for the pause between two. */
const WAITING = 3;

/** Rehearsed uses count like others, since they tell as much. */
const take = async (limit: Limit, kept: 0 | 1): Promise<Taken> => {
  const givesUpAt = performance.now() + WAIT_MS;
  for (;;) {
    const outcome = await forReal(() => tryToTake(limit, kept));
    if (!('busyUntilMs' in outcome)) return outcome;
    if (performance.now() > givesUpAt) return { freeAtMs: outcome.busyUntilMs };
    await pause(WAITING);
  }
};

/** `busyUntilMs`: the limit is only reached by uses that may be given back, and its window is over then. */
const tryToTake = async (limit: Limit, kept: 0 | 1): Promise<Taken | { busyUntilMs: number }> => {
  try {
    const { endsAtMs = 0 } = await updateRow<TurnsRow>(counting(limit, kept));
    return { turn: { key: limit.key, endsAtMs } };
  } catch (error) {
    if (!(error instanceof ConditionFailed) || !error.row) throw error;
    const row = rowOfType<TurnsRow>('turns', error.row);
    if (isOver(row, limit)) {
      const turn = await beginAnew(limit, kept, row);
      return turn ? { turn } : { busyUntilMs: nowMs() + limit.lengthMs };
    }
    const free = freeAtMs(limit, row);
    return free === undefined ? { busyUntilMs: endOf(row) } : { freeAtMs: free };
  }
};

/**
 * Counts a use before it is looked at; whoever looked either gives the turn back or keeps it. When the limit is used up
 * nothing is counted. While it is only reached by uses that may be given back, this waits for one:
 * however many honest uses come at once, and however slow the machine, each gets its turn.
 */
export const takeTurn = (limit: Limit): Promise<Taken> => take(limit, 0);

/** Counts a use that is known not to be given back. */
export const takeTurnForGood = (limit: Limit): Promise<Taken> => take(limit, 1);

/** Changes a count in its window; what became of a use after that counts for nothing. */
const recount = async ({ key, endsAtMs }: Turn, change: { turns: -1 } | { kept: 1 }): Promise<void> => {
  const [[name, by] = ['turns', 0]] = Object.entries(change);
  try {
    await forReal(() =>
      updateRow<TurnsRow>({
        key,
        update: `ADD ${name} :by`,
        condition: 'endsAtMs = :end',
        values: { ':by': by, ':end': endsAtMs },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
};

/** Takes a counted use back, because it turned out to be none that the limit is for. */
export const giveTurnBack = (turn: Turn): Promise<void> => recount(turn, { turns: -1 });

/** A counted use turned out to be one that the limit is for. */
export const keepTurn = (turn: Turn): Promise<void> => recount(turn, { kept: 1 });

/** A limit of a day or another stretch of the calendar, whose row is named after it. */
export interface DatedLimit {
  key: Key;
  most: number;
  endsAtMs: number;
}

/** A use as a write of a transaction: it is counted with what it is used for, or not at all. */
export const turnWrite = ({ key, most, endsAtMs }: DatedLimit, name: string): Write => ({
  update: {
    key,
    update: 'SET #type = :type, #v = :v, #ttl = :ttl ADD turns :one, kept :one',
    condition: 'attribute_not_exists(turns) OR turns < :most',
    names: TYPED,
    values: { ':type': 'turns', ':v': 1, ':one': 1, ':most': most, ':ttl': ttlOf(endsAtMs) },
  },
  name,
});

/** Seconds until a moment, for `Retry-After`. */
export const secondsUntil = (ms: number): number => Math.max(1, Math.ceil((ms - nowMs()) / 1000));

/** The stretch of a length that the present moment lies in. */
export const windowOf = (lengthMs: number): { name: string; endsAtMs: number } => {
  const index = Math.floor(nowMs() / lengthMs);
  return { name: String(index), endsAtMs: (index + 1) * lengthMs };
};
