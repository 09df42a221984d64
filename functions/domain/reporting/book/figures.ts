/** Figures of orders, as in the summary report. */
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
 * Figures of items: flows of value as in the movements report, the number of redemptions, and new breakage (negative
 * when undone).
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

/** Amounts in the smallest currency unit, and numbers of orders, items and redemptions; absent figures are 0. */
export type Figures = Partial<Record<Figure, number>>;

/** Sign of each flow in the outstanding value. */
const FLOWS = {
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

/** Change in the outstanding value that the figures add up to. Smallest currency unit. */
export const netOf = (figures: Figures): number =>
  FLOW_NAMES.reduce((sum, flow) => sum + FLOWS[flow] * (figures[flow] ?? 0), 0);

/** Adds figures to a sum, in place. */
export const addFigures = (sum: Figures, more: Figures): void => {
  for (const [name, by] of Object.entries(more) as [Figure, number][]) {
    if (by !== 0) sum[name] = (sum[name] ?? 0) + by;
  }
};

/** Figures of the summary, in the order of tables and files. */
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
