import { chunksOf } from '../../../platform/chunks.ts';
import { log } from '../../../platform/log.ts';
import { ABSENT, PRESENT } from '../../../storage/conditions.ts';
import { rowUpdate } from '../../../storage/row-update.ts';
import { getRows } from '../../../storage/table.ts';
import { transact } from '../../../storage/transactions.ts';
import { unlessRefused } from '../../../storage/unless-refused.ts';
import type { EventRow } from '../../catalog/products/rows.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';
import { stateOf } from '../../checkout/orders/states.ts';
import { hasUnrefundedTickets } from '../../checkout/orders/ticket-money.ts';
import { readOrders, unissuedOrders } from '../../checkout/orders/unissued-orders.ts';
import { ticketsSoldAs } from '../../value/items/event-tickets.ts';
import { expireForCancelledEvent } from '../payments/expire.ts';
import { cancellationKey, markKey, markRow, type EventCancellationRow } from './rows.ts';

/** A transaction has at most 100 writes, and each order needs two. */
const ORDERS_PER_TRANSACTION = 40;
const CONCURRENT_EXPIRIES = 8;

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
 * Finds the orders of a cancelled event. Expires unpaid orders, so that they can no longer be paid, and lists each paid
 * order once. May be interrupted and repeated. Returns false when the time is up. Unpaid orders come last, because
 * their gateway may not respond. An order that cannot be expired does not delay the others: its error, such as
 * `GatewayUnavailable`, is thrown at the end.
 */
export const collectOrders = async (cancelling: RunningCancellation, stopAt: number): Promise<boolean> => {
  const { row } = cancelling;
  const unpaid: OrderRow[] = [];
  for await (const orders of ordersOfEvent(cancelling)) {
    if (performance.now() > stopAt) return false;
    await collectAffected(row, orders);
    unpaid.push(...orders.filter((order) => stateOf(order) === 'unpaid'));
  }
  return expireUnpaid(row, unpaid, stopAt);
};

/** Orders with tickets of the event: first the orders that are not issued yet, then the issued ones. */
export const ordersOfEvent = async function* ({ row, event }: EventOrders): AsyncGenerator<OrderRow[]> {
  const { company, productId } = row;
  const isOfEvent = ({ lines }: OrderRow): boolean => lines.some((line) => line.productId === productId);
  for await (const orders of unissuedOrders(company)) yield orders.filter(isOfEvent);
  const yieldedIds = new Set<string>();
  for (const slug of [event.slug, ...(event.formerSlugs ?? [])]) {
    for await (const items of ticketsSoldAs(company, slug)) {
      const ids = new Set(items.filter((item) => item.productId === productId).map(({ orderId }) => orderId));
      const newIds = [...ids].filter((id) => !yieldedIds.has(id));
      for (const id of newIds) yieldedIds.add(id);
      yield readOrders(company, newIds);
    }
  }
};

const collectAffected = (row: EventCancellationRow, orders: readonly OrderRow[]): Promise<void> =>
  collect(
    row,
    orders.filter((order) => isAffectedOrder(order, row.productId)),
  );

/** Expires unpaid orders, and lists those that were paid in the meantime. Returns false when the time is up. */
const expireUnpaid = async (
  row: EventCancellationRow,
  unpaid: readonly OrderRow[],
  stopAt: number,
): Promise<boolean> => {
  const failures: unknown[] = [];
  let isInTime = true;
  for (const group of chunksOf(unpaid, CONCURRENT_EXPIRIES)) {
    isInTime = performance.now() <= stopAt;
    if (!isInTime) break;
    const outcomes = await Promise.allSettled(group.map((order) => expire(order, row)));
    const ended = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    failures.push(...outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : [])));
    await collectAffected(row, ended);
  }
  if (failures.length > 0) throw failures[0];
  return isInTime;
};

/** Logs the order of an error, so that operators can close its page at the gateway. */
const expire = async (order: OrderRow, { id, by }: EventCancellationRow): Promise<OrderRow> => {
  try {
    return await expireForCancelledEvent(order, by);
  } catch (error) {
    const details = { order_id: order.id, cancellation: id, cause: error };
    log.warn('An unpaid order of a cancelled event could not be expired', details);
    throw error;
  }
};

/**
 * Whether the cancellation affects an order: the order is authorized or paid, and has tickets that were not refunded.
 */
export const isAffectedOrder = (order: OrderRow, productId: string): boolean => {
  const state = stateOf(order);
  if (state === 'unpaid' || state === 'expired' || order.payment.status === 'cancelled') return false;
  return hasUnrefundedTickets(order, productId);
};

/** Concurrent runs may list the same orders. A rejected group is retried without those orders. */
const collect = async (row: EventCancellationRow, orders: readonly OrderRow[]): Promise<void> => {
  for (let at = 0; at < orders.length;) {
    const group = orders.slice(at, at + ORDERS_PER_TRANSACTION);
    if (await collectGroup(row, group)) at += ORDERS_PER_TRANSACTION;
  }
};

const collectGroup = async ({ company, id }: EventCancellationRow, orders: readonly OrderRow[]): Promise<boolean> => {
  const foundKey = (order: OrderRow) => markKey(company, id, 'found', order.id);
  const known = await getRows(orders.map(foundKey), { consistent: true });
  const newOrders = orders.filter((order) => !known.get(foundKey(order)));
  if (newOrders.length === 0) return true;
  return unlessRefused(
    transact([
      ...newOrders.map((order) => ({ put: markRow(foundKey(order), order.id), condition: ABSENT })),
      ...newOrders.map((order) => ({
        put: markRow(markKey(company, id, 'todo', order.id), order.id),
        condition: ABSENT,
      })),
      { update: rowUpdate({ key: cancellationKey(company, id), add: { orders: newOrders.length }, if: PRESENT }) },
    ]),
  );
};
