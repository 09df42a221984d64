import type { ProductTexts } from '../texts/products.ts';
import { capitalize } from './state-mark.ts';

/** A visibility state of a product, with the reasons. A cancelled event is never sold again, so only that is shown. */
export const visibilityOf = (t: ProductTexts, withheld: readonly string[], isCancelled = false): string => {
  if (isCancelled) return t.progress;
  return withheld.length === 0
    ? t.published
    : capitalize(withheld.map((reason) => t[`reason_${reason}` as keyof ProductTexts]).join(', '));
};
