import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { API_KEY, ruleSeed } from '../support/seed.ts';
import { giftCard, Shop, type ErrorBody, type OrderBody } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
let shop: Shop;
beforeAll(async () => {
  stack = await startStack({ seed: ruleSeed });
  shop = new Shop(stack);
});
afterAll(() => stack.stop());

const placed = async (): Promise<{ order: OrderBody; url: string }> => {
  const { body: order } = await shop.order(giftCard());
  return { order, url: (await shop.session(order.id)).body.url };
};
const paymentOf = async (orderId: string): Promise<string> => (await shop.read(orderId)).payment.status;

describe('payments by card', () => {
  test('an order is paid by the notification, not by the return of the browser', async () => {
    const { order, url } = await placed();
    const answer = await shop.pay(url);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(
      `https://shop.example/thanks?cart=7&order_id=${order.id}&status=authorized`,
    );
    await stack.idle();
    expect(await shop.read(order.id)).toMatchObject({ payment: { status: 'captured', captured_amount: 51_000 } });
  });

  test('a declined card fails the payment, and another card on the same link pays for the order', async () => {
    const { order, url } = await placed();
    await shop.pay(url, 'declined');
    await stack.idle();
    expect(await shop.read(order.id)).toMatchObject({ status: 'pending_payment', payment: { status: 'failed' } });
    await shop.pay(url);
    await stack.idle();
    expect(await paymentOf(order.id)).toBe('captured');
  });

  test('a new session opens right after a decline, while its notification arrives', async () => {
    const { order, url } = await placed();
    let link = url;
    for (let round = 0; round < 6; round++) {
      await shop.pay(link, 'declined');
      const { status, body } = await shop.session(order.id);
      expect(status).toBe(201);
      link = body.url;
    }
    await shop.pay(link);
    await stack.idle();
    expect(await paymentOf(order.id)).toBe('captured');
  });

  test.each(['paid', 'late'] as const)(
    'a page that a newer one closed shows that the order is paid (card: %s)',
    async (card) => {
      const { body: order } = await shop.order(giftCard(), { locale: 'en' });
      const { url } = (await shop.session(order.id)).body;
      const newer = (await shop.session(order.id)).body;
      const closed = await shop.pay(url);
      expect([closed.status, closed.body]).toEqual([410, expect.stringContaining('Payment cancelled')]);
      await shop.pay(newer.url, card);
      await stack.idle();
      for (const over of [await stack.get(url), await shop.pay(url)]) {
        expect([over.status, over.body]).toEqual([409, expect.stringContaining('Already paid')]);
      }
    },
  );

  test('the slow card is captured a minute later', async () => {
    const { order, url } = await placed();
    await shop.pay(url, 'late');
    await stack.idle();
    expect(await shop.read(order.id)).toMatchObject({ status: 'paid', payment: { status: 'authorized' } });
    await stack.advance(60);
    await stack.idle();
    expect(await paymentOf(order.id)).toBe('captured');
  });

  test('the card with repeated notifications pays once', async () => {
    const { order, url } = await placed();
    await shop.pay(url, 'noisy');
    await stack.idle();
    expect(await shop.read(order.id)).toMatchObject({ payment: { status: 'captured', captured_amount: 51_000 } });
  });

  test('a refund to a card that refuses refunds is rejected on every attempt', async () => {
    const { order, url } = await placed();
    await shop.pay(url, 'unrefundable');
    await stack.idle();
    for (let round = 0; round < 2; round++) {
      const answer = await shop.refund<ErrorBody>(order.id, { amount: 1000 });
      expect([answer.status, answer.body.error.code]).toEqual([502, 'refund_declined']);
    }
    expect(await paymentOf(order.id)).toBe('captured');
  });

  test('leaving the page keeps the order unpaid, a new session can pay it, and the old link stays closed', async () => {
    const { order, url } = await placed();
    const reply = await stack.post(`${url}?abandon=1`);
    expect([reply.status, reply.headers.get('location')]).toEqual([
      303,
      `https://shop.example/thanks?cart=7&order_id=${order.id}&status=cancelled`,
    ]);
    await stack.idle();
    expect(await shop.read(order.id)).toMatchObject({ status: 'pending_payment', payment: { status: 'pending' } });
    const { body: session } = await shop.session(order.id);
    expect((await shop.pay(url)).status).toBe(410);
    expect((await shop.pay(session.url)).status).toBe(303);
    await stack.idle();
    expect(await paymentOf(order.id)).toBe('captured');
  });
});

describe('when the gateway does not respond', () => {
  test.each(['unavailable', 'timeout', 'after-commit'])('%s: a session is opened with the same key', async (mode) => {
    const { body: order } = await shop.order(giftCard());
    await stack.fault('payments', mode);
    const idempotencyKey = crypto.randomUUID();
    const first = await shop.session<ErrorBody>(order.id, { idempotencyKey });
    expect([first.status, first.body]).toMatchObject([503, { error: { code: 'checkout_unavailable' } }]);
    expect(Number(first.headers.get('retry-after'))).toBeGreaterThan(0);
    const second = await shop.session(order.id, { idempotencyKey });
    const third = await shop.session(order.id, { idempotencyKey });
    expect([second.status, third.status]).toEqual([201, 200]);
    expect(third.body.url).toBe(second.body.url);
  });

  test.each(['unavailable', 'timeout', 'after-commit'])('%s: a refund is made once with the same key', async (mode) => {
    const { order, url } = await placed();
    await shop.pay(url);
    await stack.idle();
    await stack.fault('payments', mode);
    const idempotencyKey = crypto.randomUUID();
    const first = await shop.refund<ErrorBody>(order.id, { amount: 1000 }, { idempotencyKey });
    expect([first.status, first.body.error.code]).toEqual([503, 'gateway_unavailable']);
    const second = await shop.refund(order.id, { amount: 1000 }, { idempotencyKey });
    expect([second.status, second.body['refunded']]).toEqual([200, 1000]);
    await stack.advance(15);
    await stack.idle();
    expect((await shop.read(order.id)).payment.refunded_amount).toBe(1000);
  });
});

describe('when a function crashes', () => {
  beforeEach(() => stack.idle());

  test.each([
    ['receive-test-notice', 'before-commit'],
    ['receive-test-notice', 'after-commit'],
    ['test-gateway', 'before-commit'],
    ['stream-relay', 'before-commit'],
  ] as const)('%s %s: the order is still paid, once', async (name, at) => {
    const { order, url } = await placed();
    await stack.crash(name, at);
    await shop.pay(url);
    await stack.idle();
    expect(await shop.read(order.id)).toMatchObject({ payment: { status: 'captured', captured_amount: 51_000 } });
  });

  test('while it accepts the payment, the buyer can press the button again', async () => {
    const { order, url } = await placed();
    await stack.crash('area-payment', 'after-commit');
    expect((await shop.pay(url)).status).toBe(502);
    const again = await shop.pay(url);
    expect([again.status, again.headers.get('location')]).toEqual([303, expect.stringContaining('status=authorized')]);
    await stack.idle();
    expect(await paymentOf(order.id)).toBe('captured');
  });
});

test('the test gateway is available on this machine with the rules of production', async () => {
  const production = await startStack({ seed: ruleSeed, env: { ENVIRONMENT: 'production' } });
  try {
    const order = await new Shop(production, API_KEY).sell(giftCard());
    expect(order.payment.status).toBe('captured');
  } finally {
    await production.stop();
  }
});
