import { countedAtMs } from '../../../platform/counted-at.ts';
import { strayKey, refundRowKey, type RefundRow } from './refund-rows.ts';
import type { EventOf, PaymentFact } from './events.ts';
import { gatewayShare, withLiveCards } from './gift-cards.ts';
import type { OrderPayment, OrderRow } from './rows.ts';
import { expiresAtMs, withEvent } from './rules.ts';
import { cardMoves, releaseEffects, saleEffects, stockEffects, undoSaleEffects } from './sale-effects.ts';
import { ANY_STATE, type RuleOutcome, type Guard, type Reaction } from './transition-rule.ts';

type PaymentEvent = EventOf<'payment_authorized'> | EventOf<'payment_captured'>;

const REMEMBERED_FAILURES = 50;

const amountIsDue: Guard<PaymentEvent> = {
  description: 'amount and currency match what is due at the gateway',
  holds: (order, { payment }) => payment.amount === gatewayShare(order) && payment.currency === order.amounts.currency,
};
const isOwn: Guard<PaymentEvent> = {
  description: "it is the order's own payment",
  holds: (order, { payment }) => order.payment.reference === payment.paymentReference,
};
const isNotStray: Guard<PaymentEvent> = {
  description: 'the payment is not recorded as stray',
  holds: (order, { payment }) => strayOf(order, payment) === undefined,
};
const isCaptureRecorded: Guard<PaymentEvent> = {
  description: 'the order recorded its capture',
  holds: (order) => order.payment.captured > 0,
};

const strayOf = (order: OrderRow, { paymentReference }: PaymentFact) =>
  order.payment.strayCaptures?.find(({ reference }) => reference === paymentReference);

/**
 * The order becomes paid. The emitted event is `order.payment_authorized`, even if the capture arrives with the
 * authorization or before it, so `payment` is applied after the event.
 */
const markPaid = (
  order: OrderRow,
  { by, payment: fact }: PaymentEvent,
  payment: Partial<OrderPayment>,
  nowMs: number,
): RuleOutcome => {
  const authorized: OrderRow = {
    ...order,
    status: 'paid',
    fulfillment: { status: 'processing' },
    payment: {
      ...order.payment,
      status: 'authorized',
      gateway: fact.gateway,
      reference: fact.paymentReference,
      ...methodOf(fact),
      authorizedAtMs: fact.occurredAtMs,
    },
  };
  const next = withEvent(authorized, 'order.payment_authorized', nowMs, by);
  return { order: { ...next, payment: { ...next.payment, ...payment } }, effects: saleEffects(order) };
};

const methodOf = ({ method }: PaymentFact): Pick<OrderPayment, 'method'> => (method ? { method } : {});

const captureOf = ({ payment }: PaymentEvent, nowMs: number): Partial<OrderPayment> => ({
  status: 'captured',
  ...methodOf(payment),
  captured: payment.amount,
  capturedAtMs: countedAtMs(payment.occurredAtMs, nowMs),
});

/**
 * A stray payment is recorded on the order and refunded with its own refund row
 * (lib/reference/payments.md#stray-captures).
 */
const recordStray = (order: OrderRow, { by, payment }: PaymentEvent, nowMs: number): RuleOutcome => {
  const { paymentReference: reference, gateway, amount, currency, occurredAtMs: atMs } = payment;
  const refundKey = strayKey(order.id, reference);
  const known = strayOf(order, payment);
  if (known) return { order, after: known.refundedAtMs === undefined ? [{ do: 'return_stray', refundKey }] : [] };
  const foreign = currency === order.amounts.currency ? {} : { currency };
  const strayCaptures = [...(order.payment.strayCaptures ?? []), { reference, gateway, amount, ...foreign, atMs }];
  const row: RefundRow = {
    ...refundRowKey(order.company, order.id, refundKey),
    type: 'refund',
    v: 1,
    version: 0,
    company: order.company,
    orderId: order.id,
    refundKey,
    kind: 'stray',
    state: 'running',
    amount,
    by,
    startedAtMs: nowMs,
    stray: { gateway, reference, currency },
  };
  const text = 'A payment cannot count toward its order and is refunded';
  return {
    order: { ...order, payment: { ...order.payment, strayCaptures } },
    effects: [
      { kind: 'refund_row', row },
      { kind: 'alarm', alarm: 'stray_capture', text },
    ],
    after: [{ do: 'return_stray', refundKey }],
  };
};

const withCardsCaptured = (order: OrderRow): OrderRow => ({
  ...order,
  payment: withLiveCards(order.payment, 'captured'),
});

/** The payment ended before its capture: the sale is undone. */
const releaseOrder = (order: OrderRow, by: EventOf<'payment_released'>['by'], nowMs: number): RuleOutcome => {
  const next: OrderRow = {
    ...order,
    status: 'cancelled',
    returned: true,
    payment: { ...withLiveCards(order.payment, 'released'), status: 'cancelled' },
  };
  return {
    order: withEvent(next, 'order.payment_failed', nowMs, by),
    effects: [...undoSaleEffects(order), ...cardMoves(order, 'release')],
  };
};

export const SALE_EFFECTS = ['stock', 'subscriber', 'event order.payment_authorized'] as const;
const UNDONE = ['stock', 'code_use', 'picture', 'gift_cards', 'event order.payment_failed'] as const;
const STRAY = ['refund_row', 'alarm', 'return_stray'] as const;

export const paymentDeclined: Reaction<EventOf<'payment_declined'>> = {
  rules: [
    {
      from: ['unpaid'],
      when: [
        {
          description: 'the attempt is new',
          holds: (order, { paymentReference }) => !order.payment.failedAttempts.includes(paymentReference),
        },
      ],
      to: 'unpaid',
      does: ['event order.payment_failed'],
      apply: (order, { paymentReference, by }, nowMs) => {
        const failedAttempts = [...order.payment.failedAttempts, paymentReference].slice(-REMEMBERED_FAILURES);
        const payment: OrderPayment = { ...order.payment, status: 'failed', failedAttempts };
        return { order: withEvent({ ...order, payment }, 'order.payment_failed', nowMs, by) };
      },
    },
  ],
  otherwise: 'ignored',
};

export const paymentAuthorized: Reaction<EventOf<'payment_authorized'>> = {
  rules: [
    {
      from: ['unpaid'],
      when: [isNotStray, amountIsDue],
      to: 'authorized',
      does: [...SALE_EFFECTS, 'capture'],
      apply: (order, event, nowMs) => ({
        ...markPaid(order, event, {}, nowMs),
        after: [{ do: 'capture' }],
      }),
    },
    {
      from: ['authorized'],
      when: [isOwn],
      to: 'same',
      does: ['capture'],
      apply: (order) => ({ order, after: [{ do: 'capture' }] }),
    },
    {
      from: ['captured', 'fulfillment_failed', 'fulfilled', 'cancelled'],
      when: [isOwn],
      to: 'same',
      does: [],
      apply: (order) => ({ order }),
    },
    { from: ANY_STATE, when: [], to: 'same', does: STRAY, apply: recordStray },
  ],
  otherwise: 'ignored',
};

export const paymentCaptured: Reaction<EventOf<'payment_captured'>> = {
  rules: [
    {
      // The capture may arrive before the authorization.
      from: ['unpaid'],
      when: [isNotStray, amountIsDue],
      to: 'captured',
      does: [...SALE_EFFECTS, 'gift_cards'],
      apply: (order, event, nowMs) => {
        const { order: next, effects = [] } = markPaid(order, event, captureOf(event, nowMs), nowMs);
        return { order: withCardsCaptured(next), effects: [...effects, ...cardMoves(order, 'capture')] };
      },
    },
    {
      from: ['authorized'],
      when: [isOwn, amountIsDue],
      to: 'captured',
      does: ['gift_cards'],
      apply: (order, event, nowMs) => ({
        order: withCardsCaptured({ ...order, payment: { ...order.payment, ...captureOf(event, nowMs) } }),
        effects: cardMoves(order, 'capture'),
      }),
    },
    {
      from: ['authorized'],
      when: [isOwn],
      to: 'cancelled',
      does: [...UNDONE, ...STRAY],
      apply: (order, event, nowMs) => {
        const undone = releaseOrder(order, event.by, nowMs);
        const stray = recordStray(undone.order, event, nowMs);
        return { ...stray, effects: [...(undone.effects ?? []), ...(stray.effects ?? [])] };
      },
    },
    {
      from: ['captured', 'fulfillment_failed', 'fulfilled'],
      when: [isOwn],
      to: 'same',
      does: [],
      apply: (order) => ({ order }),
    },
    { from: ['cancelled'], when: [isOwn, isCaptureRecorded], to: 'same', does: [], apply: (order) => ({ order }) },
    { from: ANY_STATE, when: [], to: 'same', does: STRAY, apply: recordStray },
  ],
  otherwise: 'ignored',
};

export const paymentReleased: Reaction<EventOf<'payment_released'>> = {
  rules: [
    {
      from: ['authorized'],
      when: [
        {
          description: "it is the order's own payment",
          holds: (order, { paymentReference }) => order.payment.reference === paymentReference,
        },
      ],
      to: 'cancelled',
      does: UNDONE,
      apply: (order, { by }, nowMs) => releaseOrder(order, by, nowMs),
    },
  ],
  otherwise: 'ignored',
};

/** Releases stock, the use of the discount code, the picture and gift cards exactly once, in one transaction. */
export const expired: Reaction<EventOf<'expired'>> = {
  rules: [
    {
      from: ['unpaid'],
      when: [
        {
          description: 'its deadline has passed, or its event is cancelled and no page was opened since',
          holds: (order, { isEventCancelled, closed }, nowMs) =>
            expiresAtMs(order) <= nowMs || (isEventCancelled === true && order.session?.id === closed),
        },
      ],
      to: 'expired',
      does: ['stock', 'code_use', 'picture', 'gift_cards', 'event order.expired'],
      apply: (order, { by }, nowMs) => {
        const payment: OrderPayment = { ...withLiveCards(order.payment, 'released'), status: 'cancelled' };
        const next: OrderRow = { ...order, status: 'expired', payment };
        return {
          order: withEvent(next, 'order.expired', nowMs, by),
          effects: [...stockEffects(order, 'release'), ...releaseEffects(order), ...cardMoves(order, 'release')],
        };
      },
    },
  ],
  otherwise: 'ignored',
};
