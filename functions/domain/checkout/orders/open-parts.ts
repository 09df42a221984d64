import { allocationFrom } from '../allocation/runs.ts';
import { partsOf } from './parts.ts';
import type { OrderRow } from './rows.ts';

/** The parts of an order that can still be selected for a refund. */
export interface OpenParts {
  /** Sequences of items that are not refunded. */
  items: ReadonlySet<number>;
  shipping: boolean;
  fees: boolean;
}

export const openPartsOf = (order: Pick<OrderRow, 'lines' | 'amounts' | 'allocated'>): OpenParts => {
  const { items, shipping, fees } = partsOf(order);
  const allocated = allocationFrom(order.allocated, items.length);
  return {
    items: new Set(items.map(({ seq }) => seq).filter((seq) => allocated.items[seq]?.whole !== true)),
    shipping: shipping > allocated.shipping,
    fees: fees > allocated.fees,
  };
};
