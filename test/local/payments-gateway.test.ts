import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { GatewayUnavailable } from '../../functions/adapters/payments/port.ts';
import { testGateway } from '../../functions/adapters/payments/test-gateway.ts';
import { sqs } from '../../functions/adapters/queue/client.ts';
import { deliverNotices, NOTICE_PATH } from '../../functions/domain/payments/test-gateway/deliver.ts';
import { noticeMessages, type NoticeMessage } from '../../functions/domain/payments/test-gateway/notices.ts';
import { pay } from '../../functions/domain/payments/test-gateway/pay.ts';
import { findGatewaySession } from '../../functions/domain/payments/test-gateway/read-session.ts';
import { cardAttempt, paymentReferenceOf } from '../../functions/domain/payments/test-gateway/rules.ts';
import { testGatewayHeaders } from '../../functions/adapters/payments/test-gateway-signing.ts';
import { orderCodec } from '../../functions/domain/checkout/orders/order-codec.ts';
import { orderKey, type OrderRow } from '../../functions/domain/checkout/orders/rows.ts';
import { clock, toTimestamp } from '../../functions/platform/clock.ts';
import type { RefundRow } from '../../functions/domain/checkout/orders/refund-rows.ts';
import { log } from '../../functions/platform/log.ts';
import { getRow, putRow } from '../../functions/storage/table.ts';
import { anOrder } from '../support/orders.ts';
import { startPaymentHost, type PaymentHost } from '../support/payment-host.ts';
import { STRIPE_TEST_KEY, STRIPE_WEBHOOK_SECRET, StripeServer } from '../support/stripe-server.ts';
import { sessionInput } from '../unit/payments/fixtures.ts';

let host: PaymentHost;
beforeAll(async () => {
  host = await startPaymentHost();
});
afterAll(() => host.stop());
const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
  process.env['ENVIRONMENT'] = 'development';
});

/** Creates an unpaid order in the table, and a session for it. */
const orderWithSession = async () => {
  const createdAtMs = Date.now();
  const order = anOrder({ id: `po_${crypto.randomUUID().replaceAll('-', '')}`, createdAtMs });
  await putRow(order);
  const { included_vat: _included, tax_percent: _percent, ...amounts } = order.amounts;
  const input = sessionInput({ orderId: order.id, amounts: { ...amounts, vat: amounts.tax } });
  await testGateway.openSession(input);
  return { input, sessionId: input.sessionId, read: () => getRow<OrderRow>(orderKey('nordlys', order.id)) };
};
const owed = async (sessionId: string): Promise<NoticeMessage[]> => {
  const session = await findGatewaySession(sessionId);
  return session ? noticeMessages(undefined, session).map(({ body }) => body) : [];
};

describe('the test gateway behind HTTP', () => {
  test('opens, reads, refunds and closes', async () => {
    const { input, sessionId } = await orderWithSession();
    const paymentReference = paymentReferenceOf(sessionId);
    expect(await testGateway.readPayment(paymentReference)).toMatchObject({
      status: 'unknown',
      captured: 0,
      refunded: 0,
    });
    await pay(sessionId, cardAttempt({ number: '4242424242424242' }));
    expect(await testGateway.closeSession({ sessionId })).toMatchObject({
      state: 'paid',
      payment: { status: 'captured' },
    });
    const refund = { paymentReference, amount: 500, currency: 'DKK', refundKey: 'a' };
    expect(await testGateway.refund(refund)).toEqual({ status: 'refunded', amount: 500 });
    expect(await testGateway.capture({ ...refund, captureKey: 'c' })).toMatchObject({ status: 'captured' });
    expect((await testGateway.openSession(input)).url).toBe(`${host.url}/pay/${sessionId}`);
  });

  test('rejects calls that the service did not sign', async () => {
    const body = JSON.stringify({ paymentReference: 'tp_1', amount: 1, currency: 'DKK', refundKey: 'a' });
    for (const path of ['/payments/test/refunds', '/payments/test/sessions', NOTICE_PATH]) {
      const response = await fetch(`${host.url}${path}`, { method: 'POST', body });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: { code: 'invalid_signature' } });
    }
  });

  test('reports a failed call or an unreadable response as an unavailable gateway', async () => {
    const { sessionId } = await orderWithSession();
    const broken: (typeof fetch)[] = [
      () => Promise.reject(new TypeError('fetch failed')),
      () => Promise.resolve(new Response('busy', { status: 503 })),
      () => Promise.resolve(new Response('<html>', { status: 200 })),
      () => Promise.resolve(Response.json({ result: 'surely' })),
    ];
    for (const answer of broken) {
      globalThis.fetch = answer;
      await expect(testGateway.closeSession({ sessionId })).rejects.toThrow(GatewayUnavailable);
    }
  });

  test('is available in production on this machine, but not in deployed production', async () => {
    const { sessionId } = await orderWithSession();
    process.env['ENVIRONMENT'] = 'production';
    expect((await fetch(`${host.url}/pay/${sessionId}`)).status).toBe(200);
    process.env['BASE_URL'] = 'https://api.example.com';
    expect((await fetch(`${host.url}/pay/${sessionId}`)).status).toBe(404);
    process.env['BASE_URL'] = host.url;
  });
});

describe('notifications from the test gateway', () => {
  test('mark the order as paid', async () => {
    const { sessionId, read } = await orderWithSession();
    await pay(sessionId, cardAttempt({ number: '4242424242424242' }));
    expect((await read())?.status).toBe('pending_payment');
    for (const message of await owed(sessionId)) expect(await deliverNotices(message)).toBeUndefined();
    expect(await read()).toMatchObject({ status: 'paid', payment: { status: 'captured', captured: 51_000 } });
  });

  test('pay for the order once when they arrive three times and out of order', async () => {
    const { sessionId, read } = await orderWithSession();
    await pay(sessionId, cardAttempt({ number: '4000000000000259' }));
    for (const message of await owed(sessionId)) await deliverNotices(message);
    expect(await read()).toMatchObject({ status: 'paid', payment: { captured: 51_000 }, event: { seq: 2 } });
  });

  test('count once for each declined attempt', async () => {
    const { sessionId, read } = await orderWithSession();
    await pay(sessionId, cardAttempt({ number: '4000000000000002' }));
    await pay(sessionId, cardAttempt({ number: '4000000000000002' }));
    for (const message of await owed(sessionId)) {
      await deliverNotices(message);
      await deliverNotices(message);
    }
    expect(await read()).toMatchObject({ status: 'pending_payment', payment: { status: 'failed' }, event: { seq: 3 } });
  });

  test('are sent again later, from the first one that was not accepted', async () => {
    const { sessionId, read } = await orderWithSession();
    await pay(sessionId, cardAttempt({ number: '4000000000000259' }));
    const [message] = await owed(sessionId);
    let calls = 0;
    globalThis.fetch = (input, init) => (++calls === 1 ? realFetch(input, init) : Promise.reject(new Error('down')));
    const left = await deliverNotices(message!);
    expect(left).toMatchObject({ delaySeconds: 1, body: { failures: 1, notices: message!.notices.slice(1) } });
    globalThis.fetch = realFetch;
    expect(await deliverNotices(left!.body)).toBeUndefined();
    expect((await read())?.payment.status).toBe('captured');
  });

  test('are rejected when they are changed after signing', async () => {
    const { sessionId } = await orderWithSession();
    await pay(sessionId, cardAttempt({ number: '4242424242424242' }));
    const [message] = await owed(sessionId);
    const body = JSON.stringify(message?.notices[0]);
    const headers = testGatewayHeaders('test-gateway-notice', { method: 'POST', path: NOTICE_PATH, body });
    const send = (text: string) => fetch(`${host.url}${NOTICE_PATH}`, { method: 'POST', headers, body: text });
    expect((await send(body.replace('51000', '1'))).status).toBe(400);
    expect((await send(body)).status).toBe(204);
  });
});

describe('Stripe notifications', () => {
  let stripe: StripeServer;
  beforeAll(async () => {
    stripe = await StripeServer.start();
  });
  afterAll(async () => {
    await stripe.stop();
    for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_API_BASE']) delete process.env[name];
  });
  const configure = () =>
    Object.assign(process.env, {
      STRIPE_SECRET_KEY: STRIPE_TEST_KEY,
      STRIPE_WEBHOOK_SECRET,
      STRIPE_API_BASE: stripe.url,
    });
  const send = (body: string, signature: string): Promise<Response> =>
    fetch(`${host.url}/payments/stripe/notifications`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Stripe-Signature': signature },
      body,
    });
  const deliver = async (): Promise<number[]> => {
    const statuses: number[] = [];
    for (const event of stripe.books.events.splice(0)) {
      const { body, signature } = stripe.notification(event, Math.floor(Date.now() / 1000));
      statuses.push((await send(body, signature)).status);
    }
    return statuses;
  };

  test('have no URL unless Stripe is set up', async () => {
    expect((await send('{}', 't=1,v1=0')).status).toBe(404);
  });

  describe('with Stripe set up', () => {
    beforeEach(configure);

    test('authorize the order, trigger the capture, and change nothing when they are repeated', async () => {
      const { stripeGateway } = await import('../../functions/adapters/payments/stripe.ts');
      const { input, read } = await orderWithSession();
      const { gatewaySessionId } = await stripeGateway.openSession(input);
      const { id } = stripe.books.pay(gatewaySessionId, 'authorized');
      const again = [...stripe.books.events];
      expect(await deliver()).toEqual([204, 204]);
      expect(await deliver()).toEqual([204]);
      const paid = await read();
      expect(paid).toMatchObject({ status: 'paid', payment: { status: 'captured', reference: id, captured: 51_000 } });
      stripe.books.events.push(...again);
      expect(await deliver()).toEqual([204, 204]);
      expect(await read()).toEqual(paid);
    });

    test('raise an alarm when they are missing, immediately for a payment that is found late', async () => {
      const { stripeGateway } = await import('../../functions/adapters/payments/stripe.ts');
      const { pollPayment } = await import('../../functions/domain/payments/payments/poll-payment.ts');
      const logged = { measured: vi.spyOn(log, 'info'), failed: vi.spyOn(log, 'error') };
      const foundAfter = async (minutes: number) => {
        for (const spy of Object.values(logged)) spy.mockClear();
        const { input, read } = await orderWithSession();
        const { gatewaySessionId } = await stripeGateway.openSession(input);
        stripe.books.pay(gatewaySessionId, 'authorized');
        stripe.books.events.length = 0;
        const openedAtMs = Date.now() - minutes * 60_000;
        const session = {
          id: input.sessionId,
          gateway: 'stripe',
          gatewaySessionId,
          openedAtMs,
          lapsesAtMs: openedAtMs,
        } as const;
        await putRow({ ...(await read())!, session } as OrderRow);
        expect((await pollPayment((await read())!)).payment.status).toBe('captured');
        return {
          figures: logged.measured.mock.calls.map(([, extra]) => extra),
          alarms: logged.failed.mock.calls.map(([, extra]) => extra),
        };
      };
      expect(await foundAfter(1)).toMatchObject({ figures: [{ PaymentsFound: [1], GatewayNotices: [0] }], alarms: [] });
      expect(await foundAfter(6)).toMatchObject({ figures: [{}], alarms: [{ alarm: 'gateway_silent' }] });
      await orderWithSession();
      logged.measured.mockClear();
      const event = { id: 'evt_x', object: 'event', type: 'customer.created', data: { object: {} } };
      const { body, signature } = stripe.notification(event as never, Math.floor(Date.now() / 1000));
      await send(body, signature);
      expect(logged.measured.mock.calls.map(([, extra]) => extra)).toMatchObject([{ GatewayNotices: [1] }]);
      vi.restoreAllMocks();
    });

    test('pay for an order while the stream does not work, and its fulfillment is retried until it succeeds', async () => {
      const { stripeGateway } = await import('../../functions/adapters/payments/stripe.ts');
      const { handler } = await import('../../functions/schedules/due-sweep.ts');
      const { handler: sweepUnpaid } = await import('../../functions/schedules/expiry-sweep.ts');
      const { input, read } = await orderWithSession();
      const { gatewaySessionId } = await stripeGateway.openSession(input);
      stripe.books.pay(gatewaySessionId, 'authorized');
      await deliver();
      await deliver();
      // No consumer reads the stream of this table, so the first check of the order finds it paid but not issued.
      expect(await read()).toMatchObject({ status: 'paid', duepk: expect.stringMatching(/^order-expiry#/) });
      const { nowMs: realNow } = clock;
      clock.nowMs = () => realNow() + 6 * 60_000;
      await sweepUnpaid();
      clock.nowMs = realNow;
      expect(await read()).toMatchObject({ status: 'paid', duepk: expect.stringMatching(/^order-fulfillment#/) });
      const handedOver = async (minutesLater: number): Promise<number> => {
        const sent: string[] = [];
        process.env['QUEUE_URL_FULFILLMENT'] = 'http://127.0.0.1:9/0/fulfillment';
        const send = vi.spyOn(sqs, 'send').mockImplementation((({ input }: { input: unknown }) => {
          sent.push(JSON.stringify(input));
          return Promise.resolve({});
        }) as never);
        const { nowMs } = clock;
        clock.nowMs = () => nowMs() + minutesLater * 60_000;
        await handler();
        clock.nowMs = nowMs;
        send.mockRestore();
        return sent.filter((message) => message.includes(input.orderId)).length;
      };
      expect([await handedOver(14), await handedOver(16), await handedOver(17), await handedOver(33)]).toEqual([
        0, 1, 0, 1,
      ]);
      const order = (await read())!;
      const fulfilled = { ...order, status: 'fulfilled', fulfillment: { status: 'fulfilled' } } as const;
      expect(orderCodec.write({ ...order, ...fulfilled }).duepk).toBeUndefined();
    });

    test('are compared for a day in both directions: payments, refunds, disputes and amounts', async () => {
      const day = Math.floor(Date.now() / 86_400_000) * 86_400_000;
      // Sets the time to noon, so that data created here belongs to the compared day.
      vi.useFakeTimers({ toFake: ['Date'], now: day + 43_200_000 });
      onTestFinished(() => {
        vi.useRealTimers();
      });
      const { stripeGateway } = await import('../../functions/adapters/payments/stripe.ts');
      const { compareDay } = await import('../../lib/ops/reconcile.ts');
      const { refundCodec, refundRowKey } = await import('../../functions/domain/checkout/orders/refund-rows.ts');
      const { newIntegrityRow } = await import('../../functions/domain/reporting/reports/rows.ts');
      await putRow(newIntegrityRow('nordlys', 0));
      const name = new Date(day).toISOString().slice(0, 10);
      const compared = async (): Promise<string[]> => {
        const lines: string[] = [];
        await compareDay(day, (line) => lines.push(line));
        return lines;
      };
      const paid = async () => {
        const { input, read } = await orderWithSession();
        const { gatewaySessionId } = await stripeGateway.openSession(input);
        const { id } = stripe.books.pay(gatewaySessionId, 'authorized');
        await deliver();
        await deliver();
        return { id, orderId: input.orderId, read, place: `order ${input.orderId} of nordlys` };
      };
      const alter = async (order: OrderRow | undefined, payment: Partial<OrderRow['payment']>): Promise<void> => {
        const altered: OrderRow = { ...order!, payment: { ...order!.payment, ...payment } };
        await putRow(altered);
      };
      const agreeing = await paid();
      stripe.books.refundInDashboard(agreeing.id, 1000);
      stripe.books.dispute(agreeing.id, 'needs_response', 'created');
      await deliver();
      expect(await compared()).toEqual([`${name}: 0 differences so far; what is on its way may differ`]);

      const lost = await paid();
      const refund = stripe.books.refundInDashboard(lost.id, 2000);
      stripe.books.dispute(lost.id, 'lost', 'closed');
      stripe.books.events.length = 0;
      const other = await paid();
      await alter(await other.read(), { captured: 50_000 });
      const gone = await paid();
      stripe.books.intents.delete(gone.id);
      const invented = await paid();
      const at = { startedAtMs: Date.now(), endedAtMs: Date.now() };
      const key = refundRowKey('nordlys', invented.orderId, 're_never');
      const row: RefundRow = {
        ...key,
        ...at,
        type: 'refund',
        v: 1,
        company: 'nordlys',
        orderId: invented.orderId,
        refundKey: 're_never',
        version: 1,
        kind: 'gateway',
        state: 'refunded',
        amount: 700,
        by: { system: 'stripe' },
        paymentReference: invented.id,
      };
      await putRow(refundCodec.write(row));
      await alter(await invented.read(), { refunded: 700 });
      const foreign = await paid();
      stripe.books.intents.get(foreign.id)!.metadata = {};
      const held = await orderWithSession();
      const heldPage = await stripeGateway.openSession(held.input);
      const { id: heldId } = stripe.books.pay(heldPage.gatewaySessionId, 'authorized');
      stripe.books.events.length = 0;
      const heldOrder = (await held.read())!;
      await putRow({
        ...heldOrder,
        status: 'paid',
        fulfillment: { status: 'processing' },
        payment: {
          ...heldOrder.payment,
          status: 'authorized',
          gateway: 'stripe',
          reference: heldId,
          authorizedAtMs: Date.now() - 2 * 3600_000,
          method: { type: 'mobilepay' },
        },
      } as OrderRow);
      const limit = toTimestamp(Date.now() - 2 * 3600_000 + 7 * 86_400_000);

      const lines = await compared();
      expect(lines.at(-1)).toBe(`${name}: 7 differences so far; what is on its way may differ`);
      expect(lines.slice(0, -1).toSorted()).toEqual(
        [
          `${name} dispute dp_${lost.id}: lost 510.00 DKK at the gateway; unknown, order paid in ${lost.place}`,
          `${name} payment ${foreign.id}: captured 510.00 DKK at the gateway; its payment ${foreign.id} names no order of ours`,
          `${name} payment ${gone.id}: captured 510.00 DKK in ${gone.place}; unknown at the gateway`,
          `${name} payment ${heldId}: authorized 510.00 DKK at the gateway; not captured for order ${held.input.orderId} of nordlys, which is cancelled at ${limit}`,
          `${name} payment ${other.id}: captured 510.00 DKK at the gateway; captured 500.00 DKK in ${other.place}`,
          `${name} refund ${refund.id}: refunded 20.00 DKK at the gateway; unknown, order paid in ${lost.place}`,
          `${name} refund re_never: refunded 7.00 DKK in ${invented.place}; not at the gateway`,
        ].toSorted(),
      );
    });

    test('are rejected with a wrong signature', async () => {
      for (const given of ['0'.repeat(64), '']) {
        const response = await send('{"object":"event"}', `t=${Math.floor(Date.now() / 1000)},v1=${given}`);
        expect(response.status).toBe(400);
        expect(await response.json()).toMatchObject({ error: { code: 'invalid_signature' } });
      }
    });
  });
});
