import { foldCode } from '../../catalog/codes/rules.ts';
import { getRows, queryAll, queryPage, type Key, type Row } from '../../../storage/table.ts';
import { pause } from '../../../storage/retry.ts';
import { catalogCollection, discountCodes, type DiscountCodeRow } from '../../catalog/products/rows.ts';
import { shownOrder } from '../../checkout/orders/order-shape.ts';
import { orderKey, ordersOf, type OrderRow } from '../../checkout/orders/rows.ts';
import { stockFigureOf } from '../../checkout/orders/sale-effects.ts';
import type { StockRow } from '../../catalog/stock/rows.ts';
import { withShares } from '../../catalog/stock/shares.ts';
import { END, type IntegrityPartRow } from './integrity-parts.ts';
import type { IntegrityFinding } from './rows.ts';

/** Faults of all counters and discount codes of a company. */
export interface CounterCheckResult {
  checkedCounters: number;
  checkedCodes: number;
  findings: IntegrityFinding[];
}

interface Units {
  held: number;
  sold: number;
}

interface Sales {
  units: Map<string, Units>;
  /** Uses by folded discount code. */
  uses: Map<string, number>;
}

const nameOf = (counter: { productId: string; optionId: string }): string => `${counter.productId} ${counter.optionId}`;

const ORDERS_PER_READ = 500;
/** A sale during the read can make a counter appear wrong; a real fault persists. */
const ROUNDS = 4;
/** Wait before the last read, longer than the replication lag of the index of orders. */
const LISTED_AFTER_MS = 2000;

/**
 * Compares counters and codes with orders. Uses the sums of parts for orders whose stock is final, and the current
 * state of all other orders, including newer ones.
 */
export const checkCounters = async (
  company: string,
  parts: readonly IntegrityPartRow[],
): Promise<CounterCheckResult> => {
  let earlier = new Map<string, CountedRow>();
  for (let round = 1; ; round++) {
    const before = await countersOf(company);
    const sales = await salesOf(company, parts);
    const after = await countersOf(company);
    const suspects = [...stockSuspects(after, sales), ...codeSuspects(after, sales)];
    if (suspects.length === 0 || round >= ROUNDS) {
      // Counters that changed during the read, or so recently that the order may not be indexed yet, are not checked.
      const certain = suspects.filter(({ row }) => isSame(before.get(row.sk), row) && isSame(earlier.get(row.sk), row));
      return {
        checkedCounters: [...after.values()].filter(isStock).length,
        checkedCodes: [...after.values()].filter(isCode).length,
        findings: [...certain.map(({ finding }) => finding), ...lostUnits(after, sales)],
      };
    }
    earlier = after;
    await (round + 1 < ROUNDS ? pause(6) : new Promise((resolve) => setTimeout(resolve, LISTED_AFTER_MS)));
  }
};

interface Suspect {
  row: CountedRow;
  finding: IntegrityFinding;
}

type CountedRow = StockRow | DiscountCodeRow;

const isStock = (row: CountedRow): row is StockRow => row.type === 'stock';
const isCode = (row: CountedRow): row is DiscountCodeRow => row.type === 'discount-code';

const stockSuspects = (rows: ReadonlyMap<string, CountedRow>, { units }: Sales): Suspect[] =>
  [...rows.values()].filter(isStock).flatMap((row): Suspect[] => {
    const message = counterFault(row, units.get(nameOf(row)));
    return message === undefined ? [] : [{ row, finding: { check: 'stock', subject: nameOf(row), message } }];
  });

const codeSuspects = (rows: ReadonlyMap<string, CountedRow>, { uses }: Sales): Suspect[] =>
  [...rows.values()].filter(isCode).flatMap((row): Suspect[] => {
    const counted = uses.get(foldCode(row.code)) ?? 0;
    const message = `${row.uses} uses are counted, but orders have ${counted}.`;
    return row.uses === counted ? [] : [{ row, finding: { check: 'codes', subject: row.code, message } }];
  });

/** Faults of units in orders that have no counter. */
const lostUnits = (rows: ReadonlyMap<string, CountedRow>, { units }: Sales): IntegrityFinding[] => {
  const counters = new Set([...rows.values()].filter(isStock).map(nameOf));
  const message = 'Orders took units of it, but there is no counter.';
  return [...units.keys()]
    .filter((name) => !counters.has(name))
    .map((subject) => ({ check: 'stock', subject, message }));
};

const isSame = (before: CountedRow | undefined, after: CountedRow): boolean => {
  if (before === undefined) return false;
  if (isCode(before) && isCode(after)) return before.uses === after.uses;
  if (!isStock(before) || !isStock(after)) return false;
  return before.remaining === after.remaining && before.held === after.held && before.sold === after.sold;
};

/** Counters and discount codes, by sort key. */
const countersOf = async (company: string): Promise<Map<string, CountedRow>> => {
  const [catalog, codes] = await Promise.all([
    queryAll<Row>({ ...catalogCollection(company), consistent: true }),
    queryAll<Row>({ ...discountCodes(company), consistent: true }),
  ]);
  const rows = [...(await withShares(company, catalog, { exact: true })), ...codes].filter(
    (row): row is CountedRow => row.type === 'stock' || row.type === 'discount-code',
  );
  return new Map(rows.map((row) => [row.sk, row]));
};

/** The fault of a counter; undefined when it matches its initial units and the orders. */
export const counterFault = (counter: StockRow, units: Units = { held: 0, sold: 0 }): string | undefined => {
  const { remaining, held, sold, putIn } = counter;
  const total = remaining + held + sold;
  if ((remaining < 0 && !counter.lowered) || held < 0 || sold < 0) return 'A figure of the counter is below 0.';
  if (putIn !== undefined && total !== putIn + (counter.heldThen ?? 0) + (counter.soldThen ?? 0)) {
    return `${putIn + (counter.heldThen ?? 0) + (counter.soldThen ?? 0)} units were added, but remaining, held and sold are ${total}.`;
  }
  if (held !== units.held) return `${held} are held, but unpaid orders hold ${units.held}.`;
  return sold === units.sold ? undefined : `${sold} are sold, but paid orders have ${units.sold}.`;
};

/** Units and uses of all orders of a company. */
const salesOf = async (company: string, parts: readonly IntegrityPartRow[]): Promise<Sales> => {
  const sales: Sales = { units: new Map(), uses: new Map() };
  const closed = parts.filter(({ through }) => through !== END);
  for (const { sold, uses, open } of closed) {
    for (const [name, quantity] of Object.entries(sold)) add(sales, { kind: 'unit', name, column: 'sold', quantity });
    for (const [name, quantity] of Object.entries(uses)) add(sales, { kind: 'use', name, column: 'sold', quantity });
    await addOrders(
      sales,
      open.map((id) => orderKey(company, id)),
    );
  }
  let after = closed.at(-1)?.through;
  for (;;) {
    const from = after === undefined ? {} : { from: `${after}\u0000`, to: END };
    const { rows, lastKey } = await queryPage<Row>({ ...ordersOf(company), ...from, limit: ORDERS_PER_READ });
    await addOrders(sales, rows);
    after = rows.at(-1)?.ix1sk;
    if (!lastKey || after === undefined) return sales;
  }
};

const addOrders = async (sales: Sales, keys: readonly Key[]): Promise<void> => {
  const rows = await getRows(keys, { consistent: true });
  for (const key of keys) {
    const raw = rows.get(key);
    if (raw) for (const move of unitsOfOrder(shownOrder(raw))) add(sales, move);
  }
};

const add = ({ units, uses }: Sales, { kind, name, column, quantity }: OrderUnits): void => {
  if (kind === 'use') {
    uses.set(name, (uses.get(name) ?? 0) + quantity);
    return;
  }
  const sum = units.get(name) ?? { held: 0, sold: 0 };
  sum[column] += quantity;
  units.set(name, sum);
};

/** Units that an order takes from a counter, or its use of a discount code. `name`: the counter, or the folded code. */
interface OrderUnits {
  kind: 'unit' | 'use';
  name: string;
  column: keyof Units;
  quantity: number;
}

/** Whether the units of an order may still be returned or sold. */
export const isOpenOrder = ({ status, returned }: OrderRow): boolean =>
  !(status === 'expired' || status === 'fulfilled' || returned === true);

export const unitsOfOrder = (order: OrderRow): OrderUnits[] => {
  const column = stockFigureOf(order);
  if (!column) return [];
  const holds = order.lines.flatMap((line) => line.holds);
  const moves: OrderUnits[] = holds.map((hold) => ({
    kind: 'unit',
    name: nameOf(hold),
    column,
    quantity: hold.quantity,
  }));
  if (order.discount) {
    moves.push({ kind: 'use', name: foldCode(order.discount.code), column, quantity: 1 });
  }
  return moves;
};
