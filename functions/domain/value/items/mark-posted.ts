import { chunksOf } from '../../../platform/chunks.ts';
import { requests } from '../../../platform/messages/requests.ts';
import { unavailable } from '../../../platform/errors.ts';
import { pause } from '../../../storage/retry.ts';
import { TRANSACTION_MAX_WRITES, transact, TransactionRefused } from '../../../storage/transactions.ts';
import { replaceItemWrite } from './ledger/commit-change.ts';
import { changeMarks } from './ledger/ledger.ts';
import { readItemsOfOrder } from './of-order-id.ts';

const ROUNDS = 40;

/** Sets the time of posting on all items of an order. It can be interrupted anywhere and run again. */
export const markPosted = async (company: string, orderId: string, postedAtMs: number): Promise<void> => {
  for (let round = 1; round <= ROUNDS; round++) {
    const items = await readItemsOfOrder(company, orderId);
    const writes = items
      .filter((item) => item.postedAtMs !== postedAtMs)
      .map((item) => replaceItemWrite(item, changeMarks({ ...item, postedAtMs }, {})));
    if (writes.length === 0) return;
    for (const group of chunksOf(writes, TRANSACTION_MAX_WRITES)) {
      try {
        await transact(group);
      } catch (error) {
        // Another change to an item was committed first. The next round reads the items again.
        if (!(error instanceof TransactionRefused)) throw error;
      }
    }
    if (round > 1) await pause(Math.min(round, 5));
  }
  throw unavailable('service_busy', requests('service_busy'), 1);
};
