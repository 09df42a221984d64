/** Amounts in the smallest currency unit. */
export interface Amounts {
  currency: string;
  subtotal: number;
  discount: number;
  fees: number;
  shipping: number;
  /** VAT contained in fees and shipping; already inside `total`. */
  tax: number;
  total: number;
}
