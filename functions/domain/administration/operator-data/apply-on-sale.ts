import { membersAre } from '../../../storage/conditions.ts';
import { retryOnConflict } from '../../../storage/retry.ts';
import { rowUpdate } from '../../../storage/row-update.ts';
import { ConditionFailed, getRow, getRows, queryAll, updateRow, type Key } from '../../../storage/table.ts';
import { optionIdOf, productIdOf, type ProductOption } from '../../catalog/products/ids.ts';
import { spreadUnits } from '../../catalog/products/on-sale.ts';
import { productKey, type ProductRow } from '../../catalog/products/rows.ts';
import { countersNamed, EVENT_SEATS, stockKey, type CounterName, type StockRow } from '../../catalog/stock/rows.ts';
import { closeShares, openShares, restockShares } from '../../catalog/stock/spread.ts';
import { Restocks } from './restocks.ts';
import { setSeatsOfEvents } from './set-seats.ts';
import type { OperatorData } from './schema.ts';
import { movedId, recordRestockWrites, type MovementCause } from './stock-movements.ts';
import { companyOfCounter } from './stored.ts';
import { PRODUCT_SECTIONS } from './product-sections.ts';

/**
 * Sets the capacity of the file's events, spreads or gathers the stock of its products according to `on_sale`, and then
 * restocks spread counters. Returns the number of changed counters. Each step commits separately; after an
 * interruption, importing the same file again continues. `restocks`: counters that the same import has set already.
 */
export const applyOnSale = async (
  data: OperatorData,
  stored: ReadonlyMap<string, readonly StockRow[]>,
  cause: MovementCause,
  restocks = new Restocks(),
): Promise<number> => {
  const seatsSet = await setSeatsOfEvents(data, stored, cause, restocks);
  const products = PRODUCT_SECTIONS.flatMap(([section, type]) =>
    data[section].map(({ company, id }) => productKey(company, productIdOf({ type, id }))),
  );
  const rows = await getRows(products, { consistent: true });
  const changed = await spreadOrGather(products.flatMap((key) => rows.get<ProductRow>(key) ?? []));
  return seatsSet + changed + (await restockSpread(data, stored, cause, restocks));
};

const countersOf = (product: ProductRow): CounterName[] => {
  const options: readonly ProductOption[] = product.options;
  const productId = productIdOf(product);
  return [
    ...options.map((option) => ({ productId, optionId: optionIdOf(product, option) })),
    ...(product.type === 'event' ? [{ productId, optionId: EVENT_SEATS }] : []),
  ];
};

/**
 * Spreads or gathers the stock of products according to `on_sale`. Continues an interrupted run. Returns the number of
 * changed counters.
 */
export const spreadOrGather = async (products: readonly ProductRow[]): Promise<number> => {
  const counters = products.flatMap((product) => countersOf(product).map((counter) => ({ product, counter })));
  const keyOf = ({ product, counter }: (typeof counters)[number]): Key =>
    stockKey(product.company, counter.productId, counter.optionId);
  const rows = await getRows(counters.map(keyOf), { consistent: true });
  let changed = 0;
  for (const each of counters) {
    const row = rows.get<StockRow>(keyOf(each));
    const { product, counter } = each;
    const isWanted = spreadUnits(product, counter.optionId) !== undefined;
    if (!row || (isWanted ? row.spread === 'open' : isGathered(row))) continue;
    const arrange = isWanted ? openShares : closeShares;
    if (await arrange(product.company, counter)) changed++;
  }
  return changed;
};

const isGathered = ({ spread }: StockRow): boolean => spread === undefined || spread === 'closed';

const restockSpread = async (
  data: OperatorData,
  stored: ReadonlyMap<string, readonly StockRow[]>,
  cause: MovementCause,
  restocks: Restocks,
): Promise<number> => {
  let changed = 0;
  for (const { option, company, remaining } of data.restock) {
    const row = stored.get(option)?.find((each) => company === undefined || companyOfCounter(each) === company);
    if (row?.spread === undefined || restocks.has(row)) continue;
    const owner = companyOfCounter(row);
    const record = recordRestockWrites({ company: owner, optionId: movedId(row) }, remaining, cause);
    if (await restockShares(owner, row, remaining, record)) changed++;
    restocks.add(row);
  }
  return changed;
};

type OnSaleChange = { company: string; changed: boolean } | { fault: string };

/**
 * Starts or ends the on-sale of one option. Sales may continue in the meantime. `fault`: why this is not possible, as a
 * sentence for the operator.
 */
export const switchOnSale = async (
  optionId: string,
  { company, onSale }: { company: string | undefined; onSale: boolean },
): Promise<OnSaleChange> => {
  const keys = await queryAll<Key>(countersNamed(optionId));
  const rows = await getRows(keys, { consistent: true });
  const counters = keys
    .flatMap((key) => rows.get<StockRow>(key) ?? [])
    .filter((row) => company === undefined || companyOfCounter(row) === company);
  const [counter, ...others] = counters;
  if (!counter || counter.optionId === EVENT_SEATS) return { fault: `No option with a stock has the id ${optionId}.` };
  if (others.length > 0) {
    return {
      fault: `Several companies have ${optionId}: ${counters.map(companyOfCounter).join(', ')}. Name the company.`,
    };
  }
  const key = productKey(companyOfCounter(counter), counter.productId);
  if (onSale && (await isUnlimited(key, optionId))) return { fault: `No option with a stock has the id ${optionId}.` };
  const product = await switchOption(key, optionId, onSale);
  if (!product) return { fault: `The product of ${optionId} no longer exists.` };
  const count = await spreadOrGather([product]);
  return { company: companyOfCounter(counter), changed: count > 0 };
};

/** Whether an option no longer has a limit. Its counter still exists, but has nothing to spread. */
const isUnlimited = async (key: Key, optionId: string): Promise<boolean> => {
  const product = await getRow<ProductRow>(key, { consistent: true });
  const options: readonly ProductOption[] = product?.options ?? [];
  return options.some((option) => product && optionIdOf(product, option) === optionId && option.stock === undefined);
};

const ROUNDS = 10;

/**
 * Sets `on_sale` of an option and returns the product; undefined if it no longer exists. The write requires the options
 * that were read, because a concurrent import may change them.
 */
const switchOption = (key: Key, optionId: string, onSale: boolean): Promise<ProductRow | undefined> => {
  const change = async (): Promise<ProductRow | undefined> => {
    const product = await getRow<ProductRow>(key, { consistent: true });
    const options = product && withOnSale(product, optionId, onSale);
    if (!options) return product;
    const unchanged = membersAre({ options: product.options });
    await updateRow(rowUpdate({ key, set: { options }, add: { version: 1 }, if: unchanged }));
    return { ...product, options } as ProductRow;
  };
  return retryOnConflict(change, (error) => error instanceof ConditionFailed, { attempts: ROUNDS });
};

/** The options with the new `on_sale` of one of them; undefined if unchanged. */
const withOnSale = (product: ProductRow, optionId: string, onSale: boolean): ProductOption[] | undefined => {
  const options: readonly ProductOption[] = product.options;
  const isNamed = (option: ProductOption): boolean => optionIdOf(product, option) === optionId;
  if (options.some((option) => isNamed(option) && (option.on_sale ?? false) === onSale)) return undefined;
  return options.map((option) => (isNamed(option) ? { ...option, on_sale: onSale } : option));
};
