import { nowMs } from '../platform/clock.ts';
import { warmMap } from '../platform/warm-state.ts';
import { ConditionFailed, updateRow, type Key, type Row } from './table.ts';
import { rowOfType } from './row-of-type.ts';

/** So many uses in a window of time that starts with the first use after the last one ended. */
export interface RateLimit {
  key: Key;
  most: number;
  windowMs: number;
}

export interface RateWindowRow extends Row {
  type: 'rate-window';
  windowStartMs: number;
  count: number;
}

/** A limit is used up. */
export class RateExceeded extends Error {
  readonly retryAfterSeconds: number;
  constructor(waitMs: number) {
    super('A rate limit is used up');
    this.name = 'RateExceeded';
    this.retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  }
}

const ATTEMPTS = 5;

/**
 * The update has two forms: one that starts a window and one that counts in it. What this process saw last tells which to
 * try; a wrong guess costs one call.
 */
const lastSeenStartMs = warmMap<string, number>();
const REMEMBERED = 5000;

const remember = (name: string, startMs: number): void => {
  if (lastSeenStartMs.size >= REMEMBERED) lastSeenStartMs.clear();
  lastSeenStartMs.set(name, startMs);
};

/** Counts one use, in one conditional update. Throws `RateExceeded`, and then nothing was counted. */
export const spendRate = async (limit: RateLimit): Promise<void> => {
  const { key, most, windowMs } = limit;
  const name = `${key.pk}\n${key.sk}`;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const atMs = nowMs();
    const running = (lastSeenStartMs.get(name) ?? -Infinity) > atMs - windowMs;
    try {
      const row = await (running ? countInWindow(limit, atMs) : startWindow(limit, atMs));
      remember(name, row.windowStartMs);
      return;
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      const row = rowOfType<RateWindowRow>('rate-window', error.row);
      remember(name, row?.windowStartMs ?? -Infinity);
      const isOpen = row !== undefined && row.windowStartMs > atMs - windowMs;
      if (isOpen && row.count >= most) throw new RateExceeded(row.windowStartMs + windowMs - atMs);
    }
  }
  throw new RateExceeded(1000);
};

const startWindow = ({ key, windowMs }: RateLimit, atMs: number): Promise<RateWindowRow> =>
  updateRow<RateWindowRow>({
    key,
    update: 'SET #type = :type, v = :one, windowStartMs = :now, #count = :one, #ttl = :ttl',
    condition: 'attribute_not_exists(pk) OR windowStartMs <= :ended',
    names: { '#type': 'type', '#count': 'count', '#ttl': 'ttl' },
    values: {
      ':type': 'rate-window',
      ':one': 1,
      ':now': atMs,
      ':ended': atMs - windowMs,
      ':ttl': Math.ceil((atMs + 2 * windowMs) / 1000),
    },
  });

const countInWindow = ({ key, most, windowMs }: RateLimit, atMs: number): Promise<RateWindowRow> =>
  updateRow<RateWindowRow>({
    key,
    update: 'SET #count = #count + :one',
    condition: 'windowStartMs > :ended AND #count < :most',
    names: { '#count': 'count' },
    values: { ':one': 1, ':ended': atMs - windowMs, ':most': most },
  });
