/** VAT contained in an order at one rate (percent). `base` is without VAT. */
export interface IncludedVat {
  rate: number;
  base: number;
  vat: number;
}

/** Amounts in the smallest currency unit. */
export interface Amounts {
  currency: string;
  subtotal: number;
  discount: number;
  fees: number;
  shipping: number;
  /** VAT contained in fees and shipping; already included in `total`. */
  tax: number;
  /** Rate of `tax` in percent. Not part of API responses. */
  tax_percent: number;
  /** VAT contained in the order: single-purpose goods, fees and shipping, by ascending rate. */
  included_vat: readonly IncludedVat[];
  total: number;
}

export const includedVatSum = ({ included_vat: included }: Pick<Amounts, 'included_vat'>): number =>
  included.reduce((sum, { vat }) => sum + vat, 0);

export type ShownAmounts = Omit<Amounts, 'tax_percent'>;

/** Lists every member, because the table does not keep their order and a repeat must return the same text. */
export const presentAmounts = (amounts: Amounts): ShownAmounts => ({
  currency: amounts.currency,
  subtotal: amounts.subtotal,
  discount: amounts.discount,
  fees: amounts.fees,
  shipping: amounts.shipping,
  tax: amounts.tax,
  included_vat: amounts.included_vat.map(({ rate, base, vat }) => ({ rate, base, vat })),
  total: amounts.total,
});

/** Whether a note about VAT can name fees and postage: both are charged, and nothing else contains VAT. */
export const isVatOfFeesAndPostage = (
  { fees, shipping, tax }: Pick<ShownAmounts, 'fees' | 'shipping' | 'tax'>,
  vat: number,
): boolean => fees > 0 && shipping > 0 && vat === tax;
