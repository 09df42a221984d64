import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../../platform/actor.ts';
import { authorizedDays } from '../../../platform/payment-methods.ts';
import type { OrderEventType } from '../../events/catalog/event-catalog.ts';
import { isDeliverable } from './is-deliverable.ts';
import type { EarlierEvent, OrderEventMark, OrderRow, PastEvent } from './rows.ts';
import { stateOf } from './states.ts';
import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts';

const hex32 = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

/**
 * The id of an order is derived from its company and idempotency key. The order is its own idempotency record: a repeat
 * finds its row.
 */
export const orderIdFor = (company: string, idempotencyKey: string): string =>
  `po_${hex32(`order\n${company}\n${idempotencyKey}`)}`;

export const isOrderId = (text: string): boolean => /^po_[0-9a-f]{32}$/.test(text);

export const lineIdFor = (orderId: string, index: number): string => `poli_${hex32(`${orderId}\n${index}`)}`;

const REFERENCE_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Ten characters, without characters that are easily confused. */
export const referenceFor = (orderId: string): string =>
  [...createHash('sha256').update(`reference\n${orderId}`).digest().subarray(0, 10)]
    .map((byte) => REFERENCE_ALPHABET[byte % REFERENCE_ALPHABET.length])
    .join('');

/** The initial state. */
export const CREATED: Pick<OrderRow, 'status' | 'payment' | 'fulfillment'> = {
  status: 'pending_payment',
  payment: { status: 'pending', captured: 0, refunded: 0, failedAttempts: [] },
  fulfillment: { status: null },
};

export const asCreated = (order: OrderRow): OrderRow => ({
  ...order,
  ...CREATED,
  ...order.deliveryAsOrdered,
  lines: order.lines.map((line) => ({ ...line, issuedCount: 0 })),
});

/** An order without a checkout session expires a day after its creation. */
const UNOPENED_WINDOW_MS = DAY_MS;
/** An order expires an hour after its newest payment link lapsed. */
const LAPSED_WINDOW_MS = HOUR_MS;

/** When an unpaid order expires (lib/reference/orders.md#expiry). */
export const expiresAtMs = (order: Pick<OrderRow, 'createdAtMs' | 'session'>): number =>
  order.session ? order.session.lapsesAtMs + LAPSED_WINDOW_MS : order.createdAtMs + UNOPENED_WINDOW_MS;

/** Polling interval at the gateway after an order's creation, while a payment link is open. */
const PAYMENT_CHECK_INTERVAL_MS = 5 * 60 * 1000;
/** Delay of the last poll after the end of the link. By then, payments in progress have completed. */
export const LAPSED_CHECK_AFTER_MS = 2 * 60 * 1000;

/**
 * The next time after `afterMs` to check an unpaid order and poll its gateway; undefined when there is none before the
 * order expires. The first check is scheduled even if no payment link is open, so that opening a link does not move the
 * order in the due index. For a link of half an hour there are six or seven checks.
 */
export const nextPaymentCheckMs = (
  { createdAtMs, session }: Pick<OrderRow, 'createdAtMs' | 'session'>,
  afterMs: number,
): number | undefined => {
  const passed = Math.max(0, Math.floor((afterMs - createdAtMs) / PAYMENT_CHECK_INTERVAL_MS));
  const nextMs = createdAtMs + (passed + 1) * PAYMENT_CHECK_INTERVAL_MS;
  if (!session) return passed === 0 ? nextMs : undefined;
  const { lapsesAtMs } = session;
  if (nextMs < lapsesAtMs) return nextMs;
  const lastMs = lapsesAtMs + LAPSED_CHECK_AFTER_MS;
  return afterMs < lastMs ? lastMs : undefined;
};

/**
 * Deadline for the capture of an authorized payment: the limit for its method, or the limit for cards if the method is
 * unknown.
 */
export const authorizationEndsAtMs = ({ payment, updatedAtMs }: Pick<OrderRow, 'payment' | 'updatedAtMs'>): number =>
  (payment.authorizedAtMs ?? updatedAtMs) + authorizedDays(payment.method) * DAY_MS;

/**
 * Whether an order can be issued, regardless of its delivery time: it is paid, no refund is running, and no dispute is
 * open.
 */
export const isFulfillable = (order: OrderRow): boolean =>
  stateOf(order) === 'captured' && order.refund === undefined && order.payment.dispute?.status !== 'open';

/**
 * Delay after which a paid order is issued if its message was lost. An order with a later `send_at` has no message.
 */
const FULFILLMENT_OVERDUE_MS = 15 * 60 * 1000;

const paidAtMs = ({ payment, updatedAtMs }: OrderRow): number => payment.capturedAtMs ?? updatedAtMs;

/** Whether the `send_at` of an order is later than its payment, so that the payment does not start its fulfillment. */
export const isWaitingForSendAt = (order: OrderRow): boolean => (order.delivery.sendAtMs ?? 0) > paidAtMs(order);

/** When a paid order is issued if no message has triggered it. */
export const fulfillmentDueMs = (order: OrderRow): number =>
  isWaitingForSendAt(order) ? (order.delivery.sendAtMs ?? 0) : paidAtMs(order) + FULFILLMENT_OVERDUE_MS;

/** Whether an order can be issued at a given time: it is fulfillable and its `send_at` has passed. */
export const canFulfill = (order: OrderRow, nowMs: number): boolean =>
  isFulfillable(order) && (order.delivery.sendAtMs ?? 0) <= nowMs;

/** Whether outdated documents could not be rendered again, so that staff must act. */
export const isRedrawFailed = ({ redraw }: OrderRow): boolean => redraw?.failedAtMs !== undefined;

/**
 * Whether a change to an order starts its fulfillment, or the rendering of its documents, now. Later starts are
 * triggered by the due index.
 */
export const isFulfillmentDue = (before: OrderRow | undefined, after: OrderRow, nowMs: number): boolean =>
  (canFulfill(after, nowMs) && !(before !== undefined && canFulfill(before, nowMs))) ||
  (after.redraw !== undefined && after.redraw.atMs <= nowMs && after.redraw.atMs !== before?.redraw?.atMs);

/**
 * Whether a change to an order triggers its email and its shipment: it was fulfilled, its dispute has ended, or its
 * full refund has failed.
 */
export const isDeliveryRequired = (before: OrderRow | undefined, after: OrderRow): boolean =>
  isDeliverable(after) && !(before !== undefined && isDeliverable(before));

/** Maximum earlier events to keep. An ordinary order has fewer. */
const REMEMBERED_EVENTS = 60;

/**
 * Sets the event that a change emits to webhook receivers; it commits with the change. Earlier events are kept with the
 * resulting state of the order, so that a lost event can be recreated.
 */
export const withEvent = (order: OrderRow, type: OrderEventType, atMs: number, by: Actor): OrderRow => {
  const { seq, endpoints: _ofLast, earlier = [], ...last } = order.event;
  const kept = isCreation(order, last) ? [] : [...earlier, asEarlier(last)].slice(-REMEMBERED_EVENTS);
  return {
    ...order,
    event: {
      seq: seq + 1,
      ...eventMark(order, type, atMs, by),
      ...(kept.length > 0 ? { earlier: kept } : {}),
    },
  };
};

/** The creation of the order by an API key, as an event derived from its row. */
export const creationOf = (order: Pick<OrderRow, 'createdAtMs' | 'keyId' | 'company'>): PastEvent => ({
  type: 'order.created',
  atMs: order.createdAtMs,
  captured: 0,
  refunded: 0,
  status: 'pending_payment',
  payment: 'pending',
  fulfillment: null,
  by: { keyId: order.keyId, company: order.company },
});

/** Whether an event is a plain creation by a key, which rows omit. */
const isCreation = (order: OrderRow, event: PastEvent): boolean => isDeepStrictEqual({ ...event }, creationOf(order));

const asEarlier = (event: PastEvent): EarlierEvent => {
  const { type, atMs, captured, refunded, status, payment, fulfillment, by } = event;
  return [type, atMs, captured, refunded, status, payment, fulfillment, by];
};

/** Whether the payment was captured at the time of an event. The gateway captures 0 of an order that gift cards pay. */
export const hasCapture = ({ payment }: Pick<PastEvent, 'payment'>): boolean =>
  payment === 'captured' || payment === 'partially_refunded' || payment === 'refunded';

/** The events that an order remembers, oldest first. */
export const rememberedEvents = ({
  seq: _seq,
  endpoints: _seen,
  earlier = [],
  ...newest
}: OrderEventMark): PastEvent[] => [
  ...earlier.map(([type, atMs, captured, refunded, status, payment, fulfillment, by]) => ({
    type,
    atMs,
    captured,
    refunded,
    status,
    payment,
    fulfillment,
    by,
  })),
  newest,
];

export const eventMark = (
  order: Pick<OrderRow, 'status' | 'payment' | 'fulfillment'>,
  type: OrderEventType,
  atMs: number,
  by: Actor,
): PastEvent => ({
  type,
  atMs,
  captured: order.payment.captured,
  refunded: order.payment.refunded,
  status: order.status,
  payment: order.payment.status,
  fulfillment: order.fulfillment.status,
  by,
});
