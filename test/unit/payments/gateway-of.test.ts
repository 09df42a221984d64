import { expect, it } from 'vitest';
import { gatewayOf } from '../../../functions/domain/checkout/orders/gateway-of.ts';
import { recordLandedPayment } from '../../../functions/domain/payments/payments/record-payment.ts';
import { orderIn } from '../../support/order-life.ts';

it('an external payment has no gateway', () => {
  expect(gatewayOf({ gateway: 'settlement' })).toBeUndefined();
  expect(gatewayOf({})).toBeUndefined();
  expect(gatewayOf({ gateway: 'stripe' })).toBe('stripe');
});

it('a payment without a session is an internal error, not a payment of the test gateway', async () => {
  const { session: _none, ...order } = orderIn.unpaid();
  const landed = { status: 'captured', paymentReference: 'p', amount: 1, currency: 'DKK', occurredAtMs: 0 } as const;
  await expect(recordLandedPayment(order, landed)).rejects.toThrow(/which has no session/);
});
