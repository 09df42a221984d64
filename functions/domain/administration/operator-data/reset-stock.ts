import { setTimeout as sleep } from 'node:timers/promises';
import { COMMON_MAX_MS } from '../../../storage/common-rows.ts';
import { transact, type Write } from '../../../storage/transactions.ts';
import { optionIdOf, productIdOf } from '../../catalog/products/ids.ts';
import type { ProductRow } from '../../catalog/products/rows.ts';
import type { StockRow } from '../../catalog/stock/rows.ts';
import { restockShares } from '../../catalog/stock/spread.ts';
import { countersOf } from './counters.ts';
import type { OperatorData } from './schema.ts';
import { counterOf, optionsOf, type StoredCatalog } from './stored-catalog.ts';

/** An option that had no stock for a while: its sales were not counted meanwhile. */
interface StaleCounter {
  product: ProductRow;
  counter: StockRow;
  stock: number;
}

/**
 * Resets counters of options that are unlimited now and get stock again: the old figure is outdated. Units that orders
 * hold or have bought stay counted, and these orders can still return them. It commits before the products are written,
 * so that nothing is sold from the old figure, and so that an import interrupted between the two repeats it. Returns
 * how many counters changed.
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
  if (limitedIn(data, catalog).length > 0) await sleep(COMMON_MAX_MS);
};

const uncountedIn = (data: OperatorData, catalog: StoredCatalog): StaleCounter[] =>
  limitedIn(data, catalog).flatMap(({ product, optionId, stock }): StaleCounter[] => {
    const counter = counterOf(catalog, product, optionId);
    return counter ? [{ product, counter, stock }] : [];
  });

/** Units to which a file restocks an option. */
export const restockedIn = (data: OperatorData, company: string, option: string): number | undefined =>
  data.restock.find((each) => each.option === option && (each.company ?? company) === company)?.remaining;

/** Options that are unlimited now and get stock. A `restock` entry overrides `stock`. */
const limitedIn = (data: OperatorData, catalog: StoredCatalog) => {
  const given = new Map(
    countersOf(data).map((counter) => [
      `${counter.company}/${counter.productId}/${counter.optionId}`,
      restockedIn(data, counter.company, counter.name) ?? counter.stock,
    ]),
  );
  return catalog.products.flatMap((product) =>
    optionsOf(product).flatMap((option) => {
      const optionId = optionIdOf(product, option);
      const stock = given.get(`${product.company}/${productIdOf(product)}/${optionId}`);
      return option.stock !== undefined || stock === undefined ? [] : [{ product, optionId, stock }];
    }),
  );
};

/** Units are only returned meanwhile. When spread, the shares together get the figure. */
const resetCounter = async ({ product, counter, stock }: StaleCounter): Promise<boolean> => {
  if (counter.spread !== undefined) return restockShares(product.company, counter, stock);
  if (counter.remaining === stock) return false;
  await transact([resetWrite({ counter, stock }), unlessGivenMeanwhile(product)]);
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
const unlessGivenMeanwhile = (product: ProductRow): Write => ({
  check: { pk: product.pk, sk: product.sk },
  condition: {
    expression: '#options = :options',
    names: { '#options': 'options' },
    values: { ':options': product.options },
  },
});
