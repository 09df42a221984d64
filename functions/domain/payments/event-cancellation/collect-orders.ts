import { chunksOf } from '../../../platform/chunks.ts';
import { ABSENT, PRESENT } from '../../../storage/conditions.ts';
import { rowUpdate } from '../../../storage/row-update.ts';
import { getRows } from '../../../storage/table.ts';
import { transact, TransactionRefused } from '../../../storage/transactions.ts';
import type { EventRow } from '../../catalog/products/rows.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';
import { stateOf } from '../../checkout/orders/states.ts';
import { hasUnrefundedTickets } from '../../checkout/orders/ticket-money.ts';
import { readOrders, unissuedOrders } from '../../checkout/orders/unissued-orders.ts';
import { ticketsSoldAs } from '../../value/items/event-tickets.ts';
import { expireForCancelledEvent } from '../payments/expire.ts';
import { cancellationKey, markKey, markRow, type EventCancellationRow } from './rows.ts';

/** A transaction has at most 100 writes: two for each order. */
const ORDERS_TOGETHER = 40;
const UNPAID_SIDE_BY_SIDE = 8;

/** The event whose orders are listed. */
interface EventOrders {
  row: Pick<EventCancellationRow, 'company' | 'productId'>;
  event: EventRow;
}

export interface RunningCancellation {
  row: EventCancellationRow;
  event: EventRow;
}

/**
 * Finds the orders of a cancelled event: unpaid ones are expired, so that they can no longer be paid, and paid ones are
 * listed, each once. May be interrupted and run again. False when the time was up. Throws `GatewayUnavailable`.
 */
export const collectOrders = async (cancelling: RunningCancellation, stopAt: number): Promise<boolean> => {
  for await (const orders of ordersOfEvent(cancelling)) {
    if (performance.now() > stopAt) return false;
    await takeIn(cancelling, orders);
  }
  return true;
};

/** Orders with tickets of the event: those that wait for payment or issue, then the issued ones. */
export const ordersOfEvent = async function* ({ row, event }: EventOrders): AsyncGenerator<OrderRow[]> {
  const { company, productId } = row;
  const isOfEvent = ({ lines }: OrderRow): boolean => lines.some((line) => line.productId === productId);
  for await (const orders of unissuedOrders(company)) yield orders.filter(isOfEvent);
  const seen = new Set<string>();
  for (const slug of [event.slug, ...(event.formerSlugs ?? [])]) {
    for await (const items of ticketsSoldAs(company, slug)) {
      const ids = new Set(items.filter((item) => item.productId === productId).map(({ orderId }) => orderId));
      const fresh = [...ids].filter((id) => !seen.has(id));
      for (const id of fresh) seen.add(id);
      yield readOrders(company, fresh);
    }
  }
};

const takeIn = async (cancelling: RunningCancellation, orders: readonly OrderRow[]): Promise<void> => {
  const current: OrderRow[] = orders.filter((order) => stateOf(order) !== 'unpaid');
  const unpaid = orders.filter((order) => stateOf(order) === 'unpaid');
  for (const group of chunksOf(unpaid, UNPAID_SIDE_BY_SIDE)) {
    current.push(...(await Promise.all(group.map((order) => expireForCancelledEvent(order, cancelling.row.by)))));
  }
  await collect(
    cancelling.row,
    current.filter((order) => isAffectedOrder(order, cancelling.row.productId)),
  );
};

/** Whether the cancellation concerns an order: it is paid, and its tickets were not refunded. */
export const isAffectedOrder = (order: OrderRow, productId: string): boolean => {
  const state = stateOf(order);
  if (state === 'unpaid' || state === 'expired' || order.payment.status === 'cancelled') return false;
  return hasUnrefundedTickets(order, productId);
};

/** Concurrent runs may find the same orders: the rest is listed again. */
const collect = async (row: EventCancellationRow, orders: readonly OrderRow[]): Promise<void> => {
  for (let at = 0; at < orders.length;) {
    const group = orders.slice(at, at + ORDERS_TOGETHER);
    if (await collectGroup(row, group)) at += ORDERS_TOGETHER;
  }
};

const collectGroup = async ({ company, id }: EventCancellationRow, orders: readonly OrderRow[]): Promise<boolean> => {
  const found = (order: OrderRow) => markKey(company, id, 'found', order.id);
  const known = await getRows(orders.map(found), { consistent: true });
  const fresh = orders.filter((order) => !known.get(found(order)));
  if (fresh.length === 0) return true;
  try {
    await transact([
      ...fresh.map((order) => ({ put: markRow(found(order), order.id), condition: ABSENT })),
      ...fresh.map((order) => ({ put: markRow(markKey(company, id, 'todo', order.id), order.id), condition: ABSENT })),
      { update: rowUpdate({ key: cancellationKey(company, id), add: { orders: fresh.length }, if: PRESENT }) },
    ]);
    return true;
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    return false;
  }
};
