import { setTimeout as sleep } from 'node:timers/promises';
import { membersAre } from '../../../storage/conditions.ts';
import { COMMON_MAX_MS } from '../../../storage/common-rows.ts';
import { ABSENT } from '../../../storage/table.ts';
import { transact, type Write } from '../../../storage/transactions.ts';
import { optionIdOf, productIdOf, type ProductOption } from '../../catalog/products/ids.ts';
import { productKey, type ProductRow } from '../../catalog/products/rows.ts';
import { setRemainingWrite } from '../../catalog/stock/adjust.ts';
import { EVENT_SEATS, type StockRow } from '../../catalog/stock/rows.ts';
import { restockShares } from '../../catalog/stock/spread.ts';
import { countersOf } from './counters.ts';
import type { OperatorData } from './schema.ts';
import { counterOf, optionsOf, type CompanyCounter, type StoredCatalog } from './stored-catalog.ts';
import { companyOfCounter } from './stored.ts';

/**
 * A counter with an outdated figure. Either its option was unlimited, so that sales were not counted, or an interrupted
 * import created the counter without the product.
 */
interface StaleCounter {
  /** The stored product; undefined if an import created only the counter. */
  product: ProductRow | undefined;
  counter: StockRow;
  stock: number;
}

/**
 * Resets outdated counters to the stock in the file. Held and sold units remain counted, so that orders can still
 * return them. Commits before the products are written, so that nothing is sold from the old figure and a repeated
 * import can reset it again. Returns the number of changed counters.
 */
export const resetStock = async (data: OperatorData, catalog: StoredCatalog): Promise<number> => {
  let changed = 0;
  for (const each of uncountedIn(data, catalog)) if (await resetCounter(each)) changed++;
  return changed;
};

/** Like `resetStock`, but only for spread counters, whose shares do not fit into one transaction. */
export const resetSpreadStock = async (data: OperatorData, catalog: StoredCatalog): Promise<void> => {
  for (const each of uncountedIn(data, catalog)) if (each.counter.spread !== undefined) await resetCounter(each);
};

/**
 * Writes that reset counters that are not spread. They commit with the product, so that a refused change resets
 * nothing.
 */
export const resetWrites = (data: OperatorData, catalog: StoredCatalog): Write[] =>
  uncountedIn(data, catalog).flatMap((each) =>
    each.counter.spread === undefined ? [setRemainingWrite(each.counter, each.stock)] : [],
  );

/** Number of counters that `resetStock` would set. */
export const countStockToReset = (data: OperatorData, catalog: StoredCatalog): number =>
  uncountedIn(data, catalog).filter(({ counter, stock }) => counter.spread !== undefined || counter.remaining !== stock)
    .length;

/**
 * Waits until cached products in which the options are unlimited have expired, because orders based on them take no
 * units.
 */
export const waitForNewLimits = async (data: OperatorData, catalog: StoredCatalog): Promise<void> => {
  const isNewLimit = countersOf(data).some((counter) => {
    const option = optionIn(productOf(catalog, counter), counter.optionId);
    return option !== undefined && option.stock === undefined;
  });
  if (isNewLimit) await sleep(COMMON_MAX_MS);
};

const uncountedIn = (data: OperatorData, catalog: StoredCatalog): StaleCounter[] =>
  countersOf(data).flatMap((named): StaleCounter[] => {
    const product = productOf(catalog, named);
    if (named.optionId === EVENT_SEATS || optionIn(product, named.optionId)?.stock !== undefined) return [];
    const counter = counterOf(catalog, named);
    // A `restock` entry overrides `stock`.
    const stock = restockedIn(data, named.company, named.name) ?? named.stock;
    return counter ? [{ product, counter, stock }] : [];
  });

/** Units to which a file restocks an option. */
export const restockedIn = (data: OperatorData, company: string, option: string): number | undefined =>
  data.restock.find((each) => each.option === option && (each.company ?? company) === company)?.remaining;

const productOf = ({ products }: StoredCatalog, of: CompanyCounter): ProductRow | undefined =>
  products.find((product) => product.company === of.company && productIdOf(product) === of.productId);

const optionIn = (product: ProductRow | undefined, optionId: string): ProductOption | undefined =>
  product && optionsOf(product).find((option) => optionIdOf(product, option) === optionId);

/** Resets one counter, with its shares if it is spread. Returns whether it changed. */
const resetCounter = async ({ product, counter, stock }: StaleCounter): Promise<boolean> => {
  if (counter.spread !== undefined) return restockShares(companyOfCounter(counter), counter, stock);
  if (counter.remaining === stock) return false;
  await transact([setRemainingWrite(counter, stock), optionsUnchangedCheck(product, counter)]);
  return true;
};

/** Prevents the reset if another import has set the stock in the meantime, because sales may have used it. */
const optionsUnchangedCheck = (product: ProductRow | undefined, counter: StockRow): Write => ({
  check: productKey(companyOfCounter(counter), counter.productId),
  condition: product ? membersAre({ options: product.options }) : ABSENT,
});
