import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { GatewayUnavailable } from '../../../functions/adapters/payments/port.ts';
import { retries } from '../../../functions/adapters/payments/retry-calls.ts';
import { stripeGateway } from '../../../functions/adapters/payments/stripe.ts';
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
beforeEach(() => {
  stripe.faults.length = 0;
  retries.sleep = () => Promise.resolve();
});

const authorized = async () => {
  const input = sessionInput();
  const { gatewaySessionId } = await stripeGateway.openSession(input);
  const { id: paymentReference } = stripe.books.pay(gatewaySessionId, 'authorized');
  return { paymentReference, amount: input.amounts.total, currency: 'DKK' };
};
const captured = async () => {
  const payment = await authorized();
  await stripeGateway.capture({ ...payment, captureKey: `capture:${payment.paymentReference}` });
  return payment;
};

/** Paths of the calls that change something at Stripe and were sent since a number of calls. */
const writesSince = (count: number): string[] =>
  stripe.calls.slice(count).flatMap(({ method, path }) => (method === 'POST' ? [path] : []));

/** Loses the response of the next write. The reads before it succeed. */
const loseResponses = (reads: number, tries: number): void => {
  stripe.faults.push(...Array<undefined>(reads).fill(undefined), ...Array<'after-commit'>(tries).fill('after-commit'));
};

describe('a refund whose response is lost', () => {
  test('is made once when Stripe responds to a retry', async () => {
    const payment = await captured();
    const input = { ...payment, amount: 1000, refundKey: `lost:${payment.paymentReference}` };
    loseResponses(2, 1);
    const before = stripe.calls.length;
    expect(await stripeGateway.refund(input)).toEqual({ status: 'refunded', amount: 1000 });
    expect(writesSince(before)).toEqual(['/v1/refunds', '/v1/refunds']);
    expect((await stripeGateway.readPayment(payment.paymentReference)).refunded).toBe(1000);
  });

  test('is found by a repeat after Stripe has forgotten its key', async () => {
    const payment = await captured();
    const input = { ...payment, amount: 1000, refundKey: `forgotten:${payment.paymentReference}` };
    loseResponses(2, 10);
    await expect(stripeGateway.refund(input)).rejects.toThrow(GatewayUnavailable);
    stripe.faults.length = 0;
    stripe.forgetKeys();
    const before = stripe.calls.length;
    expect(await stripeGateway.refund(input)).toEqual({ status: 'refunded', amount: 1000 });
    expect(writesSince(before)).toEqual([]);
    expect((await stripeGateway.readPayment(payment.paymentReference)).refunded).toBe(1000);
  });

  test('and that released an authorization is not requested again, even without its key', async () => {
    const payment = await authorized();
    const input = { ...payment, refundKey: `released:${payment.paymentReference}` };
    loseResponses(2, 10);
    await expect(stripeGateway.refund(input)).rejects.toThrow(GatewayUnavailable);
    stripe.faults.length = 0;
    stripe.forgetKeys();
    const before = stripe.calls.length;
    expect(await stripeGateway.refund(input)).toEqual({ status: 'refunded', amount: payment.amount });
    expect(writesSince(before)).toEqual([]);
    expect(await stripeGateway.readPayment(payment.paymentReference)).toMatchObject({ captured: 0 });
  });
});
