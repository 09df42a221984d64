/** Figures of orders, as the summary reports them. */
const ORDER_FIGURES = [
  'orders',
  'items',
  'gross',
  'discount',
  'fees',
  'shipping',
  'gift_cards',
  'captured',
  'refunded',
  'commission',
  'settled',
  'disputes_lost',
  'disputes_won',
] as const;

/**
 * Flows of value on items, as the movements report them, the number of redemptions, and what became breakage (below 0: what
 * no longer is).
 */
const ITEM_FIGURES = [
  'issued',
  'activated',
  'added',
  'adjusted',
  'redeemed',
  'redemption_refunded',
  'withdrawn',
  'cancelled',
  'expired',
  'reinstated',
  'redemptions',
  'breakage',
] as const;

export type Figure = (typeof ORDER_FIGURES)[number] | (typeof ITEM_FIGURES)[number];

/** Amounts in the smallest unit, and numbers of orders, items and redemptions; what is absent is 0. */
export type Figures = Partial<Record<Figure, number>>;

/** Sign with which each flow changes the value that is outstanding. */
export const FLOWS = {
  issued: 1,
  activated: 1,
  added: 1,
  adjusted: 1,
  redeemed: -1,
  redemption_refunded: 1,
  withdrawn: -1,
  cancelled: -1,
  expired: -1,
  reinstated: 1,
} as const satisfies Figures;

export type Flow = keyof typeof FLOWS;
export const FLOW_NAMES = Object.keys(FLOWS) as Flow[];

/** What figures change the outstanding value by. Smallest unit. */
export const netOf = (figures: Figures): number =>
  FLOW_NAMES.reduce((sum, flow) => sum + FLOWS[flow] * (figures[flow] ?? 0), 0);

/** Adds figures to a sum, in place. */
export const addFigures = (sum: Figures, more: Figures): void => {
  for (const [name, by] of Object.entries(more) as [Figure, number][]) {
    if (by !== 0) sum[name] = (sum[name] ?? 0) + by;
  }
};

/** Figures of the summary, in the order in which tables and files have them. */
export const SUMMARY_FIGURES = [
  'orders',
  'items',
  'gross',
  'discount',
  'fees',
  'shipping',
  'gift_cards',
  'captured',
  'refunded',
  'net',
  'commission',
  'redeemed',
  'redemptions',
  'issued_value',
  'expired_value',
] as const;
