import { refundableMinor, refundRefusal } from './refund-rules.ts';
import type { OrderRow } from './rows.ts';
import { ticketMoney } from './ticket-money.ts';

/**
 * The amount that the cancellation of an event refunds for its tickets on an order, in the smallest currency unit; 0 if
 * nothing can be refunded automatically.
 */
export const ticketRefund = (order: OrderRow, productId: string): number => {
  if (order.payment.status === 'authorized') return ticketMoney(asCaptured(order), productId).openMinor;
  if (refundRefusal(order) !== undefined && order.refund === undefined) return 0;
  return Math.min(ticketMoney(order, productId).openMinor, refundableMinor(order));
};

/** The order as it will be after its capture, when it is refunded. */
const asCaptured = (order: OrderRow): OrderRow => ({
  ...order,
  payment: { ...order.payment, captured: order.amounts.total },
});
