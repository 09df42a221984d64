import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { mollieFaults } from '../../../functions/adapters/payments/mollie-account.ts';
import { assertMollieMode, parseMollieCredentials } from '../../../functions/adapters/payments/mollie-client.ts';
import { mollieFacts } from '../../../functions/adapters/payments/mollie-facts.ts';
import { mollieNotices } from '../../../functions/adapters/payments/mollie-notices.ts';
import { mollieGateway } from '../../../functions/adapters/payments/mollie.ts';
import { GatewayUnavailable, type GatewayFact, type OpenSession } from '../../../functions/adapters/payments/port.ts';
import { retries } from '../../../functions/adapters/payments/retry-calls.ts';
import { MOLLIE_OPERATIONS, mollieOperation, unpublishedAtMollie } from '../../support/mollie-published.ts';
import { MOLLIE_TEST_KEY, MollieServer } from '../../support/mollie-server.ts';
import { sessionInput } from './fixtures.ts';

let mollie: MollieServer;
beforeAll(async () => {
  mollie = await MollieServer.start();
  retries.sleep = () => Promise.resolve();
  const settings = {
    ENVIRONMENT: 'development',
    BASE_URL: 'https://api.example.com',
    MOLLIE_API_KEY: MOLLIE_TEST_KEY,
    MOLLIE_API_BASE: mollie.url,
  };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await mollie.stop();
});
afterEach(() => {
  vi.restoreAllMocks();
  mollie.faults.length = 0;
  mollie.exchanges.length = 0;
  Object.assign(mollie.books, { capturesLater: false, isCancelable: true, refusesRepeats: false });
});

const opened = async (more: Partial<OpenSession> = {}) => {
  const input = sessionInput({ expiresAtMs: Date.now() + 30 * 60_000, ...more });
  return { input, ...(await mollieGateway.openSession(input)) };
};

const authorized = async () => {
  const session = await opened();
  mollie.books.pay(session.gatewaySessionId, 'approved');
  const { due: amount } = session.input;
  const { currency } = session.input.amounts;
  const ours = { paymentReference: session.gatewaySessionId, amount, currency };
  return {
    ...session,
    ours,
    capture: () => mollieGateway.capture({ ...ours, captureKey: `capture:${ours.paymentReference}` }),
  };
};

const notice = (id: string) => mollieNotices(Buffer.from(new URLSearchParams({ id }).toString()));

describe('a payment page', () => {
  test('shows the amount due, offers the methods that Mollie supports, and contains the notification URL', async () => {
    const { input } = await opened({ methods: ['link', 'card', 'mobilepay', 'klarna'], locale: 'nn-NO' });
    expect(mollie.exchanges[0]?.body).toMatchObject({
      amount: { currency: 'DKK', value: (input.due / 100).toFixed(2) },
      description: `Ordre ${input.reference}`,
      method: ['creditcard', 'mobilepay'],
      captureMode: 'manual',
      locale: 'nb_NO',
      redirectUrl: expect.stringContaining('status=authorized'),
      cancelUrl: expect.stringContaining('status=cancelled'),
      webhookUrl: 'https://api.example.com/payments/mollie/notifications',
      metadata: { company: input.company, order_id: input.orderId, session_id: input.sessionId },
    });
  });

  test('that is requested again, or whose response was lost, is the same page; after it has ended, the same key opens one new page', async () => {
    const input = sessionInput({ expiresAtMs: Date.now() + 30 * 60_000 });
    mollie.faults.push('after-commit', 'unavailable', 'unavailable');
    await expect(mollieGateway.openSession(input)).rejects.toThrow(GatewayUnavailable);
    const count = mollie.books.payments.size;
    const first = await mollieGateway.openSession(input);
    expect(await mollieGateway.openSession(input)).toEqual(first);
    expect(mollie.books.payments.size).toBe(count);
    const later = { ...input, expiresAtMs: input.expiresAtMs + 10 * 60_000 };
    const { nowMs } = mollie.books;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60_000 });
    expect((await mollieGateway.openSession(later)).expiresAtMs - first.expiresAtMs).toBeLessThan(60_000);
    mollie.books.payments.get(first.gatewaySessionId)!.status = 'expired';
    mollie.books.nowMs = Date.now;
    const second = await mollieGateway.openSession(later);
    expect(second.gatewaySessionId).not.toBe(first.gatewaySessionId);
    expect((await mollieGateway.openSession(later)).gatewaySessionId).toBe(second.gatewaySessionId);
    vi.useRealTimers();
    mollie.books.nowMs = nowMs;
  });

  test('is closed if Mollie supports it; otherwise it stays open, and a payment on it is found', async () => {
    const closable = await opened();
    expect(await mollieGateway.closeSession(closable.input)).toEqual({ state: 'closed' });
    const { gatewaySessionId: closed } = closable;
    expect(await mollieGateway.readSession({ ...closable.input, gatewaySessionId: closed })).toEqual({
      state: 'closed',
    });
    mollie.books.isCancelable = false;
    const { gatewaySessionId, input } = await opened();
    const session = { sessionId: input.sessionId, gatewaySessionId };
    expect(await mollieGateway.closeSession(session)).toEqual({ state: 'open' });
    mollie.books.pay(gatewaySessionId, 'approved', 'creditcard');
    expect(await mollieGateway.closeSession(session)).toMatchObject({
      state: 'paid',
      payment: {
        status: 'authorized',
        amount: input.due,
        method: { type: 'card', brand: 'mastercard', last4: '6787' },
      },
    });
    expect(await mollieGateway.readSession({ sessionId: 'cs_never' })).toEqual({ state: 'unknown' });
  });

  test('is not opened for a total or for methods that Mollie does not accept', async () => {
    await expect(opened({ methods: ['link', 'klarna'] })).rejects.toMatchObject({ code: 'order_not_payable' });
    await expect(opened({ due: 0 })).rejects.toMatchObject({ status: 409, code: 'order_not_payable' });
    await expect(opened({ methods: ['blik'] }).then(() => 'opened')).resolves.toBe('opened');
  });
});

describe('a capture', () => {
  test('is made once, even when its response is lost', async () => {
    const { capture, ours } = await authorized();
    mollie.faults.push('after-commit', 'unavailable', 'unavailable');
    await expect(capture()).rejects.toThrow(GatewayUnavailable);
    const done = {
      status: 'captured',
      amount: ours.amount,
      method: { type: 'card', brand: 'mastercard', last4: '6787' },
    };
    expect([await capture(), await capture()]).toEqual([done, done]);
    expect(mollie.books.captures.filter(({ paymentId }) => paymentId === ours.paymentReference)).toHaveLength(1);
  });

  test('that Mollie executes later is pending until then, even when its key has expired', async () => {
    mollie.books.capturesLater = true;
    const { capture } = await authorized();
    expect(await capture()).toMatchObject({ status: 'pending' });
    mollie.forgetKeys();
    expect(await capture()).toMatchObject({ status: 'pending' });
    mollie.books.endCaptures();
    expect(await capture()).toMatchObject({ status: 'captured' });
  });

  test('of an ended authorization, or of more than was authorized, fails without holding the amount', async () => {
    const { capture, ours } = await authorized();
    mollie.books.release(ours.paymentReference);
    expect(await capture()).toMatchObject({ status: 'failed', isHeld: false });
    const tooMuch = await authorized();
    const input = { ...tooMuch.ours, amount: tooMuch.ours.amount + 1, captureKey: 'capture:more' };
    expect(await mollieGateway.capture(input)).toMatchObject({ status: 'failed', isHeld: false });
    expect(mollie.books.find(tooMuch.ours.paymentReference).status).toBe('canceled');
  });
});

describe('a refund', () => {
  test('is made once under its key, even when Mollie has forgotten the key, and a declined refund has its reason', async () => {
    const { capture, ours } = await authorized();
    await capture();
    const refund = (amount: number, refundKey: string) => mollieGateway.refund({ ...ours, amount, refundKey });
    mollie.faults.push(undefined, 'after-commit', 'unavailable', 'unavailable');
    await expect(refund(1000, 'a')).rejects.toThrow(GatewayUnavailable);
    mollie.forgetKeys();
    expect(await refund(1000, 'a')).toEqual({ status: 'refunded', amount: 1000 });
    expect(mollie.books.refundedOf(ours.paymentReference)).toBe(1000);
    expect(await refund(ours.amount, 'b')).toMatchObject({
      status: 'declined',
      reason: expect.stringContaining('higher'),
    });
    mollie.books.failRefund(ours.paymentReference);
    expect(await refund(1000, 'a')).toMatchObject({ status: 'declined' });
    expect(await mollieGateway.readPayment(ours.paymentReference)).toMatchObject({
      refunded: 0,
      refunds: [{ status: 'failed' }],
    });
  });

  test('that a concurrent run has made is not declined, and another refund of the same amount is', async () => {
    const { ours, capture } = await authorized();
    await capture();
    mollie.books.refusesRepeats = true;
    const refund = (refundKey: string) => mollieGateway.refund({ ...ours, amount: 1000, refundKey });
    // Both runs read the payment before either requests the refund, and Mollie has not stored a response for the key.
    const original = globalThis.fetch;
    let isRaced = false;
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
      if (init?.method === 'POST' && !isRaced) {
        isRaced = true;
        await refund('raced');
        mollie.forgetKeys();
      }
      return original(url, init);
    });
    expect(await refund('raced')).toEqual({ status: 'refunded', amount: 1000 });
    expect(mollie.books.refundedOf(ours.paymentReference)).toBe(1000);
    expect(await refund('other')).toEqual({ status: 'declined', reason: 'A duplicate refund has been detected' });
  });

  test('that Mollie refuses with 409 before any refund is visible may still be made', async () => {
    const { ours, capture } = await authorized();
    await capture();
    const original = globalThis.fetch;
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) =>
      init?.method === 'POST'
        ? new Response(JSON.stringify({ status: 409, title: 'Conflict', detail: 'Conflict' }), { status: 409 })
        : original(url, init),
    );
    await expect(mollieGateway.refund({ ...ours, amount: 1000, refundKey: 'early' })).rejects.toThrow(
      GatewayUnavailable,
    );
  });

  test('of an authorization releases it; a partial refund captures the full amount first', async () => {
    const whole = await authorized();
    expect(await mollieGateway.refund({ ...whole.ours, refundKey: 'c' })).toMatchObject({ status: 'refunded' });
    expect(mollie.books.find(whole.ours.paymentReference).status).toBe('canceled');
    const part = await authorized();
    expect(await mollieGateway.refund({ ...part.ours, amount: 500, refundKey: 'd' })).toMatchObject({ amount: 500 });
    const state = await mollieGateway.readPayment(part.ours.paymentReference);
    expect(state).toMatchObject({ status: 'captured', captured: part.ours.amount, refunded: 500 });
  });
});

describe('a notification', () => {
  test('reports the state of its own payment at Mollie, and of no other', async () => {
    const { ours, capture, input } = await authorized();
    const { orderId, company } = input;
    const base = { gateway: 'mollie', company, orderId, paymentReference: ours.paymentReference };
    expect(await notice(ours.paymentReference)).toMatchObject([{ ...base, kind: 'authorized', amount: ours.amount }]);
    await capture();
    mollie.books.refundInDashboard(ours.paymentReference, 300);
    const chargeback = mollie.books.chargeBack(ours.paymentReference, 200);
    expect(await notice(ours.paymentReference)).toMatchObject([
      { ...base, kind: 'captured' },
      { ...base, kind: 'refunded', refundKey: null, amount: 300 },
      { ...base, kind: 'dispute_lost', amount: 200 },
    ]);
    mollie.books.reverse(chargeback);
    expect((await notice(ours.paymentReference)).at(-1)).toMatchObject({ kind: 'dispute_won' });
    mollie.books.payments.get(ours.paymentReference)!.metadata = null;
    for (const id of [ours.paymentReference, 'tr_never', '../methods', '']) expect(await notice(id)).toEqual([]);
    mollie.faults.push('unavailable', 'unavailable', 'unavailable');
    await expect(notice(ours.paymentReference)).rejects.toThrow(GatewayUnavailable);
  });

  test('of a page that ended without a payment has the reason', async () => {
    const failed = await opened();
    mollie.books.pay(failed.gatewaySessionId, 'declined');
    expect(await notice(failed.gatewaySessionId)).toMatchObject([
      { kind: 'failed', reason: 'The card has too little money.' },
    ]);
    const left = await opened();
    expect(await notice(left.gatewaySessionId)).toEqual([]);
    mollie.books.cancel(left.gatewaySessionId);
    expect(await notice(left.gatewaySessionId)).toMatchObject([{ kind: 'cancelled' }]);
  });
});

const factsBetween = async (fromMs: number, toMs: number): Promise<GatewayFact[]> => {
  const facts: GatewayFact[] = [];
  for await (const fact of mollieFacts(Date.now() + fromMs, Date.now() + toMs)) facts.push(fact);
  return facts;
};

test('the report of a day contains its payments, refunds and chargebacks, with their orders', async () => {
  const { ours, capture, input } = await authorized();
  const held = await authorized();
  await capture();
  mollie.books.refundInDashboard(ours.paymentReference, 300);
  mollie.books.chargeBack(ours.paymentReference, 200);
  const facts = await factsBetween(-60_000, 60_000);
  const order = { company: input.company, id: input.orderId };
  const matches = facts.filter(({ paymentReference }) => paymentReference === ours.paymentReference);
  expect(matches).toMatchObject([
    { kind: 'payment', status: 'captured', amount: ours.amount, currency: 'DKK', order },
    { kind: 'refund', status: 'refunded', amount: 300, order },
    { kind: 'dispute', status: 'lost', amount: 200, order },
  ]);
  expect(facts).toContainEqual(expect.objectContaining({ id: held.ours.paymentReference, status: 'authorized' }));
  expect(await factsBetween(60_000, 120_000)).toEqual([]);
});

test('account checks report methods that Mollie does not support or that are not activated', async () => {
  mollie.books.methods = ['creditcard'];
  expect(
    await mollieFaults(MOLLIE_TEST_KEY, [{ currency: 'DKK', methods: ['card', 'link', 'mobilepay', 'ideal'] }]),
  ).toEqual([
    'Mollie does not have Link, which a company offers in DKK.',
    'MobilePay is not activated in DKK: activate it at Mollie.',
  ]);
  expect(await mollieFaults(MOLLIE_TEST_KEY, [{ currency: 'GBP', methods: ['klarna'] }])).toEqual([
    'Mollie does not have Klarna, which a company offers in GBP.',
  ]);
  await expect(mollieFaults('test_wrong0000000', [])).rejects.toThrow(GatewayUnavailable);
});

test('a key must match the live or test mode of the environment', () => {
  expect(() => assertMollieMode('live_0123456789')).toThrow('A live Mollie key must not be used in development');
  expect(parseMollieCredentials(JSON.stringify({ mollie_api_key: MOLLIE_TEST_KEY })).mollie_api_key).toBe(
    MOLLIE_TEST_KEY,
  );
  for (const text of ['{}', '{"mollie_api_key":"sk_test_1"}']) expect(() => parseMollieCredentials(text)).toThrow();
});

test('requests and responses match Mollie’s published description', async () => {
  mollie.books.methods = ['creditcard', 'mobilepay', 'ideal'];
  const { ours, capture } = await authorized();
  await capture();
  await mollieGateway.refund({ ...ours, amount: 500, refundKey: 'published' });
  mollie.books.chargeBack(ours.paymentReference, 200);
  await mollieGateway.readPayment(ours.paymentReference);
  await mollieGateway.refund({ ...(await authorized()).ours, refundKey: 'released' });
  const { gatewaySessionId, input: other } = await opened();
  mollie.books.pay(gatewaySessionId, 'declined');
  await mollieGateway.readSession({ ...other, gatewaySessionId });
  await mollieGateway.closeSession((await opened()).input);
  await factsBetween(-60_000, 60_000);
  await mollieFaults(MOLLIE_TEST_KEY, [{ currency: 'DKK', methods: ['card'] }]);
  expect(new Set(mollie.exchanges.map(mollieOperation))).toEqual(new Set(MOLLIE_OPERATIONS));
  expect(unpublishedAtMollie(mollie.exchanges)).toEqual([]);
  const [first] = mollie.exchanges;
  const wrong = {
    ...first!,
    body: { ...first!.body, colour: 'red' },
    answer: { ...(first!.answer as object), status: 'shut', id: 1 },
  };
  expect(unpublishedAtMollie([wrong])).toMatchObject([
    expect.stringContaining('colour'),
    expect.stringContaining('id'),
  ]);
});
