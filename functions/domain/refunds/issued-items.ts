import { readOrderItems, type ItemsBySequence } from '../items/withdrawal/settle-items.ts';
import type { OrderRow } from '../orders/rows.ts';
import { stateOf } from '../orders/states.ts';

/** An order of no more items than this is issued in one transaction, or not at all. */
const ISSUED_AT_ONCE = 32;

/** The items of an order that may have been issued; without asking the table when none can be. */
export const itemsIfIssued = async (order: OrderRow): Promise<ItemsBySequence> => {
  const count = order.lines.reduce((sum, line) => sum + line.itemCount, 0);
  const mayStand = stateOf(order) === 'fulfilled' || count > ISSUED_AT_ONCE;
  return mayStand ? readOrderItems(order) : new Map();
};
