import { refunds } from '../../../platform/messages/refunds.ts';
import { gatewayNamed } from '../../../adapters/payments/gateways.ts';
import { GatewayUnavailable, type RefundResult } from '../../../adapters/payments/port.ts';
import { conflict, unavailable } from '../../../platform/errors.ts';
import { releaseKey } from '../../../storage/idempotency.ts';
import { gatewayOf } from '../../checkout/orders/gateway-of.ts';
import type { RefundRow } from '../../checkout/orders/refund-rows.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';

/**
 * Requests the gateway's part of a refund, under the refund's key. Makes no call when all of the refund goes to gift
 * cards. Throws 503 `gateway_unavailable` when the gateway does not respond; a retry is safe.
 */
export const requestRefund = async (row: RefundRow, order: OrderRow): Promise<RefundResult> => {
  const amount = row.gatewayMinor ?? row.amount;
  if (amount === 0) return { status: 'refunded', amount };
  const { reference } = order.payment;
  const name = gatewayOf(order.payment);
  if (name === undefined || reference === undefined) {
    throw conflict('order_not_refundable', refunds('payment_unreadable'));
  }
  const gateway = await gatewayNamed(name);
  try {
    return await gateway.refund({
      paymentReference: reference,
      amount,
      currency: order.amounts.currency,
      refundKey: row.refundKey,
    });
  } catch (error) {
    if (!(error instanceof GatewayUnavailable)) throw error;
    if (row.ticket) await releaseKey(row.ticket);
    throw unavailable('gateway_unavailable', 'The payment gateway did not answer. Retry with the same key.', 2, error);
  }
};
