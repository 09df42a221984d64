import { getRows, type Key } from '../../../storage/table.ts';
import { log } from '../../../platform/log.ts';
import { shownOrder } from '../../checkout/orders/order-shape.ts';
import { reconcilePayment, type PaymentDifference } from '../../payments/notices/reconcile.ts';
import { orderBookEntries } from '../book/order-entries.ts';
import { entryFindings } from './check-figures.ts';
import { checkMoney } from './check-money.ts';
import type { IssuedSeats } from './check-items.ts';
import { readItemsOfOrder } from '../../value/items/of-order-id.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';
import { isOpenOrder, unitsOfOrder } from './check-counters.ts';
import type { PartFigures } from './check-list.ts';
import type { IntegrityFinding } from './rows.ts';

interface OrdersFrom {
  company: string;
  zone: string;
  /** Issued seats by line, for the items read so far. */
  issuedSeats: IssuedSeats;
  /** Payments of orders changed at or after this time are compared with their gateway. */
  paymentsSinceMs: number;
}

type OrderFigures = PartFigures & { unanswered: number };

/**
 * Compares orders with their money and their entries in the book, sold seats with issued tickets, and payments with
 * their gateway. Sums the units that the orders sold.
 */
export const checkOrderRows = async (keys: readonly Key[], from: OrdersFrom): Promise<OrderFigures> => {
  const figures: OrderFigures = {
    checked: 0,
    lines: 0,
    payments: 0,
    unanswered: 0,
    sold: {},
    uses: {},
    open: [],
    findings: [],
  };
  const rows = await getRows(keys, { consistent: true });
  for (const key of keys) {
    const raw = rows.get(key);
    if (!raw) continue;
    const order = shownOrder(raw);
    figures.checked++;
    addUnits(figures, order);
    figures.findings.push(...(await checkMoney(order)));
    figures.findings.push(...(await entryFindings(orderBookEntries(order), from.zone)));
    await addSeats(figures, order, from);
    await addPayment(figures, order, from.paymentsSinceMs);
  }
  return figures;
};

/** Adds the units of an order. An order whose stock may still change is only listed. */
const addUnits = (figures: OrderFigures, order: OrderRow): void => {
  if (isOpenOrder(order)) {
    figures.open.push(order.id);
    return;
  }
  for (const { kind, name, column, quantity } of unitsOfOrder(order)) {
    const sums = kind === 'use' ? figures.uses : figures.sold;
    if (column === 'sold') sums[name] = (sums[name] ?? 0) + quantity;
  }
};

/**
 * Checks the seats of event lines. Tickets may have been issued after the items were read, or may be missing in the
 * index, so the tickets of lines that differ are read again.
 */
const addSeats = async (
  figures: OrderFigures,
  order: OrderRow,
  { company, issuedSeats }: OrdersFrom,
): Promise<void> => {
  const lines = order.status === 'fulfilled' ? order.lines.filter(({ event }) => event) : [];
  figures.lines += lines.length;
  const differing = lines.filter(({ id, quantity }) => issuedSeats.get(id) !== quantity);
  if (differing.length === 0) return;
  const items = await readItemsOfOrder(company, order.id);
  for (const line of differing) {
    const issued = items.filter(({ lineId }) => lineId === line.id).reduce((sum, { pieces }) => sum + pieces, 0);
    if (issued === line.quantity) continue;
    const message = `${line.quantity} seats were sold, but tickets were issued for ${issued}.`;
    figures.findings.push({ check: 'seats', subject: line.id, message });
  }
};

const addPayment = async (figures: OrderFigures, order: OrderRow, paymentsSinceMs: number): Promise<void> => {
  if (order.updatedAtMs < paymentsSinceMs || !hasPayment(order)) return;
  figures.payments++;
  try {
    const difference = await reconcilePayment(order);
    if (difference) figures.findings.push(paymentFinding(order.id, difference));
  } catch (error) {
    log.warn('A payment could not be compared with its gateway', { order_id: order.id, cause: error });
    figures.unanswered++;
  }
};

const hasPayment = ({ payment }: OrderRow): boolean => payment.captured > 0 || payment.strayCaptures !== undefined;

const paymentFinding = (orderId: string, { captured, refunded }: PaymentDifference): IntegrityFinding => ({
  check: 'payments',
  subject: orderId,
  message:
    `The gateway has ${captured.gateway} captured and ${refunded.gateway} refunded; ` +
    `here it was ${captured.ours} and ${refunded.ours}. The state of the gateway has been applied.`,
});
