import { getRow, queryAll, type Row } from '../../../storage/table.ts';
import { readShared } from '../../../storage/shared-reads.ts';
import {
  SHARE_PARTITIONS,
  SHARES_MAX,
  shareCodec,
  sharePartition,
  stockKey,
  type CounterName,
  type StockFigures,
  type StockRow,
  type StockShareRow,
} from './rows.ts';

/** Initial units of a share, enough for most orders. */
const UNITS_OF_SHARE = 10;

/** Number of shares for a number of units. */
export const sharesFor = (units: number): number =>
  Math.min(SHARES_MAX, Math.max(1, Math.ceil(units / UNITS_OF_SHARE)));

/** A counter and its shares, in any order. */
export interface SpreadCounter {
  root: StockRow | undefined;
  shares: StockShareRow[];
}

const readShares = async (
  company: string,
  counter: CounterName,
  { consistent }: { consistent: boolean },
): Promise<StockShareRow[]> => {
  const partitions = Array.from({ length: SHARE_PARTITIONS }, (_, at) => sharePartition(company, counter, at));
  const pages = await Promise.all(partitions.map((partition) => queryAll<Row>({ partition, consistent })));
  return pages.flat().map((row) => shareCodec.check(row));
};

export const findRootCounter = (company: string, { productId, optionId }: CounterName): Promise<StockRow | undefined> =>
  getRow<StockRow>(stockKey(company, productId, optionId), { consistent: true });

/**
 * A counter with its current shares. Reads the counter first, so that units that move to shares in the meantime are
 * counted twice rather than missed.
 */
export const readSpreadCounter = async (company: string, counter: CounterName): Promise<SpreadCounter> => {
  const root = await findRootCounter(company, counter);
  return { root, shares: await readShares(company, counter, { consistent: true }) };
};

const READS = 20;

/**
 * Like `readSpreadCounter`, for changing a total. Reads again if units have moved between counter and shares in the
 * meantime, because they would be counted twice or not at all (lib/decisions/stock.md#stock-in-shares). Sales do not
 * change the total of a row.
 */
export const readWholeCounter = async (company: string, counter: CounterName): Promise<SpreadCounter> => {
  for (let read = 1; ; read++) {
    const spread = await readSpreadCounter(company, counter);
    const now = await findRootCounter(company, counter);
    if (unitsOf(spread.root) === unitsOf(now)) return spread;
    if (read >= READS) throw new Error(`Units of ${counter.optionId} move faster than they can be read. Try again.`);
  }
};

const unitsOf = (row: StockFigures | undefined): number => (row ? row.remaining + row.held + row.sold : 0);

const sumOf = (rows: readonly StockShareRow[], figure: 'remaining' | 'held' | 'sold'): number =>
  rows.reduce((sum, row) => sum + row[figure], 0);

const whole = (root: StockRow, shares: readonly StockShareRow[]): StockRow => ({
  ...root,
  ...figuresOf({ root, shares: [...shares] }),
});

/** The figures of a counter including all its shares; 0 without a counter. */
export const figuresOf = ({ root, shares }: SpreadCounter): StockFigures => {
  const total = (name: keyof StockFigures): number => (root?.[name] ?? 0) + sumOf(shares, name);
  return { remaining: total('remaining'), held: total('held'), sold: total('sold') };
};

/** Maximum age of shown figures under load. */
const SHOWN_MAX_MS = 2000;

const readShown = (company: string, counter: CounterName): Promise<StockShareRow[]> =>
  readShared(`shown ${sharePartition(company, counter, 0)}`, SHOWN_MAX_MS, () =>
    readShares(company, counter, { consistent: false }),
  );

/** Interval of the shared read while stock is scarce. Returned units can be ordered after this delay at most. */
const REFUSED_MAX_MS = 250;

/** A shared read of a counter with its shares, for orders whose first attempt found too few units. */
export const readSpreadCounterShared = (
  company: string,
  counter: CounterName,
  read: () => Promise<SpreadCounter>,
): Promise<SpreadCounter> => readShared(`refused ${sharePartition(company, counter, 0)}`, REFUSED_MAX_MS, read);

const isStock = (row: Row): row is StockRow => row.type === 'stock';

/** Whether a row is the counter of an on-sale, which many processes read at the same time. */
export const isInOnSale = (row: Row | null): boolean => row !== null && isStock(row) && row.spread !== undefined;

/**
 * Returns the rows, with the figures of its shares added to each spread counter. Makes its calls in parallel, and none
 * if no counter is spread. Under load, figures may be two seconds old; `exact` reads them consistently. Reads the
 * shares of unlimited seats only with `tallies` (default: `exact`), because buyers do not see their number.
 */
export const withShares = async (
  company: string,
  rows: readonly Row[],
  { exact = false, tallies = exact }: { exact?: boolean; tallies?: boolean } = {},
): Promise<Row[]> =>
  Promise.all(
    rows.map(async (row) => {
      if (!isStock(row) || row.spread === undefined || (row.seats === null && !tallies)) return row;
      return whole(row, await (exact ? readShares(company, row, { consistent: true }) : readShown(company, row)));
    }),
  );
