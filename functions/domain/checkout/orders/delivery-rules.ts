import { refunds } from '../../../platform/messages/refunds.ts';
import { conflict } from '../../../platform/errors.ts';
import type { EventOf } from './events.ts';
import type { DeliveryChange, OrderDelivery, SendAt } from '../../catalog/products/parties.ts';
import type { OrderRow } from './rows.ts';
import { withEvent } from './rules.ts';
import type { Guard, Reaction } from './transition-rule.ts';

/** Nothing of the order is issued or sent before `send_at`. From then on, a worker may process it at any time. */
export const stillToCome: Guard<unknown> = {
  description: 'it is scheduled, and its send_at is in the future',
  holds: ({ delivery }, _, nowMs) => (delivery.sendAtMs ?? 0) > nowMs,
};

const isAsBefore = ({ delivery, recipient }: OrderRow, { sendAt, recipientEmail }: DeliveryChange): boolean =>
  (sendAt === undefined || (sendAt.ms === delivery.sendAtMs && sendAt.text === delivery.sendAt)) &&
  (recipientEmail === undefined || recipientEmail === recipient?.email);

/** The chosen `send_at`, even if a rescheduled event has moved the delivery to an earlier time. */
export const chosenSendAt = ({ chosenSendAt: chosen, sendAt, sendAtMs }: OrderDelivery): SendAt | undefined =>
  chosen ?? (sendAt === null || sendAtMs === undefined ? undefined : { text: sendAt, ms: sendAtMs });

/** Replaces the delivery time, and removes the time that was chosen before. */
const sentAt = ({ chosenSendAt: _before, ...delivery }: OrderDelivery, { text, ms }: SendAt): OrderDelivery => ({
  ...delivery,
  sendAt: text,
  sendAtMs: ms,
});

export const withDelivery = (order: OrderRow, { sendAt, recipientEmail }: DeliveryChange): OrderRow => {
  const { delivery, recipient } = order;
  return {
    ...order,
    delivery: sendAt ? sentAt(delivery, sendAt) : delivery,
    recipient: recipient && recipientEmail !== undefined ? { ...recipient, email: recipientEmail } : recipient,
    deliveryAsOrdered: order.deliveryAsOrdered ?? { delivery, recipient },
  };
};

/** Changes the time or address of a scheduled delivery. */
export const deliveryChanged: Reaction<EventOf<'delivery_changed'>> = {
  rules: [
    {
      from: ['unpaid', 'authorized', 'captured'],
      when: [stillToCome],
      to: 'same',
      does: ['event order.delivery_changed'],
      apply: (order, { to, by }, nowMs) => {
        if (!isAsBefore(order, to)) {
          return { order: withEvent(withDelivery(order, to), 'order.delivery_changed', nowMs, by) };
        }
        const isChosen = to.sendAt !== undefined && order.delivery.chosenSendAt !== undefined;
        return { order: isChosen ? withDelivery(order, to) : order };
      },
    },
  ],
  otherwise: () => conflict('delivery_not_changeable', refunds('delivery_not_changeable')),
};
