import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { accountFaults } from '../../../functions/adapters/payments/stripe-account.ts';
import { stripeClient } from '../../../functions/adapters/payments/stripe-client.ts';
import { stripeFacts } from '../../../functions/adapters/payments/stripe-facts.ts';
import {
  createStripeEndpoint,
  updateStripeEndpoint,
  listStripeEndpoints,
  deleteStripeEndpoint,
} from '../../../functions/adapters/payments/stripe-endpoint.ts';
import { HANDLED_EVENTS } from '../../../functions/adapters/payments/stripe-notices.ts';
import { stripePayout, stripePayoutLines, stripePayouts } from '../../../functions/adapters/payments/stripe-payouts.ts';
import { stripeGateway } from '../../../functions/adapters/payments/stripe.ts';
import { operationOf, PUBLISHED_OPERATIONS, unpublishedAtStripe } from '../../support/stripe-published.ts';
import { STRIPE_TEST_KEY, STRIPE_WEBHOOK_SECRET, StripeServer } from '../../support/stripe-server.ts';
import { sessionInput } from './fixtures.ts';

let stripe: StripeServer;
beforeAll(async () => {
  stripe = await StripeServer.start();
  stripe.books.desk.paymentMethods = ['card', 'link', 'mobilepay', 'ideal'];
  const settings = {
    ENVIRONMENT: 'development',
    STRIPE_SECRET_KEY: STRIPE_TEST_KEY,
    STRIPE_WEBHOOK_SECRET,
    STRIPE_API_BASE: stripe.url,
  };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await stripe.stop();
});

const opened = async () => {
  const input = sessionInput({ methods: ['card', 'link', 'mobilepay', 'ideal'] });
  return { input, ...(await stripeGateway.openSession(input)) };
};

const paid = async (method: string) => {
  const { input, gatewaySessionId } = await opened();
  stripe.books.pay(gatewaySessionId, 'declined');
  const { id: paymentReference } = stripe.books.pay(gatewaySessionId, 'authorized', method);
  await stripeGateway.readSession({ ...input, gatewaySessionId });
  return { paymentReference, amount: input.due, currency: input.amounts.currency };
};

/** The life cycle of payments, from the page to the payout. */
const payments = async (): Promise<void> => {
  const kept = await paid('card');
  await stripeGateway.capture({ ...kept, captureKey: 'capture' });
  await stripeGateway.refund({ ...kept, amount: 1000, refundKey: 'refund' });
  await stripeGateway.refund({ ...kept, refundKey: 'too much' });
  stripe.books.failRefund(stripe.books.refunds[0]!.id);
  for (const [status, event] of [
    ['needs_response', 'created'],
    ['under_review', 'updated'],
    ['won', 'closed'],
  ] as const) {
    stripe.books.dispute(kept.paymentReference, status, event);
  }
  await stripeGateway.readPayment(kept.paymentReference);
  const released = await paid('mobilepay');
  await stripeGateway.refund({ ...released, refundKey: 'release' });
  await stripeGateway.capture({ ...released, captureKey: 'late' });
  await paid('ideal');
  const { input, gatewaySessionId } = await opened();
  await stripeGateway.closeSession({ ...input, gatewaySessionId });
  await stripeGateway.readSession({ sessionId: input.sessionId });
  await stripeGateway.readPayment('pi_unknown');
  const facts = stripeFacts(stripeClient(STRIPE_TEST_KEY), Date.now() - 60_000, Date.now() + 60_000);
  const kinds: string[] = [];
  for await (const { kind } of facts) kinds.push(kind);
  expect(kinds).toEqual(['payment', 'payment', 'refund', 'dispute']);
  const [charge] = stripe.books.charges.values();
  const { id } = stripe.books.payouts.payOut(Math.floor(Date.now() / 1000), [
    { source: charge!, amount: 61_000, fee: 300, type: 'charge' },
    { source: stripe.books.refunds[0]!, amount: -1000, type: 'refund' },
    { source: [...stripe.books.disputes.values()][0]!, amount: -500, type: 'adjustment' },
    { source: null, amount: -100, type: 'stripe_fee', description: 'Billing' },
  ]);
  await stripePayouts(Date.now() - 60_000, Date.now() + 60_000, 10);
  await stripePayoutLines((await stripePayout(id))!.id, 10);
};

const setup = async (): Promise<void> => {
  const client = stripeClient(STRIPE_TEST_KEY);
  const url = 'https://api.example.com/payments/stripe/notifications';
  await accountFaults(client, url, [{ currency: 'DKK', methods: ['card', 'mobilepay'] }]);
  const created = await createStripeEndpoint(client, url, 'attempt');
  const { own } = await listStripeEndpoints(client, url, created?.id);
  await updateStripeEndpoint(client, own!, `${url}/new`);
  await deleteStripeEndpoint(client, own!.id);
};

test('requests, responses and events of the local server match Stripe’s published description', async () => {
  await payments();
  await setup();
  expect([...new Set(stripe.calls.map(operationOf))].toSorted()).toEqual(PUBLISHED_OPERATIONS.toSorted());
  const { events } = stripe.books;
  expect(HANDLED_EVENTS.filter((type) => !events.some((event) => event.type === type))).toEqual([
    // A refund and a dispute as in the recorded events.
    'refund.updated',
    'charge.dispute.funds_reinstated',
  ]);
  expect(await unpublishedAtStripe(stripe.calls, events)).toBe('');
  // Members that the description does not contain are reported.
  const [call] = stripe.calls;
  const wrong = { ...call!, form: { ...call!.form, colour: 'red' }, answer: { ...call!.answer, created: 'today' } };
  const found = await unpublishedAtStripe([wrong], [{ ...events[0], pending_webhooks: undefined }]);
  for (const name of ['"colour"', "'string' is not assignable to type 'number'", 'pending_webhooks'])
    expect(found).toContain(name);
}, 120_000);
