import { chunksOf } from '../../../platform/chunks.ts';
import { nowMs } from '../../../platform/clock.ts';
import { log } from '../../../platform/log.ts';
import { membersAre } from '../../../storage/conditions.ts';
import { deleteRow, getRow, getRows, putRow, type Key } from '../../../storage/table.ts';
import { unlessRefused } from '../../../storage/unless-refused.ts';
import { productKey, type EventRow } from '../../catalog/products/rows.ts';
import { companyKey, type CompanyRow } from '../../company/companies/rows.ts';
import { ticketsSoldAs } from '../../value/items/event-tickets.ts';
import type { ItemRow } from '../../value/items/rows.ts';
import { changeOrder } from '../../checkout/orders/change-order.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';
import { readOrders, unissuedOrders } from '../../checkout/orders/unissued-orders.ts';
import { isPlaceUnfollowed, moveItems } from '../../value/items/move-tickets.ts';
import { eventMoveCodec, eventMoveKey, lastPassOf, undatedOf, type EventMoveRow } from './rows.ts';
import { datesOf, movedSendAt, linesToMove } from './rules.ts';
import { HOUR_MS } from '../../../platform/durations.ts';

/** Delay of the alarm. Faults of the table or of a release are usually resolved by then. */
const ALARM_AFTER_MS = 2 * HOUR_MS;
const ORDERS_SIDE_BY_SIDE = 8;
const BY = { system: 'event-move' };

interface Move {
  row: EventMoveRow;
  event: EventRow;
  zone: string;
}

/**
 * Moves the tickets of an event to its new date or venue: first the orders, so that nothing more is issued for the old
 * date or venue, then issued items. A ticket that has already been moved costs only one read, so the run can be
 * interrupted and restarted at any point. Uses the current event even if the row expects another state, because an
 * import writes the row first and may fail before it writes the event. Returns `kept` if this pass is not finished: the
 * time is up, an order failed, or the event was rescheduled again.
 */
export const carryOutMove = async (key: Key, stopAt: number): Promise<'done' | 'kept'> => {
  const raw = await getRow(key, { consistent: true });
  if (!raw) return 'done';
  const row = eventMoveCodec.read(raw);
  const keys = { event: productKey(row.company, row.productId), company: companyKey(row.company) };
  const rows = await getRows(Object.values(keys), { consistent: true });
  const event = rows.get<EventRow>(keys.event);
  const company = rows.get<CompanyRow>(keys.company);
  if (event && company && datesOf(event) && !event.cancellation) {
    const outcome = await followAll({ row, event, zone: company.time_zone }, stopAt);
    if (outcome === 'kept') return 'kept';
  }
  // A cancelled event never gets a new date.
  const isUndated = event !== undefined && !event.cancellation && !datesOf(event);
  return (await replaceRow(row, isUndated ? undatedOf(row, nowMs()) : afterPass(row))) ? 'done' : 'kept';
};

const afterPass = (row: EventMoveRow): EventMoveRow | undefined =>
  row.pass === 'last' ? undefined : lastPassOf(row, nowMs());

/** Replaces the row with `next`, or deletes it. Returns false if the event was rescheduled again in the meantime. */
const replaceRow = async (row: EventMoveRow, next: EventMoveRow | undefined): Promise<boolean> => {
  const { movedAtMs, pass, dueAtMs } = row;
  const condition = membersAre({ movedAtMs, pass, dueAtMs });
  return unlessRefused(next ? putRow(next, condition) : deleteRow(eventMoveKey(row.company, row.productId), condition));
};

const followAll = async (move: Move, stopAt: number): Promise<'done' | 'kept'> => {
  const { row } = move;
  const checked = new Set<string>();
  let failed = 0;
  for await (const orderIds of ordersToCheck(move)) {
    const fresh = [...new Set(orderIds)].filter((id) => !checked.has(id));
    for (const group of chunksOf(fresh, ORDERS_SIDE_BY_SIDE)) {
      if (performance.now() > stopAt) return 'kept';
      const outcomes = await Promise.all(group.map((id) => follow(move, id)));
      failed += outcomes.filter((isDone) => !isDone).length;
      for (const id of group) checked.add(id);
    }
  }
  if (checked.size > 0) log.info('Moved tickets of an event', { company: row.company, orders: checked.size, failed });
  return failed === 0 ? 'done' : 'kept';
};

/** Moves the tickets of one order. Returns false on a failure, so that other orders continue. */
const follow = async ({ row, event, zone }: Move, orderId: string): Promise<boolean> => {
  const { company, movedAtMs } = row;
  try {
    const { order } = await changeOrder({ company, id: orderId }, (current) => {
      const lines = linesToMove(current, event, { ...row, zone });
      const sendAt = movedSendAt(current, lines, { zone, nowMs: nowMs() });
      return { kind: 'event_moved', by: BY, atMs: movedAtMs, lines, ...(sendAt ? { sendAt } : {}) };
    });
    await moveItems(order, zone);
    return true;
  } catch (error) {
    const details = { order_id: orderId, cause: error };
    if (nowMs() - movedAtMs < ALARM_AFTER_MS) log.warn('Tickets could not be moved with their event', details);
    else log.error('Tickets have not been moved with their event', { ...details, alarm: 'event_not_followed' });
    return false;
  }
};

/**
 * Orders with tickets for a different date or venue: first those that wait for payment or issue, then those whose items
 * are issued.
 */
const ordersToCheck = async function* (move: Move): AsyncGenerator<string[]> {
  yield* unissuedToMove(move);
  const { company } = move.row;
  for (const slug of [move.event.slug, ...(move.event.formerSlugs ?? [])]) {
    for await (const items of ticketsSoldAs(company, slug)) {
      const ofEvent = items.filter(({ productId, event }) => productId === move.row.productId && event);
      yield ofEvent.filter((item) => isOutdated(item, move)).map(({ orderId }) => orderId);
      if (move.row.elsewhere) yield elsewhere(ofEvent, move);
    }
  }
};

const isOutdated = ({ event }: ItemRow, move: Move): boolean => {
  const dates = datesOf(move.event);
  return event?.startsAt !== dates?.startsAt || event?.endsAt !== dates?.endsAt;
};

/**
 * Orders whose tickets have a different venue or date precision, which items do not contain, and orders that an
 * interrupted run has moved without their items.
 */
const elsewhere = async (items: readonly ItemRow[], move: Move): Promise<string[]> => {
  const ids = new Set(items.map(({ orderId }) => orderId));
  const orders = await readOrders(move.row.company, [...ids]);
  const lines = new Map(orders.flatMap((order) => order.lines.map((line) => [`${order.id} ${line.id}`, line])));
  const begun = items.filter((item) => isPlaceUnfollowed(item, lines.get(`${item.orderId} ${item.lineId ?? ''}`)));
  return [...toMove(orders, move), ...begun.map(({ orderId }) => orderId)];
};

const toMove = (orders: readonly OrderRow[], { row, event, zone }: Move): string[] =>
  orders.filter((order) => linesToMove(order, event, { ...row, zone }).size > 0).map(({ id }) => id);

const unissuedToMove = async function* (move: Move): AsyncGenerator<string[]> {
  for await (const orders of unissuedOrders(move.row.company)) yield toMove(orders, move);
};
