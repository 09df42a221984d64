import { setTimeout as sleep } from 'node:timers/promises';
import { COMMON_MAX_MS } from '../../../storage/common-rows.ts';
import { transact, type Write } from '../../../storage/transactions.ts';
import { optionIdOf, productIdOf } from '../../catalog/products/ids.ts';
import type { ProductRow } from '../../catalog/products/rows.ts';
import type { StockRow } from '../../catalog/stock/rows.ts';
import { restockShares } from '../../catalog/stock/spread.ts';
import { countersOf, type Counter } from './counters.ts';
import type { OperatorData } from './schema.ts';
import { counterOf, optionsOf, type StoredCatalog } from './stored-catalog.ts';

/** An option whose stock was left out for a while, in which nothing was counted. */
interface Uncounted {
  product: ProductRow;
  counter: StockRow;
  stock: number;
}

/**
 * Sets the counters of options that have no stock now and get one again: what they said was left when the stock was left
 * out is not what is left now. Units that orders hold or have bought since before stay theirs, and come back from them.
 * It commits before the products know of their stock, so that nothing is sold from the old figure, and so that an import
 * that breaks off between the two does the same again. Returns how many counters changed.
 */
export const setStockAnew = async (data: OperatorData, catalog: StoredCatalog): Promise<number> => {
  let changed = 0;
  for (const each of uncountedIn(data, catalog)) if (await setAnew(each)) changed++;
  return changed;
};

/** How many counters `setStockAnew` would set. */
export const stockToSetAnew = (data: OperatorData, catalog: StoredCatalog): number =>
  uncountedIn(data, catalog).filter(({ counter, stock }) => counter.spread !== undefined || counter.remaining !== stock)
    .length;

/**
 * Waits until whoever buys knows of the stock of options that had none: a crowd goes by a product that it read before, and
 * takes no units by that. What is ordered from then on is counted.
 */
export const untilLimitsAreKnown = async (data: OperatorData, catalog: StoredCatalog): Promise<void> => {
  if (limitedIn(data, catalog).length > 0) await sleep(COMMON_MAX_MS);
};

const uncountedIn = (data: OperatorData, catalog: StoredCatalog): Uncounted[] =>
  limitedIn(data, catalog).flatMap(({ product, optionId, stock }): Uncounted[] => {
    const counter = counterOf(catalog, product, optionId);
    return counter ? [{ product, counter, stock }] : [];
  });

/** Options that have no stock now and are given one. What the file restocks is set to that, whatever its `stock`. */
const limitedIn = (data: OperatorData, catalog: StoredCatalog) => {
  const restocked = ({ name, company }: Counter): number | undefined =>
    data.restock.find((each) => each.option === name && (each.company ?? company) === company)?.remaining;
  const given = new Map(
    countersOf(data).map((counter) => [
      `${counter.company}/${counter.productId}/${counter.optionId}`,
      restocked(counter) ?? counter.stock,
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

/** Nothing is taken from it meanwhile, only given back. Where it lies in shares, all of them have so much together. */
const setAnew = async ({ product, counter, stock }: Uncounted): Promise<boolean> => {
  if (counter.spread !== undefined) return restockShares(product.company, counter, stock);
  if (counter.remaining === stock) return false;
  const update = 'SET remaining = :stock, putIn = :stock, heldThen = held, soldThen = sold';
  // Somebody may spread it meanwhile: what its shares have by then would be there twice.
  const unspread = { condition: 'attribute_not_exists(#spread)', names: { '#spread': 'spread' } };
  await transact([
    { update: { key: counter, update, ...unspread, values: { ':stock': stock } } },
    unlessGivenMeanwhile(product),
  ]);
  return true;
};

/** Another import may have given the option its stock since, and sales may have taken of that. */
const unlessGivenMeanwhile = (product: ProductRow): Write => ({
  check: { pk: product.pk, sk: product.sk },
  condition: {
    expression: '#options = :options',
    names: { '#options': 'options' },
    values: { ':options': product.options },
  },
});
