import { gatewayNamed } from '../../../adapters/payments/gateways.ts';
import { nowMs } from '../../../platform/clock.ts';
import type { Key } from '../../../storage/table.ts';
import { getRow } from '../../../storage/table.ts';
import { gatewayOf } from '../../checkout/orders/gateway-of.ts';
import { orderCodec } from '../../checkout/orders/order-codec.ts';
import { stateOf } from '../../checkout/orders/states.ts';
import type { PaymentFact } from '../../checkout/orders/events.ts';
import { countFound, takePayment } from './take-payment.ts';

/**
 * Checks an authorized payment without a reported capture: captures it, or records its actual state. Throws
 * `GatewayUnavailable`: it stays due.
 */
export const checkPayment = async (key: Key): Promise<void> => {
  const raw = await getRow(key, { consistent: true });
  const order = raw && orderCodec.read(raw);
  if (!order || stateOf(order) !== 'authorized') return;
  const { reference } = order.payment;
  const name = gatewayOf(order.payment);
  if (name === undefined || reference === undefined) return;
  const gateway = await gatewayNamed(name);
  const state = await gateway.readPayment(reference);
  const payment: PaymentFact = {
    gateway: name,
    paymentReference: reference,
    amount: state.status === 'captured' ? state.captured : state.amount,
    currency: state.currency,
    occurredAtMs: nowMs(),
    ...(state.method ? { method: state.method } : {}),
  };
  if (state.status === 'captured') {
    countFound();
    await takePayment(order, 'captured', payment, order);
  }
  if (state.status === 'authorized') await takePayment(order, 'authorized', payment, order);
  if (state.status === 'cancelled' || state.status === 'failed') await takePayment(order, 'cancelled', payment, order);
};
