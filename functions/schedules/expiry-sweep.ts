import { expireOrder } from '../domain/orders/expire.ts';
import { nowMs } from '../platform/clock.ts';
import { guarded } from '../platform/guarded.ts';
import { log } from '../platform/log.ts';
import { dueRows } from '../storage/due-rows.ts';
import { DUE_SHARDS } from '../storage/due.ts';
import type { Key } from '../storage/table.ts';

const BATCH_ORDERS = 50;
/** Orders of one shard that are written off side by side. */
const ORDERS_AT_ONCE = 5;
/** What is left then is for the next run: well within the function's time limit. */
const TIME_BUDGET_MS = 45_000;

/**
 * Writes off unpaid orders whose window has passed, shard by shard side by side. An order that cannot be written off
 * now does not hold up the others; it stays due.
 */
export const handler = guarded(async (): Promise<{ expired: number; failed: number }> => {
  const stopAt = performance.now() + TIME_BUDGET_MS;
  const shards = await Promise.all(Array.from({ length: DUE_SHARDS }, (_, shard) => sweepShard(shard, stopAt)));
  const total = shards.reduce(
    (sum, shard) => ({ expired: sum.expired + shard.expired, failed: sum.failed + shard.failed }),
    { expired: 0, failed: 0 },
  );
  if (total.expired + total.failed > 0) log.info('Expiry sweep', total);
  return total;
});

const sweepShard = async (shard: number, stopAt: number): Promise<{ expired: number; failed: number }> => {
  const result = { expired: 0, failed: 0 };
  const tried = new Set<string>();
  for (;;) {
    const due = await dueRows('order-expiry', shard, nowMs(), BATCH_ORDERS + tried.size);
    const fresh = due.filter((key) => !tried.has(key.pk)).slice(0, BATCH_ORDERS);
    if (fresh.length === 0 || performance.now() > stopAt) return result;
    for (let at = 0; at < fresh.length; at += ORDERS_AT_ONCE) {
      const outcomes = await Promise.all(fresh.slice(at, at + ORDERS_AT_ONCE).map(expireQuietly));
      for (const { key, outcome } of outcomes) {
        if (outcome === 'expired') result.expired++;
        else tried.add(key.pk);
        if (outcome === 'failed') result.failed++;
      }
    }
  }
};

const expireQuietly = async (key: Key): Promise<{ key: Key; outcome: 'expired' | 'kept' | 'failed' }> => {
  try {
    return { key, outcome: await expireOrder(key) };
  } catch (error) {
    log.warn('An order could not be written off and stays due', { order: key.pk, cause: error });
    return { key, outcome: 'failed' };
  }
};
