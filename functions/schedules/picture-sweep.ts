import { removeUnused } from '../domain/greeting-images/remove.ts';
import { clearOrphanedObject } from '../domain/orphaned-objects/clear.ts';
import { nowMs } from '../platform/clock.ts';
import { guarded } from '../platform/guarded.ts';
import { log } from '../platform/log.ts';
import { dueRows } from '../storage/due-rows.ts';
import { DUE_SHARDS, type DueKind } from '../storage/due.ts';
import type { Key } from '../storage/table.ts';

const BATCH_PICTURES = 50;
/** Objects that stay due do not make a look longer than this. */
const MOST_AT_A_LOOK = 1000;
/** What is left then is for the next run: well within the function's time limit. */
const TIME_BUDGET_MS = 45_000;

interface Sweep {
  kind: DueKind;
  remove: (key: Key) => Promise<'removed' | 'kept'>;
}

/**
 * Removes pictures that were not used within seven days of being finished (lib/reference/greeting-images.md#removal),
 * and objects that nothing refers to.
 */
export const handler = guarded(async (): Promise<{ removed: number }> => {
  const stopAt = performance.now() + TIME_BUDGET_MS;
  const sweeps: Sweep[] = [
    { kind: 'picture', remove: removeUnused },
    { kind: 'leftover', remove: clearOrphanedObject },
  ];
  let removed = 0;
  for (const sweep of sweeps) {
    for (let shard = 0; shard < DUE_SHARDS; shard++) removed += await sweepShard(sweep, shard, stopAt);
  }
  if (removed > 0) log.info('Unused objects removed', { removed });
  return { removed };
});

const sweepShard = async ({ kind, remove }: Sweep, shard: number, stopAt: number): Promise<number> => {
  let removed = 0;
  const tried = new Set<string>();
  for (;;) {
    const due = await dueRows(kind, shard, nowMs(), Math.min(BATCH_PICTURES + tried.size, MOST_AT_A_LOOK));
    const fresh = due.filter((key) => !tried.has(key.pk));
    if (fresh.length === 0 || performance.now() > stopAt) return removed;
    const outcomes = await Promise.all(fresh.map((key) => quietly(remove, key)));
    for (const key of fresh) tried.add(key.pk);
    removed += outcomes.filter((outcome) => outcome === 'removed').length;
  }
};

const quietly = async (remove: Sweep['remove'], key: Key): Promise<'removed' | 'kept'> => {
  try {
    return await remove(key);
  } catch (error) {
    log.warn('An object could not be removed and stays due', { cause: error });
    return 'kept';
  }
};
