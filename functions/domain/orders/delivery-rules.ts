import { conflict } from '../../platform/errors.ts';
import type { EventOf } from './events.ts';
import type { DeliveryChange } from './parties.ts';
import type { OrderRow } from './rows.ts';
import { withEvent } from './rules.ts';
import type { Guard, Reaction } from './transition-rule.ts';

/** Nothing of such an order is issued or on its way; from its moment on a worker may be at it. */
export const stillToCome: Guard<unknown> = {
  says: 'it is scheduled, and its send_at has not come',
  holds: ({ delivery }, _, nowMs) => (delivery.sendAtMs ?? 0) > nowMs,
};

const isAsBefore = ({ delivery, recipient }: OrderRow, { sendAt, recipientEmail }: DeliveryChange): boolean =>
  (sendAt === undefined || (sendAt.ms === delivery.sendAtMs && sendAt.text === delivery.sendAt)) &&
  (recipientEmail === undefined || recipientEmail === recipient?.email);

export const withDelivery = (order: OrderRow, { sendAt, recipientEmail }: DeliveryChange): OrderRow => {
  const { delivery, recipient } = order;
  return {
    ...order,
    delivery: sendAt ? { ...delivery, sendAt: sendAt.text, sendAtMs: sendAt.ms } : delivery,
    recipient: recipient && recipientEmail !== undefined ? { ...recipient, email: recipientEmail } : recipient,
    deliveryAsOrdered: order.deliveryAsOrdered ?? { delivery, recipient },
  };
};

/** A delivery that is still to come goes at another time, or to another address. */
export const deliveryChanged: Reaction<EventOf<'delivery_changed'>> = {
  rules: [
    {
      from: ['unpaid', 'authorized', 'captured'],
      when: [stillToCome],
      to: 'same',
      does: ['event order.delivery_changed'],
      apply: (order, { to, by }, nowMs) => ({
        order: isAsBefore(order, to) ? order : withEvent(withDelivery(order, to), 'order.delivery_changed', nowMs, by),
      }),
    },
  ],
  otherwise: () =>
    conflict(
      'delivery_not_changeable',
      'Only an order that waits for its send_at can go at another time or to another address.',
    ),
};
