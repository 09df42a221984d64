import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type Stripe from 'stripe';
import { retries } from '../../../functions/adapters/payments/retry-calls.ts';
import { GatewayUnavailable, type OpenSession } from '../../../functions/adapters/payments/port.ts';
import { stripeGateway } from '../../../functions/adapters/payments/stripe.ts';
import { noticeOf, verifiedStripeEvent } from '../../../functions/adapters/payments/stripe-notices.ts';
import { sessionParams } from '../../../functions/adapters/payments/stripe-session.ts';
import { registerTimeLimit } from '../../../functions/platform/remaining-time.ts';
import { STRIPE_TEST_KEY, STRIPE_WEBHOOK_SECRET, StripeServer, type StripeFault } from '../../support/stripe-server.ts';
import { sessionInput } from './fixtures.ts';

const VISA = { type: 'card', brand: 'visa', last4: '4242' };

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
const pauses: number[] = [];
beforeEach(() => {
  stripe.faults.length = 0;
  retries.sleep = (ms) => Promise.resolve(pauses.push(ms));
});

const authorized = async (overrides: Partial<OpenSession> = {}) => {
  const input = sessionInput(overrides);
  const { gatewaySessionId } = await stripeGateway.openSession(input);
  const { id: paymentReference } = stripe.books.pay(gatewaySessionId, 'authorized');
  const payment = { paymentReference, amount: input.amounts.total, currency: 'DKK' };
  return { input, gatewaySessionId, payment };
};
const captured = async () => {
  const { input, payment } = await authorized();
  await stripeGateway.capture({ ...payment, captureKey: `capture:${payment.paymentReference}` });
  return { input, payment };
};

describe('a session at Stripe', () => {
  test('is a hosted page that authorizes the total of the order and returns to the shop', async () => {
    const input = sessionInput();
    const { url, gatewaySessionId } = await stripeGateway.openSession(input);
    const session = stripe.books.sessions.get(gatewaySessionId);
    expect(url).toBe(`https://checkout.stripe.com/c/pay/${gatewaySessionId}`);
    expect(session).toMatchObject({ amount_total: 61_000, currency: 'dkk', client_reference_id: input.sessionId });
    expect(stripe.calls.at(-1)?.form).toMatchObject({
      allowed_payment_method_types: { 0: 'card', 1: 'link' },
      payment_method_options: { card: { capture_method: 'manual' }, link: { capture_method: 'manual' } },
      payment_intent_data: { metadata: { order_id: input.orderId, company: 'nordlys' } },
      success_url: `https://shop.example/thanks?cart=7&order_id=${input.orderId}&status=authorized`,
      cancel_url: `https://shop.example/thanks?cart=7&order_id=${input.orderId}&status=cancelled`,
    });
  });

  test('is valid at least until the requested time', async () => {
    const input = sessionInput();
    expect((await stripeGateway.openSession(input)).expiresAtMs).toBeGreaterThanOrEqual(input.expiresAtMs);
  });

  test('that is requested again is the same session', async () => {
    const input = sessionInput();
    expect(await stripeGateway.openSession(input)).toEqual(await stripeGateway.openSession(input));
  });

  test('whose response was lost is found again, even with a later expiry', async () => {
    const input = sessionInput();
    stripe.faults.push('after-commit', 'unavailable', 'unavailable');
    await expect(stripeGateway.openSession(input)).rejects.toThrow(GatewayUnavailable);
    const before = stripe.books.sessions.size;
    const again = await stripeGateway.openSession({ ...input, expiresAtMs: input.expiresAtMs + 60_000 });
    expect(stripe.books.sessions.size).toBe(before);
    expect(stripe.books.sessions.get(again.gatewaySessionId)?.client_reference_id).toBe(input.sessionId);
  });

  test('can be closed, and cannot be paid afterwards', async () => {
    const input = sessionInput();
    const { gatewaySessionId } = await stripeGateway.openSession(input);
    expect(await stripeGateway.closeSession({ ...input, gatewaySessionId })).toEqual({ state: 'closed' });
    expect(await stripeGateway.closeSession({ ...input, gatewaySessionId })).toEqual({ state: 'closed' });
    expect(() => stripe.books.pay(gatewaySessionId, 'authorized')).toThrow('not open');
  });

  test('that is paid before it is closed is reported as paid', async () => {
    const { input, gatewaySessionId } = await authorized();
    expect(await stripeGateway.closeSession({ ...input, gatewaySessionId })).toMatchObject({
      state: 'paid',
      payment: { status: 'authorized', amount: 61_000, currency: 'DKK' },
    });
  });

  test('can be closed when only its session id is known', async () => {
    const input = sessionInput();
    await stripeGateway.openSession(input);
    expect(await stripeGateway.closeSession({ sessionId: input.sessionId })).toEqual({ state: 'closed' });
    expect(await stripeGateway.closeSession({ sessionId: 'cs_never' })).toEqual({ state: 'unknown' });
  });
});

describe('a currency with three decimals', () => {
  const amounts = {
    currency: 'KWD',
    subtotal: 12_345,
    discount: 0,
    fees: 0,
    shipping: 0,
    tax: 0,
    vat: 0,
    total: 12_345,
  };

  test('cannot be charged to a card in its last decimal', async () => {
    const input = sessionInput({ amounts, lines: [{ name: 'Gift card', quantity: 1, amount: 12_345, discount: 0 }] });
    await expect(stripeGateway.openSession(input)).rejects.toMatchObject({ status: 409, code: 'order_not_payable' });
  });

  test('may have its last decimal in the total, but not in the amount due after gift cards', async () => {
    expect((await stripeGateway.openSession(sessionInput({ amounts, due: 12_340 }))).url).toMatch(/^https/);
    const input = sessionInput({ amounts: { ...amounts, total: 12_340 }, due: 12_335 });
    await expect(stripeGateway.openSession(input)).rejects.toMatchObject({ status: 409, code: 'order_not_payable' });
  });

  test('cannot be refunded to a card in its last decimal', async () => {
    const refund = { paymentReference: 'pi_1', amount: 5, currency: 'KWD', refundKey: 'r' };
    expect(await stripeGateway.refund(refund)).toMatchObject({ status: 'declined' });
  });
});

describe('a session that Stripe refuses', () => {
  test.each(['amount_too_small', 'amount_too_large'])('for its total (%s) is not an outage', async (code) => {
    stripe.faults.push({ status: 400, code });
    const described = { status: 409, code: 'order_not_payable', message: expect.stringContaining('Later.') };
    await expect(stripeGateway.openSession(sessionInput())).rejects.toMatchObject(described);
  });

  test('for another reason is reported to the buyer as an outage', async () => {
    stripe.faults.push({ status: 400, code: 'parameter_unknown' });
    await expect(stripeGateway.openSession(sessionInput())).rejects.toThrow(GatewayUnavailable);
  });
});

describe('the lines of a session', () => {
  const names = (input: OpenSession) =>
    sessionParams(input).line_items?.map((line) => [line.price_data?.product_data?.name, line.price_data?.unit_amount]);

  test('are those of the order with fees and postage', () => {
    expect(names(sessionInput())).toEqual([
      ['3 × Gift card', 60_000],
      ['Fees', 1000],
    ]);
  });

  test.each(['nn Gebyrer Porto', 'fi Fees Postage'])('name fees and postage in the language: %s', (words) => {
    const [locale = '', ...ours] = words.split(' ');
    const amounts = { ...sessionInput().amounts, shipping: 2900, total: 63_900 };
    expect(
      names(sessionInput({ amounts, locale }))
        ?.slice(1)
        .map(([name]) => name),
    ).toEqual(ours);
  });

  test('are one line when they do not add up to the total', () => {
    const input = sessionInput({ lines: [{ name: 'Gift card', quantity: 1, amount: 5, discount: 0 }] });
    expect(names(input)).toEqual([['Order K7M2QX9P4D', 61_000]]);
  });

  test('are one line when a line has a third decimal that cards do not support', () => {
    const amounts = { currency: 'KWD', subtotal: 5005, discount: 0, fees: 5, shipping: 0, tax: 0, vat: 0, total: 5010 };
    const input = sessionInput({ amounts, lines: [{ name: 'Gift card', quantity: 1, amount: 5005, discount: 0 }] });
    expect(names(input)).toEqual([['Order K7M2QX9P4D', 5010]]);
  });

  test('use Stripe’s unit for a currency that it counts differently', () => {
    const amounts = { currency: 'ISK', subtotal: 5000, discount: 0, fees: 0, shipping: 0, tax: 0, vat: 0, total: 5000 };
    const input = sessionInput({ amounts, lines: [{ name: 'Gift card', quantity: 1, amount: 5000, discount: 0 }] });
    expect(names(input)).toEqual([['Gift card', 500_000]]);
  });

  test('are shown in a language that Stripe supports', () => {
    expect(sessionParams(sessionInput({ locale: 'da-DK' })).locale).toBe('da');
    expect(sessionParams(sessionInput({ locale: 'no' })).locale).toBe('nb');
    expect(sessionParams(sessionInput({ locale: 'is' })).locale).toBe('da');
    expect(sessionParams(sessionInput({ locale: null })).locale).toBe('da');
    expect(sessionParams(sessionInput({ locale: 'is', companyLanguage: 'is' })).locale).toBe('auto');
  });
});

describe('a capture', () => {
  test('captures the authorized amount once', async () => {
    const { payment } = await authorized();
    const input = { ...payment, captureKey: 'capture:1' };
    expect(await stripeGateway.capture(input)).toEqual({ status: 'captured', amount: 61_000, method: VISA });
    expect(await stripeGateway.capture({ ...input, captureKey: 'capture:2' })).toMatchObject({ status: 'captured' });
    expect(await stripeGateway.readPayment(payment.paymentReference)).toMatchObject({
      status: 'captured',
      captured: 61_000,
      refunded: 0,
    });
  });

  test('of a released authorization fails', async () => {
    const { payment } = await authorized();
    await stripeGateway.refund({ ...payment, refundKey: `r:${payment.paymentReference}` });
    expect(await stripeGateway.capture({ ...payment, captureKey: 'c' })).toMatchObject({ status: 'failed' });
    expect((await stripeGateway.readPayment(payment.paymentReference)).status).toBe('cancelled');
  });
});

describe('a capture that is refused', () => {
  const refusal = { status: 402, code: 'card_declined' };
  const declined = async (...faults: (StripeFault | undefined)[]) => {
    const { payment } = await authorized();
    const captureNow = () => stripeGateway.capture({ ...payment, captureKey: `capture:${payment.paymentReference}` });
    stripe.faults.push(refusal, ...faults);
    return { captureNow, stateOf: () => stripe.books.intents.get(payment.paymentReference)?.status };
  };
  // The authorized amount is read by three concurrent requests.
  const read = [undefined, undefined, undefined];

  test('releases the authorization', async () => {
    const { captureNow, stateOf } = await declined();
    expect(await captureNow()).toMatchObject({ status: 'failed', isHeld: false });
    expect(stateOf()).toBe('canceled');
  });

  test('and whose release has no response counts as no response, and is retried', async () => {
    const { captureNow, stateOf } = await declined(...read, 'unavailable', 'unavailable', 'unavailable');
    await expect(captureNow()).rejects.toThrow(GatewayUnavailable);
    expect(stateOf()).toBe('requires_capture');
    stripe.faults.push(refusal);
    expect(await captureNow()).toMatchObject({ status: 'failed', isHeld: false });
    expect(stateOf()).toBe('canceled');
  });

  test('and whose release is refused reports that the amount is still authorized', async () => {
    const { captureNow, stateOf } = await declined(...read, { status: 400 });
    expect(await captureNow()).toMatchObject({ status: 'failed', isHeld: true });
    expect(stateOf()).toBe('requires_capture');
  });

  test('because another request captures concurrently has no result yet', async () => {
    const { payment } = await authorized();
    const input = { ...payment, captureKey: `capture:${payment.paymentReference}` };
    await stripeGateway.capture(input);
    await expect(stripeGateway.capture({ ...input, amount: 1 })).rejects.toThrow(GatewayUnavailable);
  });
});

describe('a refund', () => {
  test('of more than the remaining amount after a dashboard refund is declined, and the payment shows that amount', async () => {
    const { payment } = await captured();
    const { paymentReference, amount } = payment;
    stripe.books.refundInDashboard(paymentReference, 1000);
    const whole = await stripeGateway.refund({ ...payment, refundKey: `r5:${paymentReference}` });
    expect(whole.status).toBe('declined');
    const state = await stripeGateway.readPayment(paymentReference);
    expect(state).toMatchObject({ status: 'captured', captured: amount, refunded: 1000 });
    const rest = { ...payment, amount: amount - 1000, refundKey: `r5:${paymentReference}:${amount - 1000}` };
    expect(await stripeGateway.refund(rest)).toEqual({ status: 'refunded', amount: amount - 1000 });
  });

  test('refunds a part once for each key, even when it is requested again', async () => {
    const { payment } = await captured();
    const input = { ...payment, amount: 1000, refundKey: `r1:${payment.paymentReference}` };
    expect(await stripeGateway.refund(input)).toEqual({ status: 'refunded', amount: 1000 });
    expect(await stripeGateway.refund(input)).toEqual({ status: 'refunded', amount: 1000 });
    expect((await stripeGateway.readPayment(payment.paymentReference)).refunded).toBe(1000);
  });

  test('is recognized by its key, and not requested from Stripe again', async () => {
    const { payment } = await captured();
    const input = { ...payment, amount: 1000, refundKey: `r2:${payment.paymentReference}` };
    await stripeGateway.refund(input);
    const created = stripe.calls.filter((call) => call.method === 'POST' && call.path === '/v1/refunds').length;
    await stripeGateway.refund(input);
    expect(stripe.calls.filter((call) => call.method === 'POST' && call.path === '/v1/refunds')).toHaveLength(created);
  });

  test('that Stripe refuses is declined with its reason', async () => {
    const { payment } = await captured();
    stripe.books.unrefundable.add(payment.paymentReference);
    expect(await stripeGateway.refund({ ...payment, refundKey: 'r3' })).toEqual({
      status: 'declined',
      reason: 'The issuer takes no refunds.',
    });
  });

  test('of a part of an authorization leaves the rest paid', async () => {
    const { payment } = await authorized();
    const input = { ...payment, amount: 11_000, refundKey: `r4:${payment.paymentReference}` };
    expect(await stripeGateway.refund(input)).toMatchObject({ status: 'refunded' });
    expect(await stripeGateway.refund(input)).toMatchObject({ status: 'refunded' });
    expect(await stripeGateway.readPayment(payment.paymentReference)).toMatchObject({
      status: 'captured',
      captured: 61_000,
      refunded: 11_000,
    });
  });
});

describe('a Stripe outage', () => {
  test('counts as no response for every call', async () => {
    const { input, payment, gatewaySessionId } = await authorized();
    const calls = [
      () => stripeGateway.openSession(sessionInput()),
      () => stripeGateway.closeSession({ ...input, gatewaySessionId }),
      () => stripeGateway.capture({ ...payment, captureKey: 'x' }),
      () => stripeGateway.refund({ ...payment, refundKey: 'x' }),
      () => stripeGateway.readPayment(payment.paymentReference),
    ];
    for (const call of calls) {
      // Each call makes up to three requests, each with three attempts.
      for (let tries = 0; tries < 9; tries++) stripe.faults.push('unavailable');
      await expect(call()).rejects.toThrow(GatewayUnavailable);
      stripe.faults.length = 0;
    }
  });

  test('keys of the wrong mode are refused', async () => {
    process.env['ENVIRONMENT'] = 'production';
    await expect(stripeGateway.readPayment('pi_1')).rejects.toMatchObject({
      cause: expect.objectContaining({ message: expect.stringContaining('must not be used in production') }),
    });
    process.env['ENVIRONMENT'] = 'development';
  });
});

describe('a request that Stripe does not process immediately', () => {
  const captureCalls = (reference: string) => stripe.calls.filter(({ path }) => path.includes(`${reference}/capture`));
  const captureWith = async (...faults: StripeFault[]) => {
    const { payment } = await authorized();
    pauses.length = 0;
    stripe.faults.push(...faults);
    const captureKey = `capture:${payment.paymentReference}`;
    const outcome = await stripeGateway.capture({ ...payment, captureKey }).catch((error: unknown) => error);
    stripe.faults.length = 0;
    return { outcome, calls: captureCalls(payment.paymentReference), captureKey };
  };
  const busy = { status: 429, code: 'rate_limit' };

  test('because of rate limits or a locked object is retried under the same key, with growing delays', async () => {
    const { outcome, calls, captureKey } = await captureWith(busy, { status: 409, code: 'lock_timeout' }, busy, {
      status: 429,
      code: 'lock_timeout',
    });
    expect(outcome).toEqual({ status: 'captured', amount: 61_000, method: VISA });
    expect(calls.map(({ idempotencyKey }) => idempotencyKey)).toEqual(Array.from({ length: 5 }, () => captureKey));
    expect(pauses).toHaveLength(4);
    for (const [index, whole] of [250, 500, 1000, 2000].entries()) {
      expect(pauses[index]).toBeGreaterThanOrEqual(whole / 2);
      expect(pauses[index]).toBeLessThanOrEqual(whole);
    }
  });

  test('for a long time counts as no response', async () => {
    const { outcome, calls } = await captureWith(busy, busy, busy, busy, busy, busy);
    expect(outcome).toBeInstanceOf(GatewayUnavailable);
    expect(calls).toHaveLength(5);
  });

  test('and whose response is lost repeatedly takes effect once', async () => {
    const captures = () => stripe.books.events.filter(({ type }) => type === 'payment_intent.succeeded').length;
    const before = captures();
    const { outcome, calls, captureKey } = await captureWith('after-commit', 'after-commit');
    expect(outcome).toEqual({ status: 'captured', amount: 61_000, method: VISA });
    expect(captures()).toBe(before + 1);
    expect(calls.map(({ idempotencyKey }) => idempotencyKey)).toEqual([captureKey, captureKey, captureKey]);
  });

  test('waits as long as Stripe requests, and retries only if Stripe allows it', async () => {
    const later = await captureWith({ ...busy, headers: { 'Retry-After': '3' } });
    expect(later.outcome).toMatchObject({ status: 'captured' });
    expect(pauses).toEqual([3000]);
    const retried = await captureWith({ status: 400, headers: { 'Stripe-Should-Retry': 'true' } });
    expect(retried.calls).toHaveLength(2);
    const notRetried = await captureWith({ status: 500, headers: { 'Stripe-Should-Retry': 'false' } });
    expect(notRetried.outcome).toBeInstanceOf(GatewayUnavailable);
    expect(notRetried.calls).toHaveLength(1);
  });

  test('does not wait beyond the function’s time limit', async () => {
    registerTimeLimit({ getRemainingTimeInMillis: () => 15_000 });
    const described = await captureWith({ ...busy, headers: { 'Retry-After': '4' } });
    expect(described.calls).toHaveLength(2);
    registerTimeLimit({ getRemainingTimeInMillis: () => 6000 });
    const { outcome, calls } = await captureWith({ ...busy, headers: { 'Retry-After': '4' } });
    registerTimeLimit(undefined);
    expect(outcome).toBeInstanceOf(GatewayUnavailable);
    expect(calls).toHaveLength(1);
  });
});

describe('Stripe notifications', () => {
  const now = (): number => Math.floor(Date.now() / 1000);
  const read = async (event: Stripe.Event, at = now()) => {
    const { body, signature } = stripe.notification(event, at);
    return noticeOf(await verifiedStripeEvent(Buffer.from(body), signature), () => Promise.resolve(false));
  };
  const eventsOf = async (act: () => Promise<void>) => {
    const before = stripe.books.events.length;
    await act();
    return Promise.all(stripe.books.events.slice(before).map((event) => read(event)));
  };

  test('of a payment report its authorization and capture, with the order and the amount', async () => {
    let orderId = '';
    const notices = await eventsOf(async () => {
      orderId = (await captured()).input.orderId;
    });
    // The completed page is read when its notice arrives. The payment was captured by then.
    expect(notices.map((notice) => notice?.kind)).toEqual(['authorized', 'captured', 'captured']);
    for (const notice of notices) {
      expect(notice).toMatchObject({ gateway: 'stripe', company: 'nordlys', orderId, amount: 61_000, currency: 'DKK' });
    }
    expect(new Set(notices.map((notice) => notice?.paymentReference)).size).toBe(1);
  });

  test('report each declined attempt under its own id, with the reason', async () => {
    const { gatewaySessionId } = await stripeGateway.openSession(sessionInput());
    const notices = await eventsOf(async () => {
      stripe.books.pay(gatewaySessionId, 'declined');
      stripe.books.pay(gatewaySessionId, 'declined');
      stripe.books.pay(gatewaySessionId, 'unauthenticated');
    });
    expect(notices.map((notice) => notice?.kind)).toEqual(['failed', 'failed', 'failed']);
    expect(new Set(notices.map((notice) => notice?.paymentReference)).size).toBe(3);
    expect(notices[0]).toMatchObject({ reason: 'Your card was declined.' });
  });

  test('of a closed session and of a released authorization are cancellations', async () => {
    const input = sessionInput();
    const { gatewaySessionId } = await stripeGateway.openSession(input);
    const { payment } = await authorized();
    const notices = await eventsOf(async () => {
      await stripeGateway.closeSession({ ...input, gatewaySessionId });
      await stripeGateway.refund({ ...payment, refundKey: `r:${payment.paymentReference}` });
    });
    const cancelled = { kind: 'cancelled', paymentReference: payment.paymentReference };
    expect(notices).toMatchObject([{ kind: 'cancelled', paymentReference: '' }, undefined, cancelled]);
  });

  test('of refunds report each separately, with our key', async () => {
    const { payment, input } = await captured();
    const { paymentReference } = payment;
    const notices = await eventsOf(async () => {
      await stripeGateway.refund({ ...payment, amount: 1000, refundKey: `a:${paymentReference}` });
      const { id } = stripe.books.refundInDashboard(paymentReference, 500);
      stripe.books.failRefund(id);
    });
    expect(notices).toMatchObject([
      { kind: 'refunded', amount: 1000, refundKey: `a:${paymentReference}`, orderId: input.orderId },
      { kind: 'refunded', amount: 500, refundKey: null, orderId: input.orderId },
      { kind: 'refund_failed', amount: 500, refundKey: null, orderId: input.orderId },
    ]);
    expect(await stripeGateway.readPayment(paymentReference)).toMatchObject({ refunded: 1000 });
  });

  test('of disputes find the order through the payment; inquiries are ignored', async () => {
    const { payment, input } = await captured();
    const notices = await eventsOf(async () => {
      stripe.books.dispute(payment.paymentReference, 'warning_needs_response', 'created');
      stripe.books.dispute(payment.paymentReference, 'needs_response', 'updated');
      stripe.books.dispute(payment.paymentReference, 'lost', 'closed');
    });
    const disputeId = `dp_${payment.paymentReference}`;
    const { orderId } = input;
    expect(notices[0]).toBeUndefined();
    expect(notices.slice(1)).toMatchObject([
      { kind: 'dispute_opened', disputeId, amount: 61_000, currency: 'DKK', orderId, company: 'nordlys' },
      { kind: 'dispute_lost', disputeId, amount: 61_000, currency: 'DKK', orderId, company: 'nordlys' },
    ]);
  });

  test('that are modified, too old or unsigned are refused', async () => {
    await captured();
    const event = stripe.books.events[0]!;
    const { body, signature } = stripe.notification(event, now());
    await expect(verifiedStripeEvent(Buffer.from(`${body} `), signature)).rejects.toThrow('No signatures found');
    await expect(verifiedStripeEvent(Buffer.from(body), '')).rejects.toThrow('stripe-signature');
    await expect(read(event, now() - 400)).rejects.toThrow('tolerance');
    for (const malformed of [`t=${now()},v1=`, `t=${now()},v1=0`, 't=,v1=', 'v1=', ',']) {
      const verified = verifiedStripeEvent(Buffer.from(body), malformed);
      await expect(verified).rejects.toMatchObject({ type: 'StripeSignatureVerificationError' });
    }
  });

  test('about other payments are ignored', async () => {
    await captured();
    const event = structuredClone(stripe.books.events[0]!);
    Object.assign(event.data.object, { metadata: {} });
    expect(await read(event)).toBeUndefined();
    expect(await read({ ...event, type: 'customer.created' } as unknown as Stripe.Event)).toBeUndefined();
  });
});
