import { expireItem } from '../domain/value/items/ledger/expire.ts';
import { withRunRecord } from '../domain/reporting/status/runs.ts';
import { withFailureLog } from '../platform/failure-log.ts';
import { log } from '../platform/log.ts';
import { sweepShards } from './sweep.ts';

/** Records the expiry of items whose validity has ended. An item that cannot be written now stays due. */
export const handler = withFailureLog(
  withRunRecord('item-expiry', async (): Promise<{ expired: number }> => {
    const { done: expired } = await sweepShards({
      kind: 'item-expiry',
      work: async (key) => ((await expireItem(key)) === 'expired' ? 'done' : 'kept'),
      concurrency: 10,
      // The key is not logged, because it contains the item's code.
      report: (_, cause) => log.warn('An item could not be expired and stays due', { cause }),
    });
    if (expired > 0) log.info('Items expired', { expired });
    return { expired };
  }),
);
