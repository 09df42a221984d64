import type { OrderRow } from './rows.ts';
import type { ItemPart, OrderParts } from '../allocation/allocation.ts';
import { splitByWeight } from '../../../platform/money.ts';

/**
 * The parts of an order: the price of each line after discount is split evenly across its items; the first items get
 * the units that remain.
 */
export const partsOf = (order: Pick<OrderRow, 'lines' | 'amounts'>): OrderParts => {
  const items: ItemPart[] = [];
  for (const line of order.lines) {
    const ones = Array.from({ length: line.itemCount }, () => 1);
    for (const priceMinor of splitByWeight(line.subtotal - line.discount, ones)) {
      const divisible = line.family === 'gift_card';
      items.push({ seq: items.length, priceMinor, valueMinor: line.itemValue, divisible });
    }
  }
  return { shipping: order.amounts.shipping, fees: order.amounts.fees, items };
};
