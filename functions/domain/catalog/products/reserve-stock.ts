import { isDryRun } from '../../../platform/dry-run.ts';
import { ApiError, rateLimited } from '../../../platform/errors.ts';
import { warmMap } from '../../../platform/warm-state.ts';
import { pause } from '../../../storage/retry.ts';
import { TransactionRefused } from '../../../storage/transactions.ts';
import { counterName, holdName, hasSpreadStock, type StockHold } from '../stock/counters.ts';
import { EVENT_SEATS, type CounterName, type StockRow, type StockShareRow } from '../stock/rows.ts';
import { openSeats } from './seats.ts';
import { findRootCounter, readSpreadCounter, readSpreadCounterShared, type SpreadCounter } from '../stock/shares.ts';
import { gatherUnits } from '../stock/spread.ts';
import { rowOfType } from '../../../storage/row-of-type.ts';

/** A consumer of units, such as a line of an order. */
export interface StockConsumer {
  holds: StockHold[];
}

/**
 * Thrown if an order needs more units than remain. `left`: remaining units of each counter that has too few, by name.
 */
export class StockShort extends Error {
  readonly left: ReadonlyMap<string, number>;
  constructor(remainingUnits: ReadonlyMap<string, number>) {
    super('An order needs more units than remain');
    this.name = 'StockShort';
    this.left = remainingUnits;
  }
}

const RETRY_SECONDS = 3;

/** 429: too many concurrent orders of the same option. No unit was reserved. */
export const tooManyAtOnce = (cause: unknown): ApiError =>
  // Random, so that clients do not all retry at the same time.
  rateLimited(
    'Very many are ordering this at once. Nothing was ordered; send it again.',
    1 + Math.floor(Math.random() * RETRY_SECONDS),
    cause,
  );

interface StockReservation<L extends StockConsumer> {
  company: string;
  lines: readonly L[];
  /** Number of shares of a counter; undefined if its units are in one row. */
  sharesOf: (counter: CounterName) => number | undefined;
  /** Commits the order with these lines, or throws `TransactionRefused`. */
  commit: (lines: L[]) => Promise<void>;
}

const ROUNDS = 8;
/** Few rounds, because `commit` has already retried conflicts. */
const BUSY_ROUNDS = 2;

/**
 * Reserves all units of an order in the transaction of its other writes. Takes units of a spread counter from a random
 * share, or from several shares if that share has too few, so that the last unit can be sold. Throws `StockShort`, 429
 * under too much contention, and the errors thrown by `commit`.
 */
export const reserveStock = async <L extends StockConsumer>({
  company,
  lines,
  sharesOf,
  commit,
}: StockReservation<L>): Promise<void> => {
  let taking = atRandom(company, lines, sharesOf);
  for (let round = 1; ; round++) {
    try {
      return await commit(taking);
    } catch (error) {
      if (isBusy(error)) {
        if (round >= BUSY_ROUNDS || !hasSpreadStock(taking)) throw tooManyAtOnce(error);
        taking = atRandom(company, taking, sharesOf);
      } else if (isOfStock(error)) {
        if (round >= ROUNDS) throw tooManyAtOnce(error);
        taking = await allotAgain(company, taking, { refused: error, round });
      } else throw error;
    }
    await pause(round);
  }
};

const isBusy = (error: unknown): boolean => error instanceof ApiError && error.code === 'service_busy';
const isOfStock = (error: unknown): error is TransactionRefused =>
  error instanceof TransactionRefused && error.failures.every(({ name }) => name?.startsWith('stock:'));

/** Shares of a counter that had stock at the last read of this process. */
const stockedShares = warmMap<string, { atMs: number; shares: (number | undefined)[] }>();
const STOCKED_MAX_MS = 2000;
const STOCKED_MAX = 1000;

const remember = (company: string, counter: CounterName, rows: readonly Part[]): void => {
  if (stockedShares.size >= STOCKED_MAX) stockedShares.clear();
  const shares = rows.filter(({ quantity }) => quantity > 0).map(({ share }) => share);
  stockedShares.set(`${company} ${counterName(counter)}`, { atMs: performance.now(), shares });
};

/** A random share of a counter, if possible one that had stock recently; undefined: the counter itself. */
const anyShare = (company: string, counter: CounterName, shares: number | undefined): number | undefined => {
  const known = stockedShares.get(`${company} ${counterName(counter)}`);
  if (known && known.shares.length > 0 && performance.now() - known.atMs < STOCKED_MAX_MS) {
    return known.shares[Math.floor(Math.random() * known.shares.length)];
  }
  return shares === undefined ? undefined : Math.floor(Math.random() * shares);
};

/** Chooses one row of each counter for all lines, because each further row makes the transaction costlier. */
const atRandom = <L extends StockConsumer>(
  company: string,
  lines: readonly L[],
  sharesOf: StockReservation<L>['sharesOf'],
): L[] => {
  const chosen = new Map<string, number | undefined>();
  const shareOf = (hold: StockHold): number | undefined => {
    const name = counterName(hold);
    if (!chosen.has(name)) chosen.set(name, anyShare(company, hold, sharesOf(hold)));
    return chosen.get(name);
  };
  return lines.map((line) => ({ ...line, holds: line.holds.map((hold) => from(hold, shareOf(hold))) }));
};

const from = ({ productId, optionId, quantity }: StockHold, share: number | undefined): StockHold => ({
  productId,
  optionId,
  quantity,
  ...(share === undefined ? {} : { share }),
});

/** Units of one row of a counter. */
interface Part {
  share: number | undefined;
  quantity: number;
}

/** Maximum number of counter rows in one transaction of an order, in addition to its other rows. */
const PARTS_MAX = 60;

const allotAgain = async <L extends StockConsumer>(
  company: string,
  lines: readonly L[],
  { refused, round }: { refused: TransactionRefused; round: number },
): Promise<L[]> => {
  const holds = lines.flatMap((line) => line.holds);
  const counters = new Map(holds.map((hold) => [counterName(hold), hold]));
  const maximum = Math.max(1, Math.floor(PARTS_MAX / counters.size));
  const remainingUnits = new Map<string, number>();
  const parts = new Map<string, Part[]>();
  for (const [name, counter] of counters) {
    const counterHolds = holds.filter((hold) => counterName(hold) === name);
    const failure = counterHolds.map((hold) => refused.failed(holdName(hold))).find((each) => each !== undefined);
    if (!failure) continue;
    if (failure.row === undefined && counter.optionId === EVENT_SEATS && (await openSeats(company, counter.productId)))
      continue;
    const isRoot = failure.row?.type === 'stock';
    const root = isRoot ? rowOfType<StockRow>('stock', failure.row) : undefined;
    const share = isRoot ? undefined : rowOfType<StockShareRow>('stock-share', failure.row);
    if (counterHolds.every((hold) => hold.share === undefined) && root?.spread === undefined) {
      remainingUnits.set(name, Math.max(0, (root ?? share)?.remaining ?? 0));
      continue;
    }
    const requested = counterHolds.reduce((sum, { quantity }) => sum + quantity, 0);
    const spread = await enoughOf(company, counter, { requested, isFirst: round === 1 });
    const allotted = await partsOf(company, counter, { spread, requested, maximum });
    if (allotted) parts.set(name, allotted);
    else remainingUnits.set(name, Math.max(0, unitsIn(spread)));
  }
  if (remainingUnits.size > 0) throw new StockShort(remainingUnits);
  return lines.map((line) => ({ ...line, holds: line.holds.flatMap((hold) => dealt(hold, parts)) }));
};

const partOf = ({ share, remaining }: StockShareRow): Part => ({ share, quantity: remaining });

/** Units in each row from which orders can take units. */
const openRowsOf = ({ root, shares }: SpreadCounter): Part[] => [
  ...(root ? [{ share: undefined, quantity: root.remaining }] : []),
  ...shares.filter(({ isShut }) => !isShut).map(partOf),
];

/** Closed shares with units that orders returned. The counter can use these units. */
const shutIn = ({ shares }: SpreadCounter): Part[] =>
  shares.filter(({ isShut, remaining }) => isShut && remaining > 0).map(partOf);

const sumOf = (rows: readonly Part[]): number => rows.reduce((sum, { quantity }) => sum + quantity, 0);
const unitsIn = (spread: SpreadCounter): number => sumOf([...openRowsOf(spread), ...shutIn(spread)]);

/**
 * All rows of a counter, from a shared read in the first round. Units may move from a share to the counter between
 * reads, so the counter is read again if units seem to be missing.
 */
const enoughOf = async (
  company: string,
  counter: CounterName,
  { requested, isFirst }: { requested: number; isFirst: boolean },
): Promise<SpreadCounter> => {
  if (!isFirst) return readAll(company, counter, requested);
  return readSpreadCounterShared(company, counter, () => readAll(company, counter, requested));
};

const readAll = async (company: string, counter: CounterName, requested: number): Promise<SpreadCounter> => {
  const spread = await readSpreadCounter(company, counter);
  return unitsIn(spread) >= requested ? spread : { ...spread, root: await findRootCounter(company, counter) };
};

interface Demand {
  spread: SpreadCounter;
  requested: number;
  maximum: number;
}

/**
 * Rows that together have the requested units, a single row if possible. Undefined if there are too few units. If
 * closed shares have units, or if more than `maximum` rows would be needed, moves units to the counter and returns the
 * counter as the only row; throws 429 instead in a dry run.
 */
const partsOf = async (
  company: string,
  counter: CounterName,
  { spread, requested, maximum }: Demand,
): Promise<Part[] | undefined> => {
  const rows = openRowsOf(spread);
  remember(company, counter, rows);
  if (unitsIn(spread) < requested) return undefined;
  const shut = shutIn(spread);
  if (shut.length > 0) return atTheCounter(company, counter, { parts: shut, requested });
  const enough = rows.filter(({ quantity }) => quantity >= requested);
  const choice = enough[Math.floor(Math.random() * enough.length)];
  if (choice) return [{ ...choice, quantity: requested }];
  const parts: Part[] = [];
  let missing = requested;
  for (const { share, quantity } of rows.toSorted((a, b) => b.quantity - a.quantity)) {
    if (missing === 0) break;
    const taken = Math.min(missing, quantity);
    parts.push({ share, quantity: taken });
    missing -= taken;
  }
  return parts.length <= maximum ? parts : atTheCounter(company, counter, { parts, requested });
};

/**
 * Moves units from shares to their counter, from which the order then takes them. If the counter has too few units by
 * then, the condition of the order's write fails.
 */
const atTheCounter = async (
  company: string,
  counter: CounterName,
  { parts, requested }: { parts: readonly Part[]; requested: number },
): Promise<Part[]> => {
  // A dry run cannot move units, and these rows are too many to check in one transaction.
  if (isDryRun()) throw tooManyAtOnce(undefined);
  await gatherUnits(company, counter, parts);
  return [{ share: undefined, quantity: requested }];
};

/** Splits a hold across the selected rows of its counter, and subtracts the units of the hold from `parts`. */
const dealt = (hold: StockHold, parts: ReadonlyMap<string, Part[]>): StockHold[] => {
  const rows = parts.get(counterName(hold));
  if (!rows) return [hold];
  const holds: StockHold[] = [];
  let missing = hold.quantity;
  while (missing > 0) {
    const [row] = rows;
    if (!row) throw new Error('The selected rows have fewer units than the hold');
    const taken = Math.min(missing, row.quantity);
    if (taken > 0) holds.push(from({ ...hold, quantity: taken }, row.share));
    row.quantity -= taken;
    missing -= taken;
    if (row.quantity === 0) rows.shift();
  }
  return holds;
};
