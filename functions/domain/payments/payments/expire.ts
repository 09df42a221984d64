import type { Actor } from '../../../platform/actor.ts';
import { nowMs } from '../../../platform/clock.ts';
import { dueMoment } from '../../../storage/due.ts';
import { postponeDue } from '../../../storage/postpone-due.ts';
import { getRow, type Key } from '../../../storage/table.ts';
import { pollUnpaidOrder } from './poll-unpaid.ts';
import { closeSessionOf } from './close-session.ts';
import { recordLandedPayment } from './record-payment.ts';
import { changeOrderWithCards } from '../gift-cards/change-order-with-cards.ts';
import type { OrderChangeResult } from '../../checkout/orders/change-order.ts';
import type { EventOf } from '../../checkout/orders/events.ts';
import { orderCodec } from '../../checkout/orders/order-codec.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';
import { expiresAtMs, fulfillmentDueMs, isFulfillable } from '../../checkout/orders/rules.ts';
import { stateOf } from '../../checkout/orders/states.ts';

const BY = { system: 'expiry-sweep' };

/**
 * Expires one unpaid order whose time has passed. Closes its payment page at the gateway first; a payment already made
 * there counts, even without a notification. The transaction that expires the order also releases stock, seats, gift
 * cards, the discount use and the picture, so each is released exactly once. Before the time has passed, polls the
 * gateway for a due order with a payment page if `mayPoll` returns true. If the order was paid in the meantime, its due
 * entry moves to its fulfillment. Throws `GatewayUnavailable`; the sweep then retries.
 */
export const expireOrder = async (key: Key, mayPoll: () => boolean = () => true): Promise<'expired' | 'kept'> => {
  const raw = await getRow(key, { consistent: true });
  const order = raw && orderCodec.read(raw);
  if (!raw || !order) return 'kept';
  const isDue = raw.duesk !== undefined && dueMoment(raw) <= nowMs();
  if (stateOf(order) === 'captured' && isFulfillable(order)) {
    // The order was paid after its due entry was written, and is not issued yet.
    if (isDue) await postponeDue('order-fulfillment', raw, fulfillmentDueMs(order));
    return 'kept';
  }
  if (stateOf(order) !== 'unpaid') return 'kept';
  if (expiresAtMs(order) > nowMs()) {
    if (isDue) await pollUnpaidOrder(order, raw, order.session !== undefined && mayPoll());
    return 'kept';
  }
  const { changed } = await closeAndExpire(order, {}, BY);
  return changed ? 'expired' : 'kept';
};

const closeAndExpire = async (
  order: OrderRow,
  why: Pick<EventOf<'expired'>, 'isEventCancelled'>,
  by: Actor,
): Promise<OrderChangeResult> => {
  const closed = await closeSessionOf(order);
  const current = closed.state === 'paid' ? await recordLandedPayment(order, closed.payment) : order;
  const event = { kind: 'expired', by, ...why, closed: order.session?.id } as const;
  return changeOrderWithCards(current, event, { by, seed: current });
};

/**
 * Expires an unpaid order immediately, because an event in it was cancelled. Returns the resulting order, which is paid
 * if a payment was already made. Throws `GatewayUnavailable`.
 */
export const expireForCancelledEvent = async (order: OrderRow, by: Actor): Promise<OrderRow> => {
  const { order: after } = await closeAndExpire(order, { isEventCancelled: true }, by);
  // A page that was opened in the meantime has to be closed too.
  return stateOf(after) === 'unpaid' ? expireForCancelledEvent(after, by) : after;
};
