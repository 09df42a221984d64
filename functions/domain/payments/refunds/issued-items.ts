import { readItemsBySequence, type ItemsBySequence } from '../../value/items/withdrawal/settle-items.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';
import { stateOf } from '../../checkout/orders/states.ts';

/**
 * An order with at most this many items is always issued in one transaction, even after refunds. Each item needs three
 * writes.
 */
const SMALL_ORDER_ITEMS_MAX = 32;

const itemCount = ({ lines }: OrderRow): number => lines.reduce((sum, line) => sum + line.itemCount, 0);

/** Reads the issued items of an order. Returns none, without a read, when none can have been issued. */
export const itemsIfIssued = async (order: OrderRow): Promise<ItemsBySequence> => {
  const mayBeIssued = stateOf(order) === 'fulfilled' || itemCount(order) > SMALL_ORDER_ITEMS_MAX;
  return mayBeIssued ? readItemsBySequence(order) : new Map();
};

/**
 * Whether more items than those in `read` may be issued before the order changes. Large orders are issued in steps that
 * do not change the order, so a caller that needs all items must read them after the order has changed.
 */
export const canMoreBeIssued = (order: OrderRow, read: ItemsBySequence): boolean =>
  itemCount(order) > SMALL_ORDER_ITEMS_MAX && read.size < itemCount(order);
