/** Items from one place to another, in either direction, each with the same share. */
export interface ItemRun {
  from: number;
  to: number;
  minor: number;
  whole: boolean;
}

/** A plan as rows keep it: an order of a thousand equal items is one run. */
export interface StoredPlan {
  portions: (ItemRun | { part: 'shipping' | 'fees'; minor: number })[];
  rest: number;
}

/** What the refunds of an order stand for, as its row keeps it; items that no refund is for are left out. */
export interface StoredAllocation {
  shipping: number;
  fees: number;
  rest: number;
  items: ItemRun[];
}
