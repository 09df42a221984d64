import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { GatewayUnavailable } from '../../../functions/adapters/payments/port.ts';
import { retries } from '../../../functions/adapters/payments/retry-calls.ts';
import { stripeGateway } from '../../../functions/adapters/payments/stripe.ts';
import { stripeClient } from '../../../functions/adapters/payments/stripe-client.ts';
import { stripeFacts } from '../../../functions/adapters/payments/stripe-facts.ts';
import { noticeOf } from '../../../functions/adapters/payments/stripe-notices.ts';
import { pollAuthorizedPayment } from '../../../functions/domain/payments/payments/poll-authorized.ts';
import { expireOrder } from '../../../functions/domain/payments/payments/expire.ts';
import { openPaymentSession } from '../../../functions/domain/payments/payments/open-session.ts';
import { isCaptureRecorded } from '../../../functions/domain/payments/notices/is-capture-recorded.ts';
import { reconcilePayment } from '../../../functions/domain/payments/notices/reconcile.ts';
import { processNotice } from '../../../functions/domain/payments/notices/process-notice.ts';
import { listRefundsOfOrder } from '../../../functions/domain/checkout/orders/refunds-of-order.ts';
import { refundRefusal } from '../../../functions/domain/checkout/orders/refund-rules.ts';
import { orderKey, type OrderRow } from '../../../functions/domain/checkout/orders/rows.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { log } from '../../../functions/platform/log.ts';
import { coldStart } from '../../../functions/platform/warm-state.ts';
import { documents } from '../../../functions/storage/client.ts';
import { idempotencyRecordFor } from '../../../functions/storage/idempotency.ts';
import { getRow } from '../../../functions/storage/table.ts';
import { COMPANY, SELLER } from '../../model/orders.ts';
import { MemoryTable } from '../../simulation/memory-table.ts';
import { giftCard } from '../../support/order-life.ts';
import { anOrder } from '../../support/orders.ts';
import { STRIPE_TEST_KEY, STRIPE_WEBHOOK_SECRET, StripeServer } from '../../support/stripe-server.ts';

const { send } = documents;
const { nowMs } = clock;
const table = new MemoryTable();
let stripe: StripeServer;
let laterMs = 0;
beforeAll(async () => {
  stripe = await StripeServer.start();
  table.install();
  // Uses real time, because the Stripe server uses it as well.
  clock.nowMs = () => Date.now() + laterMs;
  const settings = {
    PAYMENT_GATEWAY: 'stripe',
    ENVIRONMENT: 'development',
    APP_SECRET: '11'.repeat(32),
    STRIPE_SECRET_KEY: STRIPE_TEST_KEY,
    STRIPE_WEBHOOK_SECRET,
    STRIPE_API_BASE: stripe.url,
  };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
});
afterAll(async () => {
  Object.assign(documents, { send });
  clock.nowMs = nowMs;
  vi.unstubAllEnvs();
  await stripe.stop();
});
beforeEach(() => {
  laterMs = 0;
  retries.sleep = () => Promise.resolve();
});
afterEach(() => {
  table.clear();
  stripe.faults.length = 0;
  stripe.books.sessions.clear();
  stripe.books.events.length = 0;
  stripe.books.refunds.length = 0;
  stripe.books.areCapturesSlow = false;
});

const pageIn = (body: unknown): string => (body as { url: string }).url.split('/').at(-1) ?? '';

const anUnpaid = () => {
  const id = `po_${crypto.randomUUID().replaceAll('-', '')}`;
  const order = anOrder({ id, createdAtMs: Date.now(), returnUrl: 'https://shop.example/thanks' });
  table.put({ ...SELLER });
  table.put({ ...order });
  const open = async (key: string) => {
    const idempotency = idempotencyRecordFor({ company: COMPANY, operation: 'open', key, input: { id } });
    const request = { company: COMPANY, orderId: order.id, by: { keyId: 'k', company: COMPANY }, idempotency };
    const { status, body } = await openPaymentSession({ ...request, admit: () => undefined });
    return { status, page: pageIn(body) };
  };
  return { open, read: () => getRow<OrderRow>(orderKey(COMPANY, order.id), { consistent: true }) };
};
/** Processes Stripe's events so far, in order. */
const deliver = async (): Promise<void> => {
  for (const event of stripe.books.events.splice(0)) {
    const notice = await noticeOf(event, isCaptureRecorded);
    if (notice) await processNotice(notice);
  }
};
const lost = ['after-commit', 'after-commit', 'after-commit'] as const;
const unavailable = ['unavailable', 'unavailable', 'unavailable'] as const;
const NO_ANSWER = { status: 503, code: 'checkout_unavailable' };
const stateOf = (page: string) => stripe.books.sessions.get(page)?.status;
/** Half an hour later Stripe has expired every open page. */
const expirePages = () => {
  laterMs += 32 * 60_000;
  for (const session of stripe.books.sessions.values()) {
    if (session.status === 'open') Object.assign(session, { status: 'expired', url: null });
  }
};

it('a key whose page expired before the response arrived opens one new page', async () => {
  const { open } = anUnpaid();
  stripe.faults.push(...lost);
  await expect(open('a')).rejects.toMatchObject(NO_ANSWER);
  expirePages();
  const before = stripe.books.sessions.size;
  stripe.faults.push(undefined, undefined, ...lost);
  await expect(open('a')).rejects.toMatchObject(NO_ANSWER);
  laterMs += 1000;
  const again = await open('a');
  expect({ ...again, state: stateOf(again.page) }).toMatchObject({ status: 201, state: 'open' });
  expect(stripe.books.sessions.size).toBe(before + 1);
  expirePages();
  expect(await open('a')).toEqual({ status: 200, page: again.page });
});

it('an order expires although its page is unknown, because it was opened in another account, and staff are notified', async () => {
  const { open, read } = anUnpaid();
  await open('a');
  stripe.books.sessions.clear();
  const errors = vi.spyOn(log, 'error').mockImplementation(() => undefined);
  laterMs += 5 * 60_000;
  expect(await expireOrder((await read())!)).toBe('kept');
  const { id } = (await read())!;
  const reported = [expect.any(String), { order_id: id, gateway: 'stripe', alarm: 'gateway_silent' }];
  expect(errors.mock.calls).toEqual([reported]);
  laterMs += 2 * 3600_000;
  expect(await expireOrder((await read())!)).toBe('expired');
  expect(errors.mock.calls).toEqual([reported, reported]);
  errors.mockRestore();
  expect(await read()).toMatchObject({ status: 'expired' });
});

it('an order keeps an authorization of another account, and is due for another check', async () => {
  const { open, read } = anUnpaid();
  const { id: reference } = stripe.books.pay((await open('a')).page, 'authorized');
  const [event] = stripe.books.events;
  const notice = await noticeOf(event!, isCaptureRecorded);
  stripe.books.intents.delete(reference);
  stripe.calls.length = 0;
  await expect(processNotice(notice!)).rejects.toThrow(GatewayUnavailable);
  expect(await read()).toMatchObject({
    status: 'paid',
    payment: { status: 'authorized' },
    duepk: expect.stringMatching(/^order-payment#/),
  });
  // The payment is read by several calls, of which the first one that Stripe rejects ends the operation.
  const methods = ['POST', 'GET', 'GET', 'GET'];
  await vi.waitFor(() => expect(stripe.calls.map(({ method }) => method)).toEqual(methods));
});

/** A gift card pays a part of the order. */
const payPart = async (read: () => Promise<OrderRow | undefined>): Promise<number> => {
  const order = await read();
  if (!order) throw new Error('The order is missing');
  const card = giftCard(1000);
  table.put({ ...order, version: order.version + 1, payment: { ...order.payment, giftCards: [card] } });
  return order.amounts.total - card.amount;
};

it('a key whose response was lost opens a page for the amount that is due after a gift card', async () => {
  const { open, read } = anUnpaid();
  stripe.faults.push(...lost);
  await expect(open('a')).rejects.toMatchObject(NO_ANSWER);
  laterMs += 16_000;
  const due = await payPart(read);
  const { page } = await open('a');
  expect(stripe.books.sessions.get(page)?.amount_total).toBe(due);
});

it('a page is not returned if a gift card pays part of the order while the page is being opened', async () => {
  const { open, read } = anUnpaid();
  stripe.faults.push('unavailable');
  retries.sleep = () => payPart(read);
  await expect(open('a')).rejects.toMatchObject({ status: 409, code: 'checkout_in_progress' });
  expect((await open('a')).status).toBe(201);
});

it('when Stripe has stored its own server error for a key, the service opens a page under another key', async () => {
  const { open } = anUnpaid();
  stripe.faults.push(...lost);
  await expect(open('a')).rejects.toMatchObject(NO_ANSWER);
  stripe.books.sessions.clear();
  laterMs += 1000;
  const { page } = await open('a');
  expect(stateOf(page)).toBe('open');
});

it('the open page stays open until a new one exists, and cannot be paid after that', async () => {
  const { open, read } = anUnpaid();
  const first = await open('a');
  for (const faults of [unavailable, [undefined, ...unavailable]]) {
    stripe.faults.push(...faults);
    await expect(open('b')).rejects.toMatchObject(NO_ANSWER);
    expect(stateOf(first.page)).toBe('open');
  }
  laterMs += 1000;
  const second = await open('b');
  expect([stateOf(first.page), stateOf(second.page)]).toEqual(['expired', 'open']);
  expect((await read())?.session?.gatewaySessionId).toBe(second.page);
});

it('a payment on a page while another is opened counts, and the other page is closed', async () => {
  const { open, read } = anUnpaid();
  const first = await open('a');
  stripe.books.pay(first.page, 'authorized');
  await expect(open('b')).rejects.toMatchObject({ status: 409, code: 'order_not_payable' });
  expect([...stripe.books.sessions.values()].filter(({ status }) => status === 'open')).toEqual([]);
  expect(await read()).toMatchObject({ status: 'paid', session: { gatewaySessionId: first.page } });
});

it.each([
  ['in order', 0, (events: Stripe.Event[]) => events],
  ['in reverse order', 1, (events: Stripe.Event[]) => events.toReversed()],
])('a payment is read from Stripe only before its capture is recorded: events %s', async (_order, reads, sorted) => {
  const { open, read } = anUnpaid();
  stripe.books.pay((await open('a')).page, 'authorized');
  stripe.calls.length = 0;
  stripe.books.events.splice(0, Infinity, ...sorted(stripe.books.events));
  await deliver();
  await deliver();
  expect(await read()).toMatchObject({ status: 'paid', payment: { status: 'captured' } });
  const calls = stripe.calls.map(({ method, path }) => `${method} ${path.replace(/pi_\w+/, ':id')}`);
  expect(calls).toEqual([
    ...Array<string>(reads).fill('GET /v1/payment_intents/:id'),
    'POST /v1/payment_intents/:id/capture',
  ]);
});

it('a later report of a recorded payment reads the order only once in another environment', async () => {
  const { open, read } = anUnpaid();
  stripe.books.pay((await open('a')).page, 'authorized');
  const [first, later] = stripe.books.events.splice(0);
  await processNotice((await noticeOf(first!, isCaptureRecorded))!);
  expect(await read()).toMatchObject({ payment: { status: 'captured' } });
  const calls = vi.spyOn(table, 'carry');
  const callsOfReport = async () => {
    calls.mockClear();
    expect(await noticeOf(later!, isCaptureRecorded)).toBeUndefined();
    return calls.mock.calls.map(([{ name }]) => name);
  };
  expect(await callsOfReport()).toEqual([]);
  coldStart();
  expect([await callsOfReport(), await callsOfReport()]).toEqual([['Get'], []]);
  calls.mockRestore();
});

it('an order with an uncaptured payment is checked until its authorization is released, and is then cancelled', async () => {
  const { open, read } = anUnpaid();
  const { id: reference } = stripe.books.pay((await open('a')).page, 'authorized');
  const refusal = { status: 402, code: 'card_declined' };
  const notice = await noticeOf(
    stripe.books.events.find(({ type }) => type.startsWith('payment_intent.'))!,
    isCaptureRecorded,
  );
  stripe.faults.push(refusal, undefined, undefined, undefined, ...unavailable);
  await expect(processNotice(notice!)).rejects.toThrow(GatewayUnavailable);
  const due = await read();
  expect(due).toMatchObject({ payment: { status: 'authorized' }, duepk: expect.stringMatching(/^order-payment#/) });
  stripe.faults.push(undefined, undefined, undefined, refusal);
  await pollAuthorizedPayment(orderKey(COMPANY, due!.id));
  expect(await read()).toMatchObject({ status: 'cancelled', payment: { status: 'cancelled' } });
  expect(stripe.books.intents.get(reference)?.status).toBe('canceled');
});

it('an order whose capture is in progress at Stripe is paid once that capture ends', async () => {
  const { open, read } = anUnpaid();
  const { id: reference, amount } = stripe.books.pay((await open('a')).page, 'authorized');
  stripe.books.areCapturesSlow = true;
  await deliver();
  const key = orderKey(COMPANY, (await read())!.id);
  for (let minute = 0; minute < 2; minute++) {
    await pollAuthorizedPayment(key);
    expect(await read()).toMatchObject({ status: 'paid', payment: { status: 'authorized', captured: 0 } });
  }
  const again = { paymentReference: reference, amount, currency: 'DKK', captureKey: 'another' };
  await expect(stripeGateway.capture(again)).rejects.toThrow(GatewayUnavailable);
  stripe.books.areCapturesSlow = false;
  stripe.books.completeCapture(reference, amount);
  await deliver();
  expect(await read()).toMatchObject({ status: 'paid', payment: { status: 'captured', captured: amount } });
});

it('an authorization that is neither captured nor released is reported to staff', async () => {
  const { open, read } = anUnpaid();
  const { id: reference } = stripe.books.pay((await open('a')).page, 'authorized');
  const notice = await noticeOf(
    stripe.books.events.find(({ type }) => type.startsWith('payment_intent.'))!,
    isCaptureRecorded,
  );
  const errors = vi.spyOn(log, 'error').mockImplementation(() => undefined);
  stripe.faults.push({ status: 400 }, undefined, undefined, undefined, { status: 400 });
  await processNotice(notice!);
  expect(errors.mock.calls.map(([, extra]) => extra)).toEqual([
    { order_id: notice!.orderId, payment_reference: reference, alarm: 'stray_capture' },
  ]);
  errors.mockRestore();
  expect((await read())?.status).toBe('cancelled');
});

it.each([
  ['does not respond', () => stripe.faults.push(...Array<'unavailable'>(50).fill('unavailable'))],
  ['does not know the payment', () => stripe.books.intents.clear()],
] as const)('an authorization that ends while Stripe %s leaves a cancelled order', async (_what, fail) => {
  const { open, read } = anUnpaid();
  const { page } = await open('a');
  const { id: reference } = stripe.books.pay(page, 'authorized');
  const intent = stripe.books.intents.get(reference)!;
  const notice = await noticeOf(
    stripe.books.events.find(({ type }) => type.startsWith('payment_intent.'))!,
    isCaptureRecorded,
  );
  stripe.faults.push(...unavailable);
  await expect(processNotice(notice!)).rejects.toThrow(GatewayUnavailable);
  const logged = vi.spyOn(log, 'error').mockImplementation(() => undefined);
  const checkedAfter = async (days: number) => {
    laterMs = days * 24 * 3600_000 + 60_000;
    stripe.faults.length = 0;
    fail();
    logged.mockClear();
    await pollAuthorizedPayment(orderKey(COMPANY, notice!.orderId)).catch((error: unknown) => {
      expect(error).toBeInstanceOf(GatewayUnavailable);
    });
    const alarms = logged.mock.calls.flatMap(([, extra]) => (extra && 'alarm' in extra ? [extra['alarm']] : []));
    return [(await read())?.status, (await read())?.payment.status, ...alarms];
  };
  expect(await checkedAfter(3)).toEqual(['paid', 'authorized']);
  expect(await checkedAfter(4)).toEqual(['paid', 'authorized', 'authorization_ending']);
  expect(await checkedAfter(5)).toEqual(['cancelled', 'cancelled', 'authorization_ending']);
  expect((await read())?.duepk).toBeUndefined();
  // The gateway captures after all, and sends a notification.
  stripe.faults.length = 0;
  stripe.books.intents.set(reference, intent);
  stripe.books.act('POST', ['payment_intents', reference, 'capture'], { amount_to_capture: String(intent.amount) });
  await deliver();
  expect(await read()).toMatchObject({
    status: 'cancelled',
    payment: { strayCaptures: [{ refundedAtMs: expect.any(Number) }] },
  });
  logged.mockRestore();
});

it.each([
  ['of an order', 'pending', [{ status: 402, code: 'card_declined' }], []],
  ['of a late payment', 'cancelled', [], ['stray_capture']],
] as const)('the release of an authorization %s is not a refund', async (_what, payment, faults, alarms) => {
  const { open, read } = anUnpaid();
  const errors = vi.spyOn(log, 'error').mockImplementation(() => undefined);
  const { id: reference } = stripe.books.pay((await open('a')).page, 'authorized');
  const order = (await read())!;
  const status = payment === 'pending' ? order.status : 'expired';
  table.put({ ...order, status, payment: { ...order.payment, status: payment } });
  stripe.faults.push(...faults);
  await deliver();
  await deliver();
  expect(stripe.books.refunds.at(-1)).toMatchObject({ payment_intent: reference, metadata: {} });
  expect((await read())?.payment).toMatchObject({ captured: 0, refunded: 0 });
  const refunds = await listRefundsOfOrder(COMPANY, order.id);
  expect(refunds.filter(({ kind }) => kind === 'gateway')).toEqual([]);
  expect(errors.mock.calls.flatMap(([, extra]) => (extra && 'alarm' in extra ? [extra['alarm']] : []))).toEqual(alarms);
  errors.mockRestore();
  expect(await stripeGateway.readPayment(reference)).toMatchObject({ status: 'cancelled', refunded: 0, refunds: [] });
  const facts = stripeFacts(stripeClient(STRIPE_TEST_KEY), Date.now() - 60_000, Date.now() + 60_000);
  for await (const fact of facts) expect(fact).not.toMatchObject({ kind: 'refund', paymentReference: reference });
});

const disputable = async () => {
  const { open, read } = anUnpaid();
  const { id: reference } = stripe.books.pay((await open('a')).page, 'authorized');
  await deliver();
  await deliver();
  const dispute = (id: string, amount: number) => {
    stripe.books.dispute(reference, 'needs_response', 'created', { id: `${id}_${reference}`, amount });
    stripe.books.dispute(reference, 'lost', 'closed', { id: `${id}_${reference}`, amount });
  };
  return { reference, dispute, read };
};

it('two lost disputes of one payment match the books', async () => {
  const { dispute, read } = await disputable();
  dispute('dp_1', 20_000);
  await deliver();
  dispute('dp_2', 15_000);
  await deliver();
  const order = (await read())!;
  expect(order.payment.refunded).toBe(35_000);
  expect(await reconcilePayment(order)).toBeUndefined();
});

it('a payment of which disputes took more than was refundable raises no alarm each night', async () => {
  const errors = vi.spyOn(log, 'error').mockImplementation(() => undefined);
  const { dispute, read } = await disputable();
  dispute('dp_1', 20_000);
  await deliver();
  dispute('dp_2', 45_000);
  await deliver();
  errors.mockClear();
  const order = (await read())!;
  expect(order.payment.refunded).toBeLessThan(65_000);
  expect(await reconcilePayment(order)).toBeUndefined();
  expect(errors).not.toHaveBeenCalled();
  errors.mockRestore();
});

it('a lost dispute that is won on appeal is won, and raises no alarm each night', async () => {
  const errors = vi.spyOn(log, 'error').mockImplementation(() => undefined);
  const { reference, dispute, read } = await disputable();
  dispute('dp_1', 20_000);
  await deliver();
  expect(await read()).toMatchObject({ payment: { refunded: 20_000, dispute: { status: 'lost' } } });
  stripe.books.dispute(reference, 'won', 'closed', { id: `dp_1_${reference}`, amount: 20_000 });
  await deliver();
  errors.mockClear();
  const order = (await read())!;
  expect(order.payment).toMatchObject({ status: 'captured', refunded: 0, dispute: { status: 'won', amount: 20_000 } });
  expect(refundRefusal(order)).toBeUndefined();
  expect(await reconcilePayment(order)).toBeUndefined();
  expect(errors).not.toHaveBeenCalled();
  errors.mockRestore();
});

it('a payment with more than a hundred refunds matches the books', async () => {
  const { reference, read } = await disputable();
  for (let made = 0; made < 101; made++) stripe.books.refundInDashboard(reference, 100);
  stripe.books.events.length = 0;
  const order = (await read())!;
  table.put({ ...order, payment: { ...order.payment, refunded: 10_100 } });
  expect(await reconcilePayment((await read())!)).toBeUndefined();
});

it('an unreported lost dispute is found behind a newer one', async () => {
  const errors = vi.spyOn(log, 'error').mockImplementation(() => undefined);
  const { dispute, read } = await disputable();
  dispute('dp_1', 20_000);
  stripe.books.events.length = 0;
  dispute('dp_2', 15_000);
  await deliver();
  expect(await reconcilePayment((await read())!)).toMatchObject({ refunded: { ours: 15_000, gateway: 35_000 } });
  const order = (await read())!;
  expect(order.payment).toMatchObject({ refunded: 35_000, dispute: { amount: 15_000 } });
  expect(await reconcilePayment(order)).toBeUndefined();
  errors.mockRestore();
});

it('a late payment whose refund failed is not refunded again until staff do so', async () => {
  const errors = vi.spyOn(log, 'error').mockImplementation(() => undefined);
  const { open, read } = anUnpaid();
  const { id } = stripe.books.pay((await open('a')).page, 'authorized');
  stripe.books.events.length = 0;
  stripe.books.act('POST', ['payment_intents', id, 'capture'], { amount_to_capture: '50000' });
  await deliver();
  const refundTimes = async () => (await read())?.payment.strayCaptures?.map(({ refundedAtMs }) => refundedAtMs);
  expect(await refundTimes()).toEqual([expect.any(Number)]);
  stripe.books.failRefund(stripe.books.refunds.at(-1)!.id);
  await deliver();
  expect(errors.mock.calls.map(([, extra]) => extra)).toMatchObject([
    { alarm: 'stray_capture' },
    { alarm: 'refund_failed', payment_reference: id },
  ]);
  expect(await refundTimes()).toEqual([undefined]);
  await reconcilePayment((await read())!);
  expect(await refundTimes()).toEqual([undefined]);
  stripe.books.refundInDashboard(id, 50_000);
  for (let night = 0; night < 2; night++) {
    await reconcilePayment((await read())!);
    expect(await refundTimes()).toEqual([expect.any(Number)]);
  }
  errors.mockRestore();
});

it('a key that keeps failing does not block others longer than its first attempt', async () => {
  const { open } = anUnpaid();
  const failing = async () => {
    stripe.faults.push(...unavailable);
    await expect(open('a')).rejects.toMatchObject(NO_ANSWER);
  };
  await failing();
  laterMs += 14_000;
  await failing();
  await expect(open('b')).rejects.toMatchObject({ status: 409, code: 'checkout_in_progress' });
  laterMs += 2000;
  await failing();
  expect((await open('b')).status).toBe(201);
});
