import { setTimeout as sleep } from 'node:timers/promises';
import { COMMON_MAX_MS } from '../../../storage/common-rows.ts';
import { ABSENT } from '../../../storage/table.ts';
import { transact, type Write } from '../../../storage/transactions.ts';
import { optionIdOf, productIdOf, type ProductOption } from '../../catalog/products/ids.ts';
import { productKey, type ProductRow } from '../../catalog/products/rows.ts';
import { EVENT_SEATS, type StockRow } from '../../catalog/stock/rows.ts';
import { restockShares } from '../../catalog/stock/spread.ts';
import { countersOf } from './counters.ts';
import type { OperatorData } from './schema.ts';
import { counterOf, optionsOf, type CompanyCounter, type StoredCatalog } from './stored-catalog.ts';
import { companyOfCounter } from './stored.ts';

/**
 * An option that had no stock for a while, so that its sales were not counted meanwhile; or one that is not stored yet,
 * with a counter of an interrupted import.
 */
interface StaleCounter {
  /** Undefined when it is not stored yet. */
  product: ProductRow | undefined;
  counter: StockRow;
  stock: number;
}

/**
 * Resets counters of options that get stock and are unlimited now, or new with a counter of an interrupted import: the
 * old figure is outdated. Units that orders hold or have bought stay counted, and these orders can still return them. It
 * commits before the products are written, so that nothing is sold from the old figure, and so that an import
 * interrupted between the two repeats it. Returns how many counters changed.
 */
export const resetStock = async (data: OperatorData, catalog: StoredCatalog): Promise<number> => {
  let changed = 0;
  for (const each of uncountedIn(data, catalog)) if (await resetCounter(each)) changed++;
  return changed;
};

/** As `resetStock`, for counters that are spread: their shares do not fit into one transaction. */
export const resetSpreadStock = async (data: OperatorData, catalog: StoredCatalog): Promise<void> => {
  for (const each of uncountedIn(data, catalog)) if (each.counter.spread !== undefined) await resetCounter(each);
};

/**
 * As `resetStock`, for the other counters: to be committed with the product, so that a refused change leaves no figure
 * behind.
 */
export const resetWrites = (data: OperatorData, catalog: StoredCatalog): Write[] =>
  uncountedIn(data, catalog).flatMap((each) => (each.counter.spread === undefined ? [resetWrite(each)] : []));

/** Number of counters that `resetStock` would set. */
export const countStockToReset = (data: OperatorData, catalog: StoredCatalog): number =>
  uncountedIn(data, catalog).filter(({ counter, stock }) => counter.spread !== undefined || counter.remaining !== stock)
    .length;

/**
 * Waits until shared reads include the stock of options that were unlimited: an order from an older read takes no
 * units. Later orders are counted.
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

/** Units are only returned meanwhile. When spread, the shares together get the figure. */
const resetCounter = async ({ product, counter, stock }: StaleCounter): Promise<boolean> => {
  if (counter.spread !== undefined) return restockShares(companyOfCounter(counter), counter, stock);
  if (counter.remaining === stock) return false;
  await transact([resetWrite({ counter, stock }), unlessGivenMeanwhile(product, counter)]);
  return true;
};

const resetWrite = ({ counter, stock }: Pick<StaleCounter, 'counter' | 'stock'>): Write => ({
  update: {
    key: counter,
    update: 'SET remaining = :stock, putIn = :stock, heldThen = held, soldThen = sold',
    // A concurrent process may spread it: units of its shares would then be counted twice.
    condition: 'attribute_not_exists(#spread)',
    names: { '#spread': 'spread' },
    values: { ':stock': stock },
  },
});

/** Another import may have set the stock since, and sales may have used it. */
const unlessGivenMeanwhile = (product: ProductRow | undefined, counter: StockRow): Write => ({
  check: productKey(companyOfCounter(counter), counter.productId),
  condition: product
    ? { expression: '#options = :options', names: { '#options': 'options' }, values: { ':options': product.options } }
    : ABSENT,
});
