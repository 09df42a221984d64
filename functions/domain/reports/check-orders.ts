import { getRows, pause, queryAll, queryPage, type Key, type Row } from '../../storage/table.ts';
import { catalogueCollection } from '../catalogue/rows.ts';
import { readItemsOfOrder } from '../items/of-order-id.ts';
import { ordersOf, type OrderLine, type OrderRow } from '../orders/rows.ts';
import type { StockRow } from '../stock/rows.ts';
import type { Finding } from './rows.ts';

/** What looking at every order of a company found. */
export interface OrdersChecked {
  checkedLines: number;
  checkedCounters: number;
  seats: Finding[];
  stock: Finding[];
}

interface Units {
  held: number;
  sold: number;
}

interface Sales {
  units: Map<string, Units>;
  checkedLines: number;
  /** Lines for which fewer or more seats were issued than sold, as far as the items had been looked at. */
  doubtful: { orderId: string; line: OrderLine }[];
}

const nameOf = (counter: { productId: string; optionId: string }): string => `${counter.productId} ${counter.optionId}`;

const ORDERS_AT_ONCE = 500;
/** Sales that come in while orders are read make counters look wrong; what is wrong stays so. */
const LOOKS = 4;

/** Holds counters against orders, and seats that were sold against tickets that were issued. */
export const checkOrders = async (company: string, issuedSeats: Map<string, number>): Promise<OrdersChecked> => {
  for (let look = 1; ; look++) {
    const before = await countersOf(company);
    const sales = await salesOf(company, issuedSeats);
    const after = await countersOf(company);
    const suspects = after.flatMap((counter) => {
      const message = counterFault(counter, sales.units.get(nameOf(counter)));
      return message === undefined ? [] : [{ counter, message }];
    });
    if (suspects.length === 0 || look >= LOOKS) {
      // A counter that sold something meanwhile cannot be judged by what was read.
      const certain = suspects.filter(({ counter }) => before.some((row) => isSame(row, counter)));
      return {
        checkedLines: sales.checkedLines,
        checkedCounters: after.length,
        seats: await seatFindings(company, sales.doubtful),
        stock: certain.map(({ counter, message }) => ({ check: 'stock', subject: nameOf(counter), message })),
      };
    }
    await pause(6);
  }
};

/** Tickets may have been issued after the items were looked at, so those of doubtful lines are looked at again. */
const seatFindings = async (company: string, doubtful: Sales['doubtful']): Promise<Finding[]> => {
  const findings: Finding[] = [];
  for (const { orderId, line } of doubtful) {
    const items = await readItemsOfOrder(company, orderId);
    const issued = items.filter(({ lineId }) => lineId === line.id).reduce((sum, { pieces }) => sum + pieces, 0);
    if (issued === line.quantity) continue;
    const message = `${line.quantity} seats were sold, but tickets were issued for ${issued}.`;
    findings.push({ check: 'seats', subject: line.id, message });
  }
  return findings;
};

const isSame = (a: StockRow, b: StockRow): boolean =>
  nameOf(a) === nameOf(b) && a.remaining === b.remaining && a.held === b.held && a.sold === b.sold;

const countersOf = async (company: string): Promise<StockRow[]> => {
  const rows = await queryAll<Row>({ ...catalogueCollection(company), consistent: true });
  return rows.filter((row): row is StockRow => row.type === 'stock');
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

const salesOf = async (company: string, issuedSeats: Map<string, number>): Promise<Sales> => {
  const sales: Sales = { units: new Map(), checkedLines: 0, doubtful: [] };
  let startKey: Record<string, unknown> | undefined;
  do {
    const page = await queryPage<Key>({
      ...ordersOf(company),
      limit: ORDERS_AT_ONCE,
      ...(startKey ? { startKey } : {}),
    });
    const rows = await getRows(page.rows, { consistent: true });
    for (const key of page.rows) {
      const order = rows.get<OrderRow>(key);
      if (order) addOrder(sales, order, issuedSeats);
    }
    startKey = page.lastKey;
  } while (startKey);
  return sales;
};

/** Stock of an order stays sold when it is refunded, and comes back when its payment was never completed. */
const columnOf = (order: OrderRow): keyof Units | undefined => {
  if (order.status === 'pending_payment') return 'held';
  if (order.status === 'paid' || order.status === 'fulfilled') return 'sold';
  return order.status === 'cancelled' && order.payment.status === 'refunded' ? 'sold' : undefined;
};

const addOrder = (sales: Sales, order: OrderRow, issuedSeats: Map<string, number>): void => {
  const column = columnOf(order);
  for (const line of order.lines) {
    for (const hold of column ? line.holds : []) {
      const units = sales.units.get(nameOf(hold)) ?? { held: 0, sold: 0 };
      if (column) units[column] += hold.quantity;
      sales.units.set(nameOf(hold), units);
    }
    if (order.status !== 'fulfilled' || !line.event) continue;
    sales.checkedLines++;
    if (issuedSeats.get(line.id) !== line.quantity) sales.doubtful.push({ orderId: order.id, line });
  }
};
