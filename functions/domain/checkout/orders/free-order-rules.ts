import { conflict } from '../../../platform/errors.ts';
import type { EventOf } from './events.ts';
import { cardsRefusal, noOpenPage, paidAtOnce } from './gift-card-rules.ts';
import { dueMinor } from './gift-cards.ts';
import { SALE_EFFECTS } from './payment-rules.ts';
import { withEvent } from './rules.ts';
import { saleEffects } from './sale-effects.ts';
import type { Reaction } from './transition-rule.ts';

/** A buyer confirms an order on which nothing is due. It counts as paid, without a payment. */
export const freeOrderConfirmed: Reaction<EventOf<'free_order_confirmed'>> = {
  rules: [
    {
      from: ['unpaid'],
      when: [noOpenPage, { description: 'nothing is due', holds: (order) => dueMinor(order) === 0 }],
      to: 'captured',
      does: SALE_EFFECTS,
      apply: (order, { by }, nowMs) => ({
        order: withEvent(paidAtOnce(order, nowMs), 'order.payment_authorized', nowMs, by),
        effects: saleEffects(order),
      }),
    },
  ],
  otherwise: (order, { closed }, nowMs) =>
    cardsRefusal(order, closed, nowMs) ?? conflict('order_not_payable', 'An amount of this order is due.'),
};
