import type { FulfillmentStatus, OrderRow, OrderStatus, PaymentStatus } from './rows.ts';

interface StateShape {
  order: OrderStatus;
  payment: readonly PaymentStatus[];
  fulfillment: readonly (FulfillmentStatus | null)[];
  meaning: string;
}

/** The states of an order's life, and the statuses that the API shows in each. */
export const STATES = {
  unpaid: {
    order: 'pending_payment',
    payment: ['pending', 'failed'],
    fulfillment: [null],
    meaning: 'Its stock is held, and it is waiting for payment.',
  },
  authorized: {
    order: 'paid',
    payment: ['authorized'],
    fulfillment: ['processing'],
    meaning: 'The payment is authorized and is being captured.',
  },
  captured: {
    order: 'paid',
    payment: ['captured', 'partially_refunded'],
    fulfillment: ['processing'],
    meaning: 'The payment is captured; the items are issued at the delivery time.',
  },
  fulfillment_failed: {
    order: 'paid',
    payment: ['captured', 'partially_refunded'],
    fulfillment: ['failed'],
    meaning: 'Fulfillment failed permanently; staff were notified.',
  },
  fulfilled: {
    order: 'fulfilled',
    payment: ['captured', 'partially_refunded', 'refunded'],
    fulfillment: ['fulfilled'],
    meaning: 'The items are issued.',
  },
  cancelled: {
    order: 'cancelled',
    payment: ['cancelled', 'refunded', 'captured', 'partially_refunded'],
    fulfillment: ['processing', 'failed'],
    meaning:
      'The payment was released or refunded before anything was issued. It is captured again only if a refund fails later.',
  },
  expired: {
    order: 'expired',
    payment: ['cancelled'],
    fulfillment: [null],
    meaning: 'The order was not paid in time.',
  },
} as const satisfies Record<string, StateShape>;

export type State = keyof typeof STATES;
export const STATE_NAMES = Object.keys(STATES) as State[];

/**
 * Pairs of an order status and a payment status that can occur. Each pair has a list, which a filter by status has to
 * read.
 */
export const OCCURRING_STATES: readonly (readonly [OrderStatus, PaymentStatus])[] = [
  ...new Map(
    Object.values<StateShape>(STATES).flatMap(({ order, payment }) =>
      payment.map((status) => [`${order} ${status}`, [order, status] as const] as const),
    ),
  ).values(),
];

/** The state of an order. Throws for an impossible combination, so that such a row is never changed. */
export const stateOf = (order: Pick<OrderRow, 'status' | 'payment' | 'fulfillment'>): State => {
  const state = STATE_NAMES.find((name) => {
    const shape: StateShape = STATES[name];
    return (
      shape.order === order.status &&
      shape.payment.includes(order.payment.status) &&
      shape.fulfillment.includes(order.fulfillment.status)
    );
  });
  if (state) return state;
  const { status, payment, fulfillment } = order;
  throw new Error(
    `No state of an order has the statuses ${status}, ${payment.status} and ${String(fulfillment.status)}`,
  );
};
