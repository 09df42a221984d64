import { forReal } from '../platform/agent-call.ts';
import { nowMs } from '../platform/clock.ts';
import { ConditionFailed, pause, updateRow, type Key, type Row } from './table.ts';
import type { Write } from './transactions.ts';

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
  turns: number;
}

const LEFT = 'attribute_not_exists(turns) OR turns < :most';
/** A clock that runs behind must not count anew. */
const KEPT_SECONDS = 300;

const counted = ({ key, most, endsAtMs }: Limit, turns: 1 | -1) => ({
  key,
  update: 'SET #type = :type, #v = :v, #ttl = :ttl ADD turns :turns',
  ...(turns === 1 ? { condition: LEFT } : {}),
  names: { '#type': 'type', '#v': 'v', '#ttl': 'ttl' },
  values: {
    ':type': 'turns',
    ':v': 1,
    ':ttl': Math.ceil(endsAtMs / 1000) + KEPT_SECONDS,
    ':turns': turns,
    ...(turns === 1 ? { ':most': most } : {}),
  },
});

/**
 * Counts one use; false when the limit is reached, and then nothing was counted. Rehearsed uses count like others, since
 * they tell as much.
 */
export const takeTurn = async (limit: Limit): Promise<boolean> => {
  try {
    await forReal(() => updateRow<TurnsRow>(counted(limit, 1)));
    return true;
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
};

/**
 * The same for a use that is given back within milliseconds when it is an honest one: where many honest ones come at
 * once, a turn will soon be free. Only those that are not given back use the limit up.
 */
export const awaitTurn = async (limit: Limit, patienceMs: number): Promise<boolean> => {
  const givesUpAt = performance.now() + patienceMs;
  for (let attempt = 3; !(await takeTurn(limit)); attempt++) {
    if (performance.now() > givesUpAt) return false;
    await pause(attempt);
  }
  return true;
};

/** Takes a counted use back, because it turned out to be none that the limit is for. */
export const giveTurnBack = async (limit: Limit): Promise<void> => {
  await forReal(() => updateRow<TurnsRow>(counted(limit, -1)));
};

/** The use as a write of a transaction: it is counted with what it is used for, or not at all. */
export const turnWrite = (limit: Limit, name: string): Write => ({ update: counted(limit, 1), name });

/** Seconds until the window of a limit is over, for `Retry-After`. */
export const secondsUntilFree = ({ endsAtMs }: Limit): number => Math.max(1, Math.ceil((endsAtMs - nowMs()) / 1000));

/** The window of a length that the present moment lies in. */
export const windowOf = (lengthMs: number): { name: string; endsAtMs: number } => {
  const index = Math.floor(nowMs() / lengthMs);
  return { name: String(index), endsAtMs: (index + 1) * lengthMs };
};
