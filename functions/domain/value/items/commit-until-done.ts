import { requests } from '../../../platform/messages/requests.ts';
import { unavailable } from '../../../platform/errors.ts';
import { pause } from '../../../storage/retry.ts';
import { transact, transactionGroups, type Write } from '../../../storage/transactions.ts';
import { unlessRefused } from '../../../storage/unless-refused.ts';

const ROUNDS = 40;

/**
 * Commits the remaining writes of items, those of one item together, until none remain. If another change to an item
 * was committed first, the next round reads the items again. Throws 503 when other requests keep changing them.
 */
export const commitUntilDone = async (remainingWrites: () => Promise<Write[][]>): Promise<void> => {
  for (let round = 1; round <= ROUNDS; round++) {
    const writes = await remainingWrites();
    if (writes.length === 0) return;
    for (const group of transactionGroups(writes, (each) => each)) {
      await unlessRefused(transact(group.flat()));
    }
    await pause(Math.min(round, 5));
  }
  throw unavailable('service_busy', requests('service_busy'), 1);
};
