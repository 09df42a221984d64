import type { OrderRow, PastEvent } from '../../checkout/orders/rows.ts';
import { presentOrderForWebhook } from '../../checkout/orders/present.ts';
import { creationOf, rememberedEvents, hasCapture } from '../../checkout/orders/rules.ts';
import type { OrderEventMessage } from './messages.ts';
import { isOrderEventType } from '../../events/catalog/event-catalog.ts';

export interface NumberedEvent extends PastEvent {
  seq: number;
}

/** The events of an order that its row records, in order. The first event is known for every order. */
export const knownEvents = (order: OrderRow): NumberedEvent[] => {
  const { seq } = order.event;
  const marks = rememberedEvents(order.event).map((mark, index, all) => ({
    ...mark,
    seq: seq - all.length + 1 + index,
  }));
  return marks[0]?.seq === 1 ? marks : [{ ...creationOf(order), seq: 1 }, ...marks];
};

/** The order after an event. `events`: all events up to and including it. */
const orderAfter = (order: OrderRow, events: readonly NumberedEvent[]): OrderRow => {
  const mark = events.at(-1) ?? creationOf(order);
  const { authorizedAtMs, capturedAtMs, settlement, strayCaptures = [], dispute, ...payment } = order.payment;
  const isFulfilled = mark.fulfillment === 'fulfilled';
  const wasAuthorized = events.some(({ type }) => type === 'order.payment_authorized');
  const wasMoved = events.some(({ type }) => type === 'order.delivery_changed');
  const { fulfilledAtMs } = order.fulfillment;
  return {
    ...order,
    ...(wasMoved ? {} : order.deliveryAsOrdered),
    status: mark.status,
    fulfillment: { status: mark.fulfillment, ...(isFulfilled && fulfilledAtMs !== undefined ? { fulfilledAtMs } : {}) },
    payment: {
      ...payment,
      status: mark.payment,
      captured: mark.captured,
      refunded: mark.refunded,
      ...(wasAuthorized && authorizedAtMs !== undefined ? { authorizedAtMs } : {}),
      ...(hasCapture(mark) && capturedAtMs !== undefined ? { capturedAtMs } : {}),
      ...(wasAuthorized && settlement ? { settlement } : {}),
      ...(dispute && dispute.openedAtMs <= mark.atMs ? { dispute } : {}),
      strayCaptures: strayCaptures
        .filter((stray) => stray.atMs <= mark.atMs)
        .map(({ refundedAtMs, ...stray }) =>
          refundedAtMs !== undefined && refundedAtMs <= mark.atMs ? { ...stray, refundedAtMs } : stray,
        ),
    },
    lines: order.lines.map((line) => ({ ...line, issuedCount: isFulfilled ? line.issuedCount : 0 })),
  };
};

/**
 * Every recorded event of an order, with the order at that time. Derived from the current order, so members that no
 * event records (such as a capture between two events) have their current value. If the delivery changed several times,
 * every event from the first change on has the current delivery.
 */
export const pastEvents = (order: OrderRow): OrderEventMessage[] => {
  const events = knownEvents(order);
  return events.flatMap(({ seq, type, atMs, by }, index) => {
    if (!isOrderEventType(type)) return [];
    const snapshot = presentOrderForWebhook(orderAfter(order, events.slice(0, index + 1)));
    return [
      { kind: 'order', company: order.company, orderId: order.id, seq, type, atMs, by, order: snapshot } as const,
    ];
  });
};
