import { gatewayNamed } from '../../../adapters/payments/gateways.ts';
import type { GatewayName, LandedPayment, PaymentNotice } from '../../../adapters/payments/port.ts';
import type { Actor } from '../../../platform/actor.ts';
import { nowMs } from '../../../platform/clock.ts';
import { log } from '../../../platform/log.ts';
import { measure } from '../../../platform/measures.ts';
import { getRowsWithCommon } from '../../../storage/common-rows.ts';
import { versionRead, type SeenEndpoints } from '../../events/catalog/endpoints-version.ts';
import { companyKey } from '../../company/companies/rows.ts';
import type { OrderChangeResult, OrderRef } from '../../checkout/orders/change-order.ts';
import { gatewayShare } from '../../checkout/orders/gift-cards.ts';
import { changeOrderWithCards } from '../gift-cards/change-order-with-cards.ts';
import type { OrderEvent, PaymentFact } from '../../checkout/orders/events.ts';
import { orderCodec } from '../../checkout/orders/order-codec.ts';
import { orderKey, type OrderRow } from '../../checkout/orders/rows.ts';
import { LAPSED_CHECK_AFTER_MS } from '../../checkout/orders/rules.ts';
import { returnStray } from './return-stray.ts';

/** The gateway as the actor. */
export const gatewayActor = (gateway: GatewayName): Actor => ({
  system: gateway === 'test' ? 'test-gateway' : gateway,
});

const eventOf = (kind: PaymentNotice['kind'], payment: PaymentFact): OrderEvent => {
  const by = gatewayActor(payment.gateway);
  const { paymentReference } = payment;
  return {
    authorized: { kind: 'payment_authorized', by, payment } as const,
    captured: { kind: 'payment_captured', by, payment } as const,
    failed: { kind: 'payment_declined', by, paymentReference } as const,
    cancelled: { kind: 'payment_released', by, paymentReference } as const,
  }[kind];
};

/**
 * Records the outcome of a payment attempt. Nothing else marks an order as paid at a gateway
 * (lib/reference/payments.md#proof-of-payment). On return, the capture of an authorization has been requested (the test
 * gateway captures without a request), and the refund of a stray payment has begun. Throws `GatewayUnavailable` when
 * the gateway does not respond; the outcome stays recorded, and the gateway resends the notice.
 */
export const recordPayment = async (
  ref: OrderRef,
  kind: PaymentNotice['kind'],
  payment: PaymentFact,
  seed?: OrderRow,
): Promise<OrderRow> => {
  const by = gatewayActor(payment.gateway);
  const before = seed ? { seed } : await readToBePaid(ref);
  const changed = await changeOrderWithCards(ref, eventOf(kind, payment), { by, ...before });
  return followUp(changed, payment);
};

/**
 * Reads the current order, its company (for the commission rate) and the version of its webhook endpoints in one call.
 */
const readToBePaid = async ({
  company,
  id,
}: OrderRef): Promise<{ seed: OrderRow | undefined; endpoints: SeenEndpoints | undefined }> => {
  const key = orderKey(company, id);
  const version = versionRead(company, 'payment');
  const keys = [key, ...version.keys];
  const rows = await getRowsWithCommon(keys, [companyKey(company)], { consistent: true, isUnderLoad: true });
  const raw = rows.get(key);
  return { seed: raw && orderCodec.read(raw), endpoints: version.seenIn(rows) };
};

/**
 * Counts a payment found without a notification. Also emits a count of zero notices, so that both metrics have a value
 * for that hour.
 */
export const countUnnotifiedPayment = (): void => measure({ PaymentsFound: [1], GatewayNotices: [0] });

/** Records a payment that was found on a session instead of being reported. */
export const recordLandedPayment = async (order: OrderRow, landed: LandedPayment): Promise<OrderRow> => {
  if (landed.status !== 'cancelled') countUnnotifiedPayment();
  if (order.session && order.session.lapsesAtMs + LAPSED_CHECK_AFTER_MS <= nowMs()) {
    log.error('A gateway did not report a payment', { order_id: order.id, alarm: 'gateway_silent' });
  }
  const { status, ...payment } = landed;
  if (!order.session) throw new Error(`A payment landed on order ${order.id}, which has no session`);
  return recordPayment(order, status, { ...payment, gateway: order.session.gateway }, order);
};

const followUp = async ({ order, after }: OrderChangeResult, payment: PaymentFact): Promise<OrderRow> => {
  let current = order;
  for (const next of after) {
    if (next.do === 'capture') current = await capture(current, payment);
    if (next.do === 'return_stray') current = (await returnStray(current, next.refundKey)) ?? current;
  }
  return current;
};

/**
 * Captures an authorization immediately, for exactly the gateway's share of the total. The capture key makes a retry
 * safe. The order stays due until the gateway has captured or released the authorization.
 */
const capture = async (order: OrderRow, payment: PaymentFact): Promise<OrderRow> => {
  // The test gateway captures without a request, and sends a notification.
  if (payment.gateway === 'test') return order;
  const { paymentReference } = payment;
  const gateway = await gatewayNamed(payment.gateway);
  const result = await gateway.capture({
    paymentReference,
    amount: gatewayShare(order),
    currency: order.amounts.currency,
    captureKey: `capture:${order.id}:${paymentReference}`,
  });
  if (result.status === 'pending') return order;
  if (result.status === 'failed' && result.isHeld) {
    const message = 'The gateway neither captures nor releases an authorization: the money stays blocked on the card';
    log.error(message, { order_id: order.id, payment_reference: paymentReference, alarm: 'stray_capture' });
  }
  if (result.status === 'failed') {
    return recordPayment(order, 'cancelled', { ...payment, amount: 0, occurredAtMs: nowMs() }, order);
  }
  const { amount, method = payment.method } = result;
  const fact: PaymentFact = { ...payment, amount, occurredAtMs: nowMs(), ...(method ? { method } : {}) };
  return recordPayment(order, 'captured', fact, order);
};
