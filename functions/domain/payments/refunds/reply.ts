import type { Reply } from '../../../storage/idempotency.ts';
import { refundableMinor } from '../../checkout/orders/refund-rules.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';

/** The order after a further amount was refunded. Smallest unit. */
export const asIfRecorded = (order: OrderRow, amount: number): OrderRow => {
  const refunded = order.payment.refunded + amount;
  const status = refunded >= order.payment.captured ? 'refunded' : 'partially_refunded';
  return { ...order, payment: { ...order.payment, refunded, status } };
};

/** What a refund is answered with. `amount`: what it gave back, in the smallest unit. */
export const refundReply = (order: OrderRow, amount: number): Reply => ({
  status: 200,
  body: {
    object: 'refund',
    order_id: order.id,
    amount,
    refunded: order.payment.refunded,
    refundable: refundableMinor(order),
    currency: order.amounts.currency,
    payment: { status: order.payment.status },
  },
});
