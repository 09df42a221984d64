import { nowMs } from '../../../../platform/clock.ts';
import { countedAtMs } from '../../../../platform/counted-at.ts';
import { getRow, getRows } from '../../../../storage/table.ts';
import { TransactionRefused, transact } from '../../../../storage/transactions.ts';
import { changeWrites } from '../ledger/commit-change.ts';
import { ACTIVATION } from './dormant.ts';
import { inBatches, issueItems, ITEMS_PER_TRANSACTION } from './issue.ts';
import { itemOrderKey, type ItemOrderRow } from './item-orders.ts';
import { AWAITING_PAYMENT, itemKey, PAID, type ItemRow } from '../rows.ts';
import { applyChange, type Cause, type ChangedItem, type NewItem } from '../ledger/ledger.ts';
import { codesOfItemOrder } from './of-order.ts';
import { itemKeysOfOrder } from '../of-order-id.ts';
import { untilDoneOrStalled } from './wait-for-progress.ts';
import { rowOfType } from '../../../../storage/row-of-type.ts';

/** Every item of a directly issued order. Deterministic. */
export const itemsOfItemOrder = (order: ItemOrderRow): NewItem[] =>
  codesOfItemOrder(order).map((code, sequence) => ({
    facts: { ...order.facts, code, sequence },
    status: order.captured === null && order.state === 'paid' ? PAID : AWAITING_PAYMENT,
    by: order.by,
    requestId: order.requestId,
    ...(order.note === undefined ? {} : { note: order.note }),
  }));

const isWaiting = (item: ItemRow): boolean => item.status === AWAITING_PAYMENT;

/** Activates every item of a captured order that still awaits payment. */
export const activateCaptured = async (order: ItemOrderRow, items: readonly ItemRow[]): Promise<void> => {
  const { captured } = order;
  if (!captured) return;
  const cause: Cause = { ...captured, atMs: countedAtMs(captured.atMs, nowMs()) };
  await inBatches(items.filter(isWaiting), (batch) => activateBatch(batch, order, cause));
};

/** An item after its capture: active, and delivered if the order has an email address. */
const activateItem = (item: ItemRow, { deliverTo }: ItemOrderRow, cause: Cause): ChangedItem =>
  applyChange(deliverTo === null ? item : { ...item, deliveredAtMs: cause.atMs }, ACTIVATION, cause);

/**
 * Activates all items in one transaction. When another process has changed some of them, repeats the transaction with
 * those that still await payment.
 */
const activateBatch = async (items: readonly ItemRow[], order: ItemOrderRow, cause: Cause): Promise<void> => {
  let waiting = [...items];
  while (waiting.length > 0) {
    try {
      await transact(waiting.flatMap((item) => changeWrites(item, activateItem(item, order, cause))));
      return;
    } catch (error) {
      if (!(error instanceof TransactionRefused)) throw error;
      const latest = new Map(error.failures.map(({ name, row }) => [name, row]));
      waiting = waiting.map((item) => rowOfType<ItemRow>('item', latest.get(item.pk)) ?? item).filter(isWaiting);
    }
  }
};

/** Items that await payment, read consistently because the index may lag. */
const waitingItems = async (order: ItemOrderRow): Promise<ItemRow[]> => {
  const keys = codesOfItemOrder(order).map((code) => itemKey(order.company, code));
  const rows = await getRows(keys, { consistent: true });
  return keys.flatMap((key) => rows.get<ItemRow>(key) ?? []).filter(isWaiting);
};

/** Number of items that are not issued yet; undefined if there are none. */
const unissuedCount = async ({ company, orderId, facts }: ItemOrderRow): Promise<number | undefined> =>
  facts.orderItems - (await itemKeysOfOrder(company, orderId)).length || undefined;

const inactiveCount = async (order: ItemOrderRow): Promise<number | undefined> =>
  (await waitingItems(order)).length || undefined;

/**
 * Makes the items of an order match its row after any interruption: issues missing items, and activates captured ones.
 */
export const completeItemOrder = async (company: string, orderId: string): Promise<void> => {
  const read = () => getRow<ItemOrderRow>(itemOrderKey(company, orderId), { consistent: true });
  const order = await read();
  if (!order) return;
  if ((await untilDoneOrStalled(() => unissuedCount(order))) === 'still') {
    // A person of the items may have been erased during the wait.
    const { facts } = (await read()) ?? order;
    const createdAtMs = countedAtMs(facts.createdAtMs, nowMs());
    await issueItems(itemsOfItemOrder({ ...order, facts: { ...facts, createdAtMs } }));
  }
  if (!order.captured || (await untilDoneOrStalled(() => inactiveCount(order))) === 'done') return;
  await activateCaptured(order, await waitingItems(order));
};

/**
 * Whether an order needs no further work: its first transaction contains all its items, and it was not captured later.
 */
export const isIssuedAtOnce = (order: ItemOrderRow): boolean =>
  !order.captured && order.facts.orderItems <= ITEMS_PER_TRANSACTION;
