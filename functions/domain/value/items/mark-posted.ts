import { commitUntilDone } from './commit-until-done.ts';
import { replaceItemWrite } from './ledger/commit-change.ts';
import { changeMarks } from './ledger/ledger.ts';
import { readItemsOfOrder } from './of-order-id.ts';

/** Sets the time of posting on all items of an order. It can be interrupted at any point and run again. */
export const markPosted = (company: string, orderId: string, postedAtMs: number): Promise<void> =>
  commitUntilDone(async () =>
    (await readItemsOfOrder(company, orderId))
      .filter((item) => item.postedAtMs !== postedAtMs)
      .map((item) => [replaceItemWrite(item, changeMarks({ ...item, postedAtMs }, {}))]),
  );
