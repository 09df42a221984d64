import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { LandedPayment } from '../../../functions/adapters/payments/port.ts';
import { mollieGateway } from '../../../functions/adapters/payments/mollie.ts';
import { stripeGateway } from '../../../functions/adapters/payments/stripe.ts';
import { MINUTE_MS } from '../../../functions/platform/durations.ts';
import { MOLLIE_TEST_KEY, MollieServer } from '../../support/mollie-server.ts';
import { STRIPE_TEST_KEY, STRIPE_WEBHOOK_SECRET, StripeServer } from '../../support/stripe-server.ts';
import { sessionInput } from './fixtures.ts';

let mollie: MollieServer;
let stripe: StripeServer;
const OPENED_MS = Math.floor(Date.now() / 1000) * 1000;
let now = OPENED_MS;

beforeAll(async () => {
  [mollie, stripe] = await Promise.all([MollieServer.start(), StripeServer.start()]);
  Object.assign(mollie.books, { nowMs: () => now });
  Object.assign(stripe.books, { nowMs: () => now });
  const settings = {
    ENVIRONMENT: 'development',
    BASE_URL: 'https://api.example.com',
    MOLLIE_API_KEY: MOLLIE_TEST_KEY,
    MOLLIE_API_BASE: mollie.url,
    STRIPE_SECRET_KEY: STRIPE_TEST_KEY,
    STRIPE_WEBHOOK_SECRET,
    STRIPE_API_BASE: stripe.url,
  };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await Promise.all([mollie.stop(), stripe.stop()]);
});

const atMollie = async () => {
  now = OPENED_MS;
  const input = sessionInput({ expiresAtMs: OPENED_MS + 30 * MINUTE_MS });
  const { gatewaySessionId } = await mollieGateway.openSession(input);
  return { gatewaySessionId, session: { sessionId: input.sessionId, gatewaySessionId } };
};

const atStripe = async () => {
  now = OPENED_MS;
  const input = sessionInput({ expiresAtMs: OPENED_MS + 31 * MINUTE_MS });
  const { gatewaySessionId } = await stripeGateway.openSession(input);
  return { gatewaySessionId, session: { sessionId: input.sessionId, gatewaySessionId } };
};

/** Status of the payment found on a page, and the minutes between the opening of the page and the payment. */
const found = (state: { state: string; payment?: LandedPayment }) => [
  state.payment?.status,
  ((state.payment?.occurredAtMs ?? 0) - OPENED_MS) / MINUTE_MS,
];

test('a payment that is found at Mollie has the time at which it was authorized or paid, not that of its page', async () => {
  const { gatewaySessionId, session } = await atMollie();
  now += 20 * MINUTE_MS;
  mollie.books.pay(gatewaySessionId, 'approved');
  now += 2 * MINUTE_MS;
  expect(found(await mollieGateway.readSession(session))).toEqual(['authorized', 20]);
  mollie.books.captureAfterAll(gatewaySessionId);
  now += 2 * MINUTE_MS;
  expect(found(await mollieGateway.readSession(session))).toEqual(['captured', 22]);
});

test('a payment that is found at Stripe has the time of the attempt that succeeded, not that of the first one', async () => {
  const { gatewaySessionId, session } = await atStripe();
  now += 5 * MINUTE_MS;
  stripe.books.pay(gatewaySessionId, 'declined');
  now += 15 * MINUTE_MS;
  const { id } = stripe.books.pay(gatewaySessionId, 'authorized');
  now += 2 * MINUTE_MS;
  expect(found(await stripeGateway.readSession(session))).toEqual(['authorized', 20]);
  Object.assign(stripe.books.intents.get(id)!, { status: 'canceled', canceled_at: now / 1000 });
  expect(found(await stripeGateway.readSession(session))).toEqual(['cancelled', 22]);
});
