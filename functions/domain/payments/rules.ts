import type { OrderPayment, OrderRow } from '../orders/rows.ts';
import { withEvent } from '../orders/rules.ts';

/** What a gateway tells about one payment, whatever the gateway. */
export interface PaymentFact {
  kind: 'authorized' | 'captured' | 'failed' | 'cancelled' | 'refunded';
  gateway: 'test' | 'stripe';
  /** The gateway's name for the payment (one attempt). */
  paymentReference: string;
  /** Smallest currency unit. */
  amount: number;
  occurredAtMs: number;
}

/** What a fact does to an order. `holds` says what becomes of the stock that the order holds. */
export type Verdict =
  | { kind: 'unchanged' }
  | { kind: 'changed'; order: OrderRow; holds: 'keep' | 'sell' | 'give-back' | 'take-back' }
  | { kind: 'stray'; order: OrderRow };

const UNCHANGED: Verdict = { kind: 'unchanged' };
const REMEMBERED_FAILURES = 50;

/**
 * The one place that decides what a payment fact means (service.md, States and transitions). Facts may come late,
 * twice and in any order: an order only moves forward, and what does not move it changes nothing.
 */
export const judgePayment = (order: OrderRow, fact: PaymentFact, nowMs: number): Verdict =>
  JUDGES[fact.kind](order, fact, nowMs);

const isUnpaid = (order: OrderRow): boolean => order.status === 'pending_payment';

const isOurs = (order: OrderRow, fact: PaymentFact): boolean => order.payment.reference === fact.paymentReference;

/** The order is paid: fulfilment may begin, and the stock it held is sold. */
const paid = (order: OrderRow, fact: PaymentFact, payment: Partial<OrderPayment>, nowMs: number): Verdict => ({
  kind: 'changed',
  holds: 'sell',
  order: withEvent(
    {
      ...order,
      status: 'paid',
      fulfillment: { status: 'processing' },
      payment: {
        ...order.payment,
        gateway: fact.gateway,
        reference: fact.paymentReference,
        authorizedAtMs: fact.occurredAtMs,
        ...payment,
      },
    },
    'order.payment_authorized',
    nowMs,
  ),
});

const authorized = (order: OrderRow, fact: PaymentFact, nowMs: number): Verdict =>
  isUnpaid(order) ? paid(order, fact, { status: 'authorized' }, nowMs) : UNCHANGED;

const captured = (order: OrderRow, fact: PaymentFact, nowMs: number): Verdict => {
  const capture = { status: 'captured', captured: fact.amount, capturedAtMs: fact.occurredAtMs } as const;
  // The capture can overtake its authorization.
  if (isUnpaid(order)) return paid(order, fact, capture, nowMs);
  if (isOurs(order, fact)) {
    if (order.status === 'cancelled') return stray(order, fact);
    if (order.payment.status !== 'authorized') return UNCHANGED;
    return { kind: 'changed', holds: 'keep', order: { ...order, payment: { ...order.payment, ...capture } } };
  }
  return stray(order, fact);
};

/** A capture that must not count is kept on the order until it has been given back. */
const stray = (order: OrderRow, fact: PaymentFact): Verdict => {
  const known = order.payment.strayCaptures ?? [];
  const seen = known.find((capture) => capture.reference === fact.paymentReference);
  if (seen?.refundedAtMs !== undefined) return UNCHANGED;
  if (seen) return { kind: 'stray', order };
  const { paymentReference: reference, gateway, amount, occurredAtMs: atMs } = fact;
  const strayCaptures = [...known, { reference, gateway, amount, atMs }];
  return { kind: 'stray', order: { ...order, payment: { ...order.payment, strayCaptures } } };
};

const failed = (order: OrderRow, fact: PaymentFact, nowMs: number): Verdict => {
  const { failedAttempts } = order.payment;
  if (!isUnpaid(order) || failedAttempts.includes(fact.paymentReference)) return UNCHANGED;
  const payment: OrderPayment = {
    ...order.payment,
    status: 'failed',
    failedAttempts: [...failedAttempts, fact.paymentReference].slice(-REMEMBERED_FAILURES),
  };
  return { kind: 'changed', holds: 'keep', order: withEvent({ ...order, payment }, 'order.payment_failed', nowMs) };
};

/** An authorization that is given up before its capture undoes the payment; nothing was issued for it. */
const cancelled = (order: OrderRow, fact: PaymentFact, nowMs: number): Verdict => {
  if (order.payment.status !== 'authorized' || !isOurs(order, fact)) return UNCHANGED;
  const next: OrderRow = {
    ...order,
    status: 'cancelled',
    fulfillment: { status: null },
    payment: { ...order.payment, status: 'cancelled' },
  };
  return { kind: 'changed', holds: 'take-back', order: withEvent(next, 'order.payment_failed', nowMs) };
};

const JUDGES: Record<PaymentFact['kind'], (order: OrderRow, fact: PaymentFact, nowMs: number) => Verdict> = {
  authorized,
  captured,
  failed,
  cancelled,
  // Refunds are recorded by the operation that asked for them.
  refunded: () => UNCHANGED,
};

/** What can still be given back. */
export const refundableMinor = (order: OrderRow): number =>
  Math.max(0, order.payment.captured - order.payment.refunded);

/** The order after an amount was given back at the gateway. */
export const refundedOrder = (order: OrderRow, amount: number, nowMs: number): OrderRow => {
  const refunded = order.payment.refunded + amount;
  const isWhole = refunded >= order.payment.captured;
  const payment: OrderPayment = { ...order.payment, refunded, status: isWhole ? 'refunded' : 'partially_refunded' };
  const { refund: _ended, ...rest } = order;
  const notIssued = isWhole && order.status === 'paid';
  const next: OrderRow = {
    ...rest,
    payment,
    // Nothing is left to fulfil when all of it was given back before anything was issued.
    ...(notIssued ? { status: 'cancelled' as const, fulfillment: { status: null } } : {}),
  };
  return withEvent(next, isWhole ? 'order.refunded' : 'order.partially_refunded', nowMs);
};
