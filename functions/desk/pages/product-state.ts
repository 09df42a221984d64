import type { ProductTexts } from '../texts/products.ts';
import { capitalize } from './state-mark.ts';

/** A visibility state of a product, with the reasons. */
export const visibilityOf = (t: ProductTexts, withheld: readonly string[]): string =>
  withheld.length === 0
    ? t.published
    : capitalize(withheld.map((reason) => t[`reason_${reason}` as keyof ProductTexts]).join(', '));
