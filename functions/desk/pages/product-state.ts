import type { ProductTexts } from '../texts/products.ts';
import { capitalize } from './state-mark.ts';

/**
 * Whether buyers see a product, with the reasons if not. A cancelled event is never sold again, so only the
 * cancellation is shown.
 */
export const visibilityOf = (t: ProductTexts, withheld: readonly string[], isCancelled = false): string => {
  if (isCancelled) return t.progress;
  return withheld.length === 0
    ? t.published
    : capitalize(withheld.map((reason) => t[`reason_${reason}` as keyof ProductTexts]).join(', '));
};
