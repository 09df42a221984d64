import type { OrderRow } from '../orders/rows.ts';
import { splitByWeight } from '../pricing/rounding.ts';

/** One item of an order as the money sees it. Amounts in the smallest unit. */
export interface ItemPart {
  /** Place in the order, from 0; the item's `sequence`. */
  seq: number;
  /** What was paid for it: its share of its line after discount, without fees. */
  priceMinor: number;
  /** What it is worth when spent. */
  valueMinor: number;
  /** A value card can be lowered; anything else is withdrawn whole or not at all. */
  divisible: boolean;
}

/** What an order was paid for; the parts add up to `amounts.total`. */
export interface OrderParts {
  shipping: number;
  fees: number;
  items: readonly ItemPart[];
}

/** The parts of an order: each line's price after discount is shared evenly over its items, the odd units to the first. */
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
