import { deleteUnusedPicture } from '../domain/catalog/greeting-images/delete-unused.ts';
import { deleteOrphanedObject } from '../domain/company/brand/orphaned-objects/delete.ts';
import { withRunRecord } from '../domain/reporting/status/runs.ts';
import { withFailureLog } from '../platform/failure-log.ts';
import { log } from '../platform/log.ts';
import { shardsOf, type DueKind } from '../storage/due.ts';
import type { Key } from '../storage/table.ts';
import { stopAfterBudget, sweepShard } from './sweep.ts';

const CONCURRENT_OBJECTS = 50;

const REMOVALS: readonly { kind: DueKind; remove: (key: Key) => Promise<'removed' | 'kept'> }[] = [
  { kind: 'picture', remove: deleteUnusedPicture },
  { kind: 'leftover', remove: deleteOrphanedObject },
];

/**
 * Removes pictures that were not used within seven days of being finished (lib/reference/greeting-images.md#removal),
 * and objects that nothing refers to.
 */
export const handler = withFailureLog(
  withRunRecord('picture-sweep', async (): Promise<{ removed: number }> => {
    const stopAt = stopAfterBudget();
    let removed = 0;
    for (const { kind, remove } of REMOVALS) {
      const sweep = {
        kind,
        work: async (key: Key) => ((await remove(key)) === 'removed' ? ('done' as const) : ('kept' as const)),
        concurrency: CONCURRENT_OBJECTS,
        report: (_: Key, cause: unknown) => log.warn('An object could not be removed and stays due', { cause }),
      };
      for (const shard of shardsOf(kind)) removed += (await sweepShard(sweep, shard, stopAt)).done;
    }
    if (removed > 0) log.info('Unused objects removed', { removed });
    return { removed };
  }),
);
