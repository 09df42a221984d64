import type { OrderRow, PastEvent } from '../orders/rows.ts';
import { presentOrderForWebhook } from '../orders/present.ts';
import type { OrderHappened } from './messages.ts';
import { isEventType } from './rules.ts';

interface Numbered extends PastEvent {
  seq: number;
}

/** The events of an order that its row still knows, in turn. The first is known of every order. */
const known = (order: OrderRow): Numbered[] => {
  const { seq, earlier = [], ...newest } = order.event;
  const marks = [...earlier, newest].map((mark, index, all) => ({ ...mark, seq: seq - all.length + 1 + index }));
  const first = { seq: 1, type: 'order.created', atMs: order.createdAtMs };
  return marks[0]?.seq === 1 ? marks : [first, ...marks];
};

/** States after the newest of some events (service.md, States and transitions). */
const statesAfter = (events: readonly Numbered[]): Pick<OrderRow, 'status' | 'fulfillment'> & { payment: string } => {
  const types = new Set(events.map(({ type }) => type));
  const last = events.at(-1);
  const wasFulfilled = types.has('order.fulfilled');
  const pays = (last?.captured ?? 0) > 0;
  const issued = wasFulfilled
    ? ({ status: 'fulfilled', fulfillment: { status: 'fulfilled' } } as const)
    : ({ status: 'paid', fulfillment: { status: 'processing' } } as const);
  const over = { status: 'cancelled', fulfillment: { status: null } } as const;
  const open = { status: 'pending_payment', fulfillment: { status: null } } as const;
  switch (last?.type) {
    case 'order.payment_authorized':
      return { ...issued, payment: pays ? 'captured' : 'authorized' };
    case 'order.fulfilled':
      return { ...issued, payment: (last.refunded ?? 0) > 0 ? 'partially_refunded' : 'captured' };
    case 'order.partially_refunded':
      return { ...issued, payment: 'partially_refunded' };
    case 'order.refunded':
      return { ...(wasFulfilled ? issued : over), payment: 'refunded' };
    case 'order.payment_failed':
      return types.has('order.payment_authorized') ? { ...over, payment: 'cancelled' } : { ...open, payment: 'failed' };
    case 'order.expired':
      return { status: 'expired', fulfillment: { status: null }, payment: 'cancelled' };
    default:
      return { ...open, payment: 'pending' };
  }
};

/** The order as it was after the newest of some events. */
const orderAfter = (order: OrderRow, events: readonly Numbered[]): OrderRow => {
  const { captured = 0, refunded = 0, atMs = 0 } = events.at(-1) ?? {};
  const { status, fulfillment, payment: paymentStatus } = statesAfter(events);
  const { authorizedAtMs, capturedAtMs, settlement, strayCaptures = [], ...payment } = order.payment;
  const isFulfilled = fulfillment.status === 'fulfilled';
  const wasAuthorized = events.some(({ type }) => type === 'order.payment_authorized');
  const { fulfilledAtMs } = order.fulfillment;
  return {
    ...order,
    status,
    fulfillment: { ...fulfillment, ...(isFulfilled && fulfilledAtMs !== undefined ? { fulfilledAtMs } : {}) },
    payment: {
      ...payment,
      status: paymentStatus as OrderRow['payment']['status'],
      captured,
      refunded,
      ...(wasAuthorized && authorizedAtMs !== undefined ? { authorizedAtMs } : {}),
      ...(captured > 0 && capturedAtMs !== undefined ? { capturedAtMs } : {}),
      ...(wasAuthorized && settlement ? { settlement } : {}),
      strayCaptures: strayCaptures
        .filter((stray) => stray.atMs <= atMs)
        .map(({ refundedAtMs, ...stray }) =>
          refundedAtMs !== undefined && refundedAtMs <= atMs ? { ...stray, refundedAtMs } : stray,
        ),
    },
    lines: order.lines.map((line) => ({ ...line, issuedCount: isFulfilled ? line.issuedCount : 0 })),
  };
};

/**
 * Every event of an order as it was owed when it happened, as far as the row remembers it. Made from the order as it is
 * now, so a member that no event stands for (a capture between two events) is as it is now.
 */
export const pastEvents = (order: OrderRow): OrderHappened[] => {
  const events = known(order);
  return events.flatMap(({ seq, type, atMs }, index) => {
    if (!isEventType(type)) return [];
    const frozen = presentOrderForWebhook(orderAfter(order, events.slice(0, index + 1)));
    return [{ kind: 'order', company: order.company, orderId: order.id, seq, type, atMs, order: frozen } as const];
  });
};
