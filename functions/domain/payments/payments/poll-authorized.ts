import { gatewayNamed } from '../../../adapters/payments/gateways.ts';
import { GatewayUnavailable, type GatewayName } from '../../../adapters/payments/port.ts';
import { GatewaySkipped } from '../../../adapters/payments/silent-gateways.ts';
import { nowMs, toTimestamp } from '../../../platform/clock.ts';
import { log } from '../../../platform/log.ts';
import { findRow } from '../../../storage/find-row.ts';
import type { Key } from '../../../storage/table.ts';
import type { PaymentFact } from '../../checkout/orders/events.ts';
import { gatewayOf } from '../../checkout/orders/gateway-of.ts';
import { orderCodec } from '../../checkout/orders/order-codec.ts';
import { findLatestOrder } from '../../checkout/orders/find-latest.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';
import { authorizationEndsAtMs } from '../../checkout/orders/rules.ts';
import { stateOf } from '../../checkout/orders/states.ts';
import { countUnnotifiedPayment, recordPayment } from './record-payment.ts';
import { DAY_MS } from '../../../platform/durations.ts';

/** How long before the end of an authorization operators are warned. */
const REPORTED_BEFORE_MS = DAY_MS;

/**
 * Checks an authorized payment whose capture was not reported. Captures the payment, or records its actual state. An
 * order whose authorization has expired is cancelled, even when the gateway does not respond: it must not appear paid,
 * and a later capture is refunded. Before the authorization has expired, throws `GatewayUnavailable` when the gateway
 * does not respond; the order stays due. Throws `GatewaySkipped` in any case if this run skips the gateway.
 */
export const pollAuthorizedPayment = async (key: Key): Promise<void> => {
  const order = await findRow(key, orderCodec);
  if (!order || stateOf(order) !== 'authorized') return;
  const { reference } = order.payment;
  const gateway = gatewayOf(order.payment);
  if (gateway === undefined || reference === undefined) return;
  const noResponse = await pollGateway(order, gateway, reference);
  // The gateway was not called. It may have captured the payment, so the order is not cancelled before a call.
  if (noResponse instanceof GatewaySkipped) throw noResponse;
  const current = await findLatestOrder(order);
  const endsAtMs = authorizationEndsAtMs(order);
  if (current && stateOf(current) === 'authorized' && endsAtMs - REPORTED_BEFORE_MS <= nowMs()) {
    log.error('An uncaptured authorization is about to expire', {
      order_id: order.id,
      payment_reference: reference,
      ends_at: toTimestamp(endsAtMs),
      alarm: 'authorization_ending',
    });
    if (endsAtMs <= nowMs()) {
      const { currency } = order.amounts;
      const ended = { gateway, paymentReference: reference, amount: 0, currency, occurredAtMs: nowMs() };
      await recordPayment(order, 'cancelled', ended, current);
      return;
    }
  }
  if (noResponse) throw noResponse;
};

/** Records the gateway's state of the payment. Returns the error from a gateway that does not respond. */
const pollGateway = async (
  order: OrderRow,
  name: GatewayName,
  reference: string,
): Promise<GatewayUnavailable | undefined> => {
  try {
    await recordState(order, name, reference);
    return undefined;
  } catch (error) {
    if (!(error instanceof GatewayUnavailable)) throw error;
    return error;
  }
};

const recordState = async (order: OrderRow, name: GatewayName, reference: string): Promise<void> => {
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
    countUnnotifiedPayment();
    await recordPayment(order, 'captured', payment, order);
  }
  if (state.status === 'authorized') await recordPayment(order, 'authorized', payment, order);
  if (state.status === 'cancelled' || state.status === 'failed')
    await recordPayment(order, 'cancelled', payment, order);
};
