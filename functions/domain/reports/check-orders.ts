import { getRows, queryAll, queryPage, type Key, type Row } from '../../storage/table.ts';
import { pause } from '../../storage/retry.ts';
import { log } from '../../platform/log.ts';
import { catalogueCollection, discountCodes, type DiscountCodeRow } from '../catalogue/rows.ts';
import { orderCodec } from '../orders/order-codec.ts';
import { reconcilePayment, type PaymentDifference } from '../payments/reconcile.ts';
import { checkMoney } from './check-money.ts';
import { readItemsOfOrder } from '../items/of-order-id.ts';
import { ordersOf, type OrderLine, type OrderRow } from '../orders/rows.ts';
import type { StockRow } from '../stock/rows.ts';
import { withShares } from '../stock/shares.ts';
import type { Finding } from './rows.ts';

/** What looking at every order of a company found. */
export interface OrdersChecked {
  checkedLines: number;
  checkedCounters: number;
  checkedOrders: number;
  checkedCodes: number;
  checkedPayments: number;
  /** Payments whose gateway did not answer. */
  unansweredPayments: number;
  seats: Finding[];
  stock: Finding[];
  money: Finding[];
  codes: Finding[];
  payments: Finding[];
}

interface Units {
  held: number;
  sold: number;
}

interface Sales {
  units: Map<string, Units>;
  /** Uses of each discount code, in upper case. */
  uses: Map<string, number>;
  checkedOrders: number;
  checkedPayments: number;
  unansweredPayments: number;
  money: Finding[];
  payments: Finding[];
  checkedLines: number;
  /** Lines for which fewer or more seats were issued than sold, as far as the items had been looked at. */
  unconfirmedSeats: { orderId: string; line: OrderLine }[];
}

const nameOf = (counter: { productId: string; optionId: string }): string => `${counter.productId} ${counter.optionId}`;

const ORDERS_AT_ONCE = 500;
/** Sales that come in while orders are read make counters look wrong; what is wrong stays so. */
const LOOKS = 4;
/** Longer than the list of orders lags behind the orders; waited before the last look. */
const LISTED_AFTER_MS = 2000;

/** What an earlier pass found, and since when payments are to be held against their gateway. */
export interface CheckFrom {
  /** Seats that were issued, by line. */
  issuedSeats: ReadonlyMap<string, number>;
  /** Payments of orders that changed at or after this moment are held against their gateway. */
  paymentsSinceMs: number;
}

/** Holds counters and codes against orders, seats that were sold against tickets that were issued, and money against both. */
export const checkOrders = async (company: string, from: CheckFrom): Promise<OrdersChecked> => {
  let earlier = new Map<string, CountedRow>();
  for (let look = 1; ; look++) {
    const before = await countersOf(company);
    const sales = await salesOf(company, from);
    const after = await countersOf(company);
    const suspects = [...stockSuspects(after, sales), ...codeSuspects(after, sales)];
    if (suspects.length === 0 || look >= LOOKS) {
      // What was sold or used meanwhile, or so lately that its order may not be listed yet, cannot be judged by what was read.
      const certain = suspects.filter(({ row }) => isSame(before.get(row.sk), row) && isSame(earlier.get(row.sk), row));
      const findingsOf = (check: Finding['check']): Finding[] =>
        certain.flatMap(({ finding }) => (finding.check === check ? [finding] : []));
      return {
        checkedLines: sales.checkedLines,
        checkedCounters: [...after.values()].filter(isStock).length,
        checkedCodes: [...after.values()].filter(isCode).length,
        checkedOrders: sales.checkedOrders,
        checkedPayments: sales.checkedPayments,
        unansweredPayments: sales.unansweredPayments,
        seats: await seatFindings(company, sales.unconfirmedSeats),
        stock: findingsOf('stock'),
        codes: findingsOf('codes'),
        money: sales.money,
        payments: sales.payments,
      };
    }
    earlier = after;
    await (look + 1 < LOOKS ? pause(6) : new Promise((resolve) => setTimeout(resolve, LISTED_AFTER_MS)));
  }
};

interface Suspect {
  row: CountedRow;
  finding: Finding;
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
    const counted = uses.get(row.code.toUpperCase()) ?? 0;
    const message = `${row.uses} uses are counted, but orders have ${counted}.`;
    return row.uses === counted ? [] : [{ row, finding: { check: 'codes', subject: row.code, message } }];
  });

/** Tickets may have been issued after the items were looked at, or not have reached the index, so those of doubtful lines are looked at again. */
const seatFindings = async (company: string, unconfirmedSeats: Sales['unconfirmedSeats']): Promise<Finding[]> => {
  const findings: Finding[] = [];
  for (const { orderId, line } of unconfirmedSeats) {
    const items = await readItemsOfOrder(company, orderId);
    const issued = items.filter(({ lineId }) => lineId === line.id).reduce((sum, { pieces }) => sum + pieces, 0);
    if (issued === line.quantity) continue;
    const message = `${line.quantity} seats were sold, but tickets were issued for ${issued}.`;
    findings.push({ check: 'seats', subject: line.id, message });
  }
  return findings;
};

const isSame = (before: CountedRow | undefined, after: CountedRow): boolean => {
  if (before === undefined) return false;
  if (isCode(before) && isCode(after)) return before.uses === after.uses;
  if (!isStock(before) || !isStock(after)) return false;
  return before.remaining === after.remaining && before.held === after.held && before.sold === after.sold;
};

/** Counters and discount codes, by sort key. */
const countersOf = async (company: string): Promise<Map<string, CountedRow>> => {
  const [catalogue, codes] = await Promise.all([
    queryAll<Row>({ ...catalogueCollection(company), consistent: true }),
    queryAll<Row>({ ...discountCodes(company), consistent: true }),
  ]);
  const rows = [...(await withShares(company, catalogue, { exact: true })), ...codes].filter(
    (row): row is CountedRow => row.type === 'stock' || row.type === 'discount-code',
  );
  return new Map(rows.map((row) => [row.sk, row]));
};

/** What is wrong with a counter; undefined when it agrees with what was put in and with the orders. */
export const counterFault = (counter: StockRow, units: Units = { held: 0, sold: 0 }): string | undefined => {
  const { remaining, held, sold, putIn } = counter;
  const total = remaining + held + sold;
  if (remaining < 0 || held < 0 || sold < 0) return 'A figure of the counter is below 0.';
  if (putIn !== undefined && total !== putIn + (counter.heldThen ?? 0) + (counter.soldThen ?? 0)) {
    return `${putIn + (counter.heldThen ?? 0) + (counter.soldThen ?? 0)} were put in, but remaining, held and sold are ${total}.`;
  }
  if (held !== units.held) return `${held} are held, but unpaid orders hold ${units.held}.`;
  return sold === units.sold ? undefined : `${sold} are sold, but paid orders have ${units.sold}.`;
};

const salesOf = async (company: string, { issuedSeats, paymentsSinceMs }: CheckFrom): Promise<Sales> => {
  const sales: Sales = {
    units: new Map(),
    uses: new Map(),
    checkedOrders: 0,
    checkedPayments: 0,
    unansweredPayments: 0,
    money: [],
    payments: [],
    checkedLines: 0,
    unconfirmedSeats: [],
  };
  let startKey: Record<string, unknown> | undefined;
  do {
    const page = await queryPage<Key>({
      ...ordersOf(company),
      limit: ORDERS_AT_ONCE,
      ...(startKey ? { startKey } : {}),
    });
    const rows = await getRows(page.rows, { consistent: true });
    for (const key of page.rows) {
      const raw = rows.get(key);
      if (!raw) continue;
      const order = orderCodec.check(raw);
      addOrder(sales, order, issuedSeats);
      await addMoney(sales, order, paymentsSinceMs);
    }
    startKey = page.lastKey;
  } while (startKey);
  return sales;
};

/** Stock of an order stays sold when it is refunded after issue, and comes back when the sale was undone before. */
const columnOf = (order: OrderRow): keyof Units | undefined => {
  if (order.status === 'pending_payment') return 'held';
  return order.status === 'expired' || order.returned ? undefined : 'sold';
};

const addMoney = async (sales: Sales, order: OrderRow, paymentsSinceMs: number): Promise<void> => {
  sales.checkedOrders++;
  sales.money.push(...(await checkMoney(order)));
  if (order.updatedAtMs < paymentsSinceMs || !hasPayment(order)) return;
  sales.checkedPayments++;
  try {
    const difference = await reconcilePayment(order);
    if (difference) sales.payments.push(paymentFinding(order.id, difference));
  } catch (error) {
    log.warn('A payment could not be held against its gateway', { order_id: order.id, cause: error });
    sales.unansweredPayments++;
  }
};

const hasPayment = ({ payment }: OrderRow): boolean => payment.captured > 0 || payment.strayCaptures !== undefined;

const paymentFinding = (orderId: string, { captured, refunded }: PaymentDifference): Finding => ({
  check: 'payments',
  subject: orderId,
  message:
    `The gateway has ${captured.gateway} captured and ${refunded.gateway} refunded; ` +
    `here it was ${captured.ours} and ${refunded.ours}. What the gateway told has been taken in.`,
});

const addOrder = (sales: Sales, order: OrderRow, issuedSeats: ReadonlyMap<string, number>): void => {
  const column = columnOf(order);
  if (order.discount?.counted && column) {
    const code = order.discount.code.toUpperCase();
    sales.uses.set(code, (sales.uses.get(code) ?? 0) + 1);
  }
  for (const line of order.lines) {
    for (const hold of column ? line.holds : []) {
      const units = sales.units.get(nameOf(hold)) ?? { held: 0, sold: 0 };
      if (column) units[column] += hold.quantity;
      sales.units.set(nameOf(hold), units);
    }
    if (order.status !== 'fulfilled' || !line.event) continue;
    sales.checkedLines++;
    if (issuedSeats.get(line.id) !== line.quantity) sales.unconfirmedSeats.push({ orderId: order.id, line });
  }
};
