import { removeUnused } from '../domain/greeting-images/remove.ts';
import { nowMs } from '../platform/clock.ts';
import { log } from '../platform/log.ts';
import { dueRows } from '../storage/due-rows.ts';
import { DUE_SHARDS } from '../storage/due.ts';
import type { Key } from '../storage/table.ts';

const BATCH_PICTURES = 50;
/** Pictures that stay due do not make a look longer than this. */
const MOST_AT_A_LOOK = 1000;
/** What is left then is for the next run: well within the function's time limit. */
const TIME_BUDGET_MS = 45_000;

/** Removes pictures that were not used within seven days of being finished (service.md, Greeting pictures). */
export const handler = async (): Promise<{ removed: number }> => {
  const stopAt = performance.now() + TIME_BUDGET_MS;
  let removed = 0;
  for (let shard = 0; shard < DUE_SHARDS; shard++) removed += await sweepShard(shard, stopAt);
  if (removed > 0) log.info('Unused greeting pictures removed', { removed });
  return { removed };
};

const sweepShard = async (shard: number, stopAt: number): Promise<number> => {
  let removed = 0;
  const tried = new Set<string>();
  for (;;) {
    const due = await dueRows('picture', shard, nowMs(), Math.min(BATCH_PICTURES + tried.size, MOST_AT_A_LOOK));
    const fresh = due.filter((key) => !tried.has(key.pk));
    if (fresh.length === 0 || performance.now() > stopAt) return removed;
    const outcomes = await Promise.all(fresh.map(removeQuietly));
    for (const key of fresh) tried.add(key.pk);
    removed += outcomes.filter((outcome) => outcome === 'removed').length;
  }
};

const removeQuietly = async (key: Key): Promise<'removed' | 'kept'> => {
  try {
    return await removeUnused(key);
  } catch (error) {
    log.warn('A greeting picture could not be removed and stays due', { reason: String(error) });
    return 'kept';
  }
};
