import { afterAll, beforeAll, expect, test } from 'vitest';
import { stripeGateway } from '../../../functions/adapters/payments/stripe.ts';
import { noticeOf } from '../../../functions/adapters/payments/stripe-notices.ts';
import { STRIPE_TEST_KEY, STRIPE_WEBHOOK_SECRET, StripeServer } from '../../support/stripe-server.ts';
import { sessionInput } from './fixtures.ts';

let stripe: StripeServer;
beforeAll(async () => {
  stripe = await StripeServer.start();
  Object.assign(process.env, {
    ENVIRONMENT: 'development',
    STRIPE_SECRET_KEY: STRIPE_TEST_KEY,
    STRIPE_WEBHOOK_SECRET,
    STRIPE_API_BASE: stripe.url,
  });
});
afterAll(() => stripe.stop());

const captured = async () => {
  const input = sessionInput();
  const { gatewaySessionId } = await stripeGateway.openSession(input);
  const { id: paymentReference } = stripe.books.pay(gatewaySessionId, 'authorized');
  const payment = { paymentReference, amount: input.amounts.total, currency: 'DKK' };
  await stripeGateway.capture({ ...payment, captureKey: `capture:${paymentReference}` });
  return payment;
};

test('a refund is recognized by its key after more than a page of later refunds', async () => {
  const payment = await captured();
  const first = { ...payment, amount: 1000, refundKey: 'first' };
  await stripeGateway.refund(first);
  for (let count = 0; count < 120; count++) stripe.books.refundInDashboard(payment.paymentReference, 1);
  stripe.forgetKeys();
  expect(await stripeGateway.refund(first)).toEqual({ status: 'refunded', amount: 1000 });
  expect((await stripeGateway.readPayment(payment.paymentReference)).refunded).toBe(1120);
});

test('notifications about refunds and disputes of payments in another account are ignored', async () => {
  const { paymentReference } = await captured();
  const before = stripe.books.events.length;
  stripe.books.refundInDashboard(paymentReference, 500);
  stripe.books.dispute(paymentReference, 'needs_response', 'created');
  const events = structuredClone(stripe.books.events.slice(before));
  expect(events.map(({ type }) => type)).toEqual(['refund.created', 'charge.dispute.created']);
  for (const event of events) {
    Object.assign(event.data.object, { payment_intent: 'pi_of_another_account' });
    expect(await noticeOf(event, () => Promise.resolve(false))).toBeUndefined();
  }
});
