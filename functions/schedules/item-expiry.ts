import { expireItem } from '../domain/items/ledger/expire.ts';
import { nowMs } from '../platform/clock.ts';
import { guarded } from '../platform/guarded.ts';
import { log } from '../platform/log.ts';
import { dueRows } from '../storage/due-rows.ts';
import { DUE_SHARDS } from '../storage/due.ts';
import type { Key } from '../storage/table.ts';

const BATCH_ITEMS = 50;
const ITEMS_AT_ONCE = 10;
/** Items that stay due do not make a look longer than this. */
const MOST_AT_A_LOOK = 1000;
/** What is left then is for the next run: well within the function's time limit. */
const TIME_BUDGET_MS = 45_000;

/** Writes the expiry of items whose validity has ended. One that cannot be written now stays due. */
export const handler = guarded(async (): Promise<{ expired: number }> => {
  const stopAt = performance.now() + TIME_BUDGET_MS;
  const shards = await Promise.all(Array.from({ length: DUE_SHARDS }, (_, shard) => sweepShard(shard, stopAt)));
  const expired = shards.reduce((sum, count) => sum + count, 0);
  if (expired > 0) log.info('Items expired', { expired });
  return { expired };
});

const sweepShard = async (shard: number, stopAt: number): Promise<number> => {
  let expired = 0;
  const kept = new Set<string>();
  for (;;) {
    const due = await dueRows('item-expiry', shard, nowMs(), Math.min(BATCH_ITEMS + kept.size, MOST_AT_A_LOOK));
    const fresh = due.filter((key) => !kept.has(key.pk)).slice(0, BATCH_ITEMS);
    if (fresh.length === 0 || performance.now() > stopAt) return expired;
    for (let at = 0; at < fresh.length; at += ITEMS_AT_ONCE) {
      const group = fresh.slice(at, at + ITEMS_AT_ONCE);
      const outcomes = await Promise.all(group.map(expireQuietly));
      // An index that lags shows an item again that has just expired: one try for each item is enough.
      for (const key of group) kept.add(key.pk);
      expired += outcomes.filter((outcome) => outcome === 'expired').length;
    }
  }
};

const expireQuietly = async (key: Key): Promise<'expired' | 'kept'> => {
  try {
    return await expireItem(key);
  } catch (error) {
    log.warn('An item could not be expired and stays due', { cause: error });
    return 'kept';
  }
};
