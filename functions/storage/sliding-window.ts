import { randomBytes } from 'node:crypto';
import { forReal } from '../platform/agent-call.ts';
import { nowMs } from '../platform/clock.ts';
import { ConditionFailed, updateRow, type Key, type Row } from './table.ts';
import { pause } from './retry.ts';
import { rowUpdate } from './row-update.ts';
import type { Write } from './transactions.ts';
import { rowOfType } from './row-of-type.ts';

/**
 * A limit that nobody gets past by hurrying or waiting: each use is counted in one conditional write before it is looked at, so
 * of many at once no more pass than of many in a row, and at most so many within any stretch of its length.
 */
export interface Limit {
  /** The row that holds the moments of its uses. */
  key: Key;
  most: number;
  lengthMs: number;
}

/** A use that was counted. */
export interface Turn {
  key: Key;
  /** Member of the row that holds its moment. */
  member: string;
  atMs: number;
}

/** A turn, or when one is free again. */
export type Taken = { turn: Turn } | { freeAtMs: number };

/** Beside these members, one for each use: its moment, below 0 while nobody knows yet whether it will be given back. */
interface TurnsRow extends Row {
  type: 'turns';
  /** Uses that the row holds. */
  turns: number;
}

interface Use {
  member: string;
  atMs: number;
  isKept: boolean;
}

const MEMBER = /^use_/;

const usesIn = (row: TurnsRow): Use[] =>
  Object.entries(row).flatMap(([member, value]) =>
    MEMBER.test(member) && typeof value === 'number' ? [{ member, atMs: Math.abs(value), isKept: value > 0 }] : [],
  );

/** Clocks of functions differ by less. One that runs behind must not count anew. */
const SKEW_MS = 300_000;
const ttlAfter = (ms: number): number => Math.ceil((ms + SKEW_MS) / 1000);

/** Whether a use is too long ago to count, or was counted by a clock that has been set back since. */
const isOver = ({ atMs }: Use, { lengthMs }: Limit): boolean => atMs + lengthMs <= nowMs() || atMs > nowMs() + SKEW_MS;

/** When the limit is free again whose uses nobody will give back; undefined while there is room. */
export const freeAtMs = (limit: Limit, row: Row | undefined): number | undefined => {
  if (!row) return undefined;
  const kept = usesIn(rowOfType<TurnsRow>('turns', row)).filter((use) => use.isKept && !isOver(use, limit));
  return kept.length < limit.most ? undefined : Math.min(...kept.map(({ atMs }) => atMs)) + limit.lengthMs;
};

/** Undecided uses are decided by requests under way, which end sooner than this; those of a killed one never are. */
const WAIT_MS = 10_000;
/** As a number of attempts, for the pause between two. */
const WAITING = 3;
/** Uses that are over and leave the row with one write: its expression has an end. */
const LEAVING_MAX = 20;

/** DryRunResult uses count like others, since they tell as much. */
const take = async (limit: Limit, isKept: boolean): Promise<Taken> => {
  const givesUpAt = performance.now() + WAIT_MS;
  let row: TurnsRow | undefined;
  for (;;) {
    const seen = row;
    const outcome = await forReal(() => tryToTake(limit, isKept, seen));
    if ('turn' in outcome) return outcome;
    const free = freeAtMs(limit, outcome.row);
    if (free !== undefined) return { freeAtMs: free };
    if (performance.now() > givesUpAt) return { freeAtMs: nowMs() + limit.lengthMs };
    ({ row } = outcome);
    if (!usesIn(row).some((use) => isOver(use, limit))) await pause(WAITING);
  }
};

/** Counts a use over a row as it was seen, and has some leave it that are over. The row as it is where that cannot be. */
const tryToTake = async (
  limit: Limit,
  isKept: boolean,
  seen: TurnsRow | undefined,
): Promise<{ turn: Turn } | { row: TurnsRow }> => {
  const { key, most, lengthMs } = limit;
  const turn: Turn = { key, member: `use_${randomBytes(6).toString('base64url')}`, atMs: nowMs() };
  const over = seen
    ? usesIn(seen)
        .filter((use) => isOver(use, limit))
        .slice(0, LEAVING_MAX)
    : [];
  const leaving = Object.fromEntries(over.map(({ member }, at) => [`#o${at}`, member]));
  const allLeave = Object.keys(leaving).map((name) => ` AND attribute_exists(${name})`);
  try {
    await updateRow<TurnsRow>(
      rowUpdate({
        key,
        set: {
          type: 'turns',
          v: 1,
          [turn.member]: isKept ? turn.atMs : -turn.atMs,
          ttl: ttlAfter(turn.atMs + lengthMs),
        },
        remove: over.map(({ member }) => member),
        add: { turns: 1 - over.length },
        if: {
          expression: `attribute_not_exists(pk) OR (attribute_not_exists(#use) AND turns < :room${allLeave.join('')})`,
          names: { ...leaving, '#use': turn.member },
          values: { ':room': most + over.length },
        },
      }),
    );
    return { turn };
  } catch (error) {
    if (!(error instanceof ConditionFailed) || !error.row) throw error;
    // The answer to the write may have been lost; sent again, it finds itself.
    if (turn.member in error.row) return { turn };
    return { row: rowOfType<TurnsRow>('turns', error.row) };
  }
};

/**
 * Counts a use before it is looked at; whoever looked either gives the turn back or keeps it. When the limit is used up
 * nothing is counted. While it is only reached by uses that may be given back, this waits for one:
 * however many honest uses come at once, and however slow the machine, each gets its turn.
 */
export const takeTurn = (limit: Limit): Promise<Taken> => take(limit, false);

/** Counts a use that is known not to be given back. */
export const consume = (limit: Limit): Promise<Taken> => take(limit, true);

/** What became of a use that has left the row counts for nothing. */
const decide = async (
  { key, member }: Turn,
  changes: Pick<Parameters<typeof rowUpdate>[0], 'set' | 'add' | 'remove'>,
) => {
  const stands = { expression: 'attribute_exists(#use)', names: { '#use': member } };
  try {
    await forReal(() => updateRow<TurnsRow>(rowUpdate({ key, ...changes, if: stands })));
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
};

/** Takes a counted use back, because it turned out to be none that the limit is for. */
export const giveTurnBack = (turn: Turn): Promise<void> => decide(turn, { remove: [turn.member], add: { turns: -1 } });

/** A counted use turned out to be one that the limit is for. */
export const keepTurn = (turn: Turn): Promise<void> => decide(turn, { set: { [turn.member]: turn.atMs } });

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
    update: 'SET #type = :type, #v = :v, #ttl = :ttl ADD turns :one',
    condition: 'attribute_not_exists(turns) OR turns < :most',
    names: { '#type': 'type', '#v': 'v', '#ttl': 'ttl' },
    values: { ':type': 'turns', ':v': 1, ':one': 1, ':most': most, ':ttl': ttlAfter(endsAtMs) },
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
