import { nowMs } from '../../platform/clock.ts';
import { warmMap } from '../../platform/warm-state.ts';
import { ConditionFailed, keyText, updateRow, type Key, type Row } from '../table.ts';
import { LimitExceeded } from './limit-exceeded.ts';
import { rowOfType } from '../row-of-type.ts';
import type { Write } from '../transactions.ts';
import { SKEW_MS } from './clock-skew.ts';

/** A limit of N uses per window. A window starts with the first use after the previous window has ended. */
export interface RateLimit {
  key: Key;
  maximum: number;
  windowMs: number;
}

export interface RateWindowRow extends Row {
  type: 'rate-window';
  windowStartMs: number;
  count: number;
}

const ATTEMPTS = 5;

/**
 * The update has two forms: one starts a window, the other counts in it. The last result in this process decides which
 * one is tried first; a wrong guess costs one call.
 */
const lastSeenStartMs = warmMap<string, number>();
const REMEMBERED = 5000;

const remember = (name: string, startMs: number): void => {
  if (lastSeenStartMs.size >= REMEMBERED) lastSeenStartMs.clear();
  lastSeenStartMs.set(name, startMs);
};

/**
 * Whether the window that started at a time is still running. A start far ahead was recorded by a clock that has been
 * set back since then.
 */
const isRunning = (startMs: number, windowMs: number, atMs: number): boolean =>
  startMs > atMs - windowMs && startMs <= atMs + SKEW_MS;

/**
 * Counts one use with a conditional update. Throws `LimitExceeded` without counting if the limit is reached, or if
 * concurrent updates keep conflicting.
 */
export const consumeRateLimit = async (limit: RateLimit): Promise<void> => {
  const { key, maximum, windowMs } = limit;
  const name = keyText(key);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const atMs = nowMs();
    const running = isRunning(lastSeenStartMs.get(name) ?? -Infinity, windowMs, atMs);
    try {
      const row = await (running ? countInWindow(limit, atMs) : startWindow(limit, atMs));
      remember(name, row.windowStartMs);
      return;
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      const row = rowOfType<RateWindowRow>('rate-window', error.row);
      remember(name, row?.windowStartMs ?? -Infinity);
      const isOpen = row !== undefined && isRunning(row.windowStartMs, windowMs, atMs);
      if (isOpen && row.count >= maximum) throw new LimitExceeded(row.windowStartMs + windowMs - atMs);
    }
  }
  throw new LimitExceeded(1000);
};

const startWindow = ({ key, windowMs }: RateLimit, atMs: number): Promise<RateWindowRow> =>
  updateRow<RateWindowRow>({
    key,
    update: 'SET #type = :type, v = :one, windowStartMs = :now, #count = :one, #ttl = :ttl',
    condition: 'attribute_not_exists(pk) OR windowStartMs <= :ended OR windowStartMs > :ahead',
    names: { '#type': 'type', '#count': 'count', '#ttl': 'ttl' },
    values: {
      ':type': 'rate-window',
      ':one': 1,
      ':now': atMs,
      ':ended': atMs - windowMs,
      ':ahead': atMs + SKEW_MS,
      ':ttl': Math.ceil((atMs + 2 * windowMs) / 1000),
    },
  });

const countInWindow = ({ key, maximum, windowMs }: RateLimit, atMs: number): Promise<RateWindowRow> =>
  updateRow<RateWindowRow>({
    key,
    update: 'SET #count = #count + :one',
    condition: 'windowStartMs > :ended AND windowStartMs <= :ahead AND #count < :most',
    names: { '#count': 'count' },
    values: { ':one': 1, ':ended': atMs - windowMs, ':ahead': atMs + SKEW_MS, ':most': maximum },
  });

/** Throws `LimitExceeded` if the row shows that the limit is reached. Does not count. */
export const assertOpen = ({ maximum, windowMs }: RateLimit, row: RateWindowRow | undefined): void => {
  const atMs = nowMs();
  if (!row || row.count < maximum || !isRunning(row.windowStartMs, windowMs, atMs)) return;
  throw new LimitExceeded(row.windowStartMs + windowMs - atMs);
};

/** A limit per day or another calendar period. Its key contains the period. */
export interface DatedLimit {
  key: Key;
  maximum: number;
  endsAtMs: number;
}

/** A use as a write of a transaction, so that it is counted only if the transaction is committed. */
export const useWrite = ({ key, maximum, endsAtMs }: DatedLimit, name: string): Write => ({
  update: {
    key,
    update: 'SET #type = :type, #v = :v, #ttl = :ttl ADD turns :one',
    condition: 'attribute_not_exists(turns) OR turns < :most',
    names: { '#type': 'type', '#v': 'v', '#ttl': 'ttl' },
    values: { ':type': 'turns', ':v': 1, ':one': 1, ':most': maximum, ':ttl': Math.ceil((endsAtMs + SKEW_MS) / 1000) },
  },
  name,
});

/** The period of a given length that contains the current time. */
export const windowOf = (lengthMs: number): { name: string; endsAtMs: number } => {
  const index = Math.floor(nowMs() / lengthMs);
  return { name: String(index), endsAtMs: (index + 1) * lengthMs };
};

/** The error for a dated limit that is reached. */
export const datedLimitExceeded = ({ endsAtMs }: DatedLimit): LimitExceeded => new LimitExceeded(endsAtMs - nowMs());
