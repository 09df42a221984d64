/** Consecutive items, in either direction, with the same share. */
export interface ItemRun {
  from: number;
  to: number;
  minor: number;
  whole: boolean;
}

/** A plan as stored: an order of a thousand equal items is one run. */
export interface StoredPlan {
  portions: (ItemRun | { part: 'shipping' | 'fees'; minor: number })[];
  rest: number;
}

/** The total of the refunds of an order, as stored, without the items that have no refund. */
export interface StoredAllocation {
  shipping: number;
  fees: number;
  rest: number;
  items: ItemRun[];
}
