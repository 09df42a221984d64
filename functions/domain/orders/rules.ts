import { createHash } from 'node:crypto';
import type { OrderRow } from './rows.ts';

const hex32 = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

/**
 * The id of an order follows from its company and idempotency key, so the order is its own idempotency record: a
 * second creation meets the first one's row.
 */
export const orderIdFor = (company: string, idempotencyKey: string): string =>
  `po_${hex32(`order\n${company}\n${idempotencyKey}`)}`;

export const isOrderId = (text: string): boolean => /^po_[0-9a-f]{32}$/.test(text);

export const lineIdFor = (orderId: string, index: number): string => `poli_${hex32(`${orderId}\n${index}`)}`;

const REFERENCE_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Ten characters for people, without those that look alike. */
export const referenceFor = (orderId: string): string =>
  [...createHash('sha256').update(`reference\n${orderId}`).digest().subarray(0, 10)]
    .map((byte) => REFERENCE_ALPHABET[byte % REFERENCE_ALPHABET.length])
    .join('');

/** An order nobody opened a checkout for expires a day after its creation. */
export const UNOPENED_WINDOW_MS = 24 * 3600 * 1000;
/** An order expires an hour after its newest payment link lapsed. */
export const LAPSED_WINDOW_MS = 3600 * 1000;

/** The moment at which an unpaid order is written off. */
export const expiresAtMs = (order: Pick<OrderRow, 'createdAtMs' | 'session'>): number =>
  order.session ? order.session.lapsesAtMs + LAPSED_WINDOW_MS : order.createdAtMs + UNOPENED_WINDOW_MS;

/** Payment that will not be taken back by itself: only it starts fulfilment (lib/decisions). */
const isPaymentCertain = (order: OrderRow): boolean =>
  ['captured', 'partially_refunded'].includes(order.payment.status);

/** Whether an order can be fulfilled at a moment: certainly paid, not yet done, and its `send_at` has come. */
export const canFulfil = (order: OrderRow, nowMs: number): boolean =>
  order.status === 'paid' &&
  order.fulfillment.status === 'processing' &&
  isPaymentCertain(order) &&
  (order.delivery.sendAtMs ?? 0) <= nowMs;

/** Whether a change of an order starts its fulfilment now; later ones start from the due index. */
export const needsFulfilmentNow = (before: OrderRow | undefined, after: OrderRow, nowMs: number): boolean =>
  canFulfil(after, nowMs) && !(before !== undefined && canFulfil(before, nowMs));

/** Whether a change of an order completed it. */
export const becameFulfilled = (before: OrderRow | undefined, after: OrderRow): boolean =>
  after.status === 'fulfilled' && before?.status !== 'fulfilled';

/** Room for every event of an order that nobody means to fill. */
const REMEMBERED_EVENTS = 60;

/**
 * Marks the event that a change owes to webhook receivers; it commits with the change. Those before it are remembered,
 * so that one that got lost on its way can be made again.
 */
export const withEvent = (order: OrderRow, type: string, atMs: number): OrderRow => {
  const { seq, earlier = [], ...last } = order.event;
  const { captured, refunded } = order.payment;
  return {
    ...order,
    event: { seq: seq + 1, type, atMs, captured, refunded, earlier: [...earlier, last].slice(-REMEMBERED_EVENTS) },
  };
};
