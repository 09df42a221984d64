import { readItemsBySequence, type ItemsBySequence } from '../../value/items/withdrawal/settle-items.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';
import { stateOf } from '../../checkout/orders/states.ts';

/** An order with at most this many items is always issued in one transaction, even after refunds: 3 writes per item. */
const SMALL_ORDER_ITEMS_MAX = 32;

const itemCount = ({ lines }: OrderRow): number => lines.reduce((sum, line) => sum + line.itemCount, 0);

/** The items of an order that may have been issued; no read when there can be none. */
export const itemsIfIssued = async (order: OrderRow): Promise<ItemsBySequence> => {
  const mayBeIssued = stateOf(order) === 'fulfilled' || itemCount(order) > SMALL_ORDER_ITEMS_MAX;
  return mayBeIssued ? readItemsBySequence(order) : new Map();
};

/**
 * Whether items may have been issued since these were read and before the order changes: large orders are issued in
 * steps that leave the order unchanged. A caller that needs all items reads them after the order has changed.
 */
export const canMoreBeIssued = (order: OrderRow, read: ItemsBySequence): boolean =>
  itemCount(order) > SMALL_ORDER_ITEMS_MAX && read.size < itemCount(order);
