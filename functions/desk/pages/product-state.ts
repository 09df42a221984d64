import type { ProductTexts } from '../texts/products.ts';

/** Whether buyers see a product, and in words why not. */
export const stateOf = (t: ProductTexts, withheld: readonly string[]): string =>
  withheld.length === 0
    ? t.published
    : withheld.map((reason) => t[`reason_${reason}` as keyof ProductTexts]).join(', ');
