import { forReal } from '../platform/agent-call.ts';
import { nowMs } from '../platform/clock.ts';
import { ConditionFailed, updateRow, type Key, type Row } from './table.ts';
import { pause } from './retry.ts';
import type { Write } from './transactions.ts';
import { rowOfType } from './row-of-type.ts';

/**
 * A limit that nobody gets past by hurrying: each use is counted in one conditional write before it is looked at, so
 * of many at once no more pass than of many in a row.
 */
export interface Limit {
  /** The row of the window that is counted. */
  key: Key;
  most: number;
  /** The row may vanish then. */
  endsAtMs: number;
}

interface TurnsRow extends Row {
  type: 'turns';
  /** Uses that were counted, those included of which nobody knows yet whether they will be given back. */
  turns: number;
  /** Those of them that will not be. */
  kept?: number;
}

const LEFT = 'attribute_not_exists(turns) OR turns < :most';
/** A clock that runs behind must not count anew. */
const KEPT_SECONDS = 300;

interface Change {
  turns?: 1 | -1;
  kept?: 1;
}

const counted = ({ key, most, endsAtMs }: Limit, change: Change) => ({
  key,
  update: `SET #type = :type, #v = :v, #ttl = :ttl ADD ${Object.keys(change)
    .map((name) => `${name} :${name}`)
    .join(', ')}`,
  ...(change.turns === 1 ? { condition: LEFT } : {}),
  names: { '#type': 'type', '#v': 'v', '#ttl': 'ttl' },
  values: {
    ':type': 'turns',
    ':v': 1,
    ':ttl': Math.ceil(endsAtMs / 1000) + KEPT_SECONDS,
    ...Object.fromEntries(Object.entries(change).map(([name, by]) => [`:${name}`, by])),
    ...(change.turns === 1 ? { ':most': most } : {}),
  },
});

/** Whether a limit is reached by uses that nobody will give back. */
export const isUsedUp = ({ most }: Limit, row: Row | undefined): boolean =>
  (rowOfType<TurnsRow>('turns', row)?.kept ?? 0) >= most;

/** Undecided uses are decided by requests under way, which end sooner than this; those of a killed one never are. */
const WAIT_MS = 10_000;
/** As a number of attempts, for the pause between two. */
const WAITING = 3;

/** Rehearsed uses count like others, since they tell as much. */
const take = async (limit: Limit, change: Change): Promise<boolean> => {
  const givesUpAt = performance.now() + WAIT_MS;
  for (;;) {
    try {
      await forReal(() => updateRow<TurnsRow>(counted(limit, change)));
      return true;
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      if (isUsedUp(limit, error.row) || performance.now() > givesUpAt) return false;
    }
    await pause(WAITING);
  }
};

/**
 * Counts a use before it is looked at; whoever looked either gives the turn back or keeps it. False when the limit is
 * used up, and then nothing was counted. While it is only reached by uses that may be given back, this waits for one:
 * however many honest uses come at once, and however slow the machine, each gets its turn.
 */
export const takeTurn = (limit: Limit): Promise<boolean> => take(limit, { turns: 1 });

/** Counts a use that is known not to be given back. False when there is no room for it. */
export const takeTurnForGood = (limit: Limit): Promise<boolean> => take(limit, { turns: 1, kept: 1 });

/** Takes a counted use back, because it turned out to be none that the limit is for. */
export const giveTurnBack = async (limit: Limit): Promise<void> => {
  await forReal(() => updateRow<TurnsRow>(counted(limit, { turns: -1 })));
};

/** A counted use turned out to be one that the limit is for. */
export const keepTurn = async (limit: Limit): Promise<void> => {
  await forReal(() => updateRow<TurnsRow>(counted(limit, { kept: 1 })));
};

/** The use as a write of a transaction: it is counted with what it is used for, or not at all. */
export const turnWrite = (limit: Limit, name: string): Write => ({
  update: counted(limit, { turns: 1, kept: 1 }),
  name,
});

/** Seconds until the window of a limit is over, for `Retry-After`. */
export const secondsUntilFree = ({ endsAtMs }: Limit): number => Math.max(1, Math.ceil((endsAtMs - nowMs()) / 1000));

/** The window of a length that the present moment lies in. */
export const windowOf = (lengthMs: number): { name: string; endsAtMs: number } => {
  const index = Math.floor(nowMs() / lengthMs);
  return { name: String(index), endsAtMs: (index + 1) * lengthMs };
};
