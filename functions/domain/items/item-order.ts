import { getRow } from '../../storage/table.ts';
import { TransactionRefused, transact } from '../../storage/transactions.ts';
import { changeItem, changeWrites } from './change.ts';
import { ACTIVATION } from './dormant.ts';
import { issueItems, ITEMS_PER_TRANSACTION } from './issue.ts';
import { AWAITING_PAYMENT, itemOrderKey, PAID, type ItemOrderRow, type ItemRow } from './items.ts';
import { changed, type Cause, type NewItem } from './ledger.ts';
import { orderItemCode } from './of-order.ts';
import { readItemsOfOrder } from './of-order-id.ts';

/** Every item of a directly issued order: the same row always gives the same items. */
export const itemsOfItemOrder = (order: ItemOrderRow): NewItem[] =>
  Array.from({ length: order.facts.orderItems }, (_, sequence) => ({
    facts: { ...order.facts, code: orderItemCode(order.codeSeed, order.orderId, sequence), sequence },
    status: order.captured === null && order.state === 'paid' ? PAID : AWAITING_PAYMENT,
    by: order.by,
    requestId: order.requestId,
  }));

/** Makes every item active that still awaits the payment of its captured order. */
export const activateCaptured = async (order: ItemOrderRow, items: readonly ItemRow[]): Promise<void> => {
  const { captured } = order;
  if (!captured) return;
  const waiting = items.filter((item) => item.status === AWAITING_PAYMENT);
  for (let at = 0; at < waiting.length; at += ITEMS_PER_TRANSACTION) {
    await activateBatch(waiting.slice(at, at + ITEMS_PER_TRANSACTION), captured);
  }
};

/** All at once; one by one when somebody has just changed one of them, or another run was here before. */
const activateBatch = async (items: readonly ItemRow[], cause: Cause): Promise<void> => {
  try {
    await transact(items.flatMap((item) => changeWrites(item, changed(item, ACTIVATION, cause))));
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    const decide = (item: ItemRow) => (item.status === AWAITING_PAYMENT ? ACTIVATION : undefined);
    for (const item of items) await changeItem(item, { cause, decide });
  }
};

/** Brings an order to what its row says, from wherever an interruption left it: items issued, captured ones active. */
export const completeItemOrder = async (company: string, orderId: string): Promise<void> => {
  const order = await getRow<ItemOrderRow>(itemOrderKey(company, orderId), { consistent: true });
  if (!order) return;
  await issueItems(itemsOfItemOrder(order));
  if (order.captured) await activateCaptured(order, await readItemsOfOrder(company, orderId));
};
