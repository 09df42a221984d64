import { EVENT_SEATS, UNLIMITED_SEATS } from '../stock/rows.ts';
import { optionIdOf, type ProductOption } from './ids.ts';
import type { ProductRow } from './rows.ts';
import { hasSeat } from './rules.ts';

/**
 * Initial units of a counter that is spread over several rows because many buyers compete for it: the stock of an
 * option that is `on_sale`, or the seats, limited or unlimited, of an event with such an option. Undefined for other
 * counters.
 */
export const spreadUnits = (product: ProductRow, optionId: string): number | undefined => {
  const options: readonly ProductOption[] = product.options;
  if (optionId !== EVENT_SEATS) {
    const option = options.find((each) => optionIdOf(product, each) === optionId);
    return option?.on_sale ? option.stock : undefined;
  }
  if (product.type !== 'event') return undefined;
  const isOnSale = options.some((option) => option.on_sale && hasSeat(option));
  return isOnSale ? (product.seats ?? UNLIMITED_SEATS) : undefined;
};
