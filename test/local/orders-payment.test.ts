import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FOREIGN_KEY, HOMELESS_KEY, NO_CHECKOUT_KEY, ruleSeed } from '../support/seed.ts';
import { experience, giftCard, offer, Shop, ticket, type ErrorBody, type OrderBody } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
let shop: Shop;
beforeAll(async () => {
  stack = await startStack({ seed: ruleSeed });
  shop = new Shop(stack);
});
afterAll(() => stack.stop());

const code = (answer: { body: unknown }): string => (answer.body as ErrorBody).error.code;

describe('checkout sessions', () => {
  it('return 201 with the link and the order, and 200 for a repeat', async () => {
    const { body: order } = await shop.order(giftCard());
    const first = await shop.session(order.id, { idempotencyKey: 'session' });
    const second = await shop.session(order.id, { idempotencyKey: 'session' });
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body).toEqual(first.body);
    expect(first.body).toMatchObject({
      object: 'checkout_session',
      order: { id: order.id, status: 'pending_payment' },
    });
    expect(first.body.id).toMatch(/^cs_[0-9a-f]{32}$/);
  });

  it('accept no members in the body', async () => {
    const { body: order } = await shop.order(giftCard());
    expect((await shop.session(order.id, { body: {} })).status).toBe(201);
    expect((await shop.session(order.id, { body: { amount: 1 } })).status).toBe(422);
  });

  it('are a conflict with one key for two orders', async () => {
    const [one, two] = await Promise.all([shop.order(giftCard()), shop.order(giftCard())]);
    await shop.session(one.body.id, { idempotencyKey: 'two-orders' });
    const answer = await shop.session(two.body.id, { idempotencyKey: 'two-orders' });
    expect([answer.status, code(answer)]).toEqual([409, 'idempotency_conflict']);
  });

  it('require checkout in the contract, unlike the order', async () => {
    const offline = new Shop(stack, NO_CHECKOUT_KEY);
    const { status, body } = await offline.order(giftCard());
    expect(status).toBe(201);
    const answer = await offline.session(body.id);
    expect([answer.status, code(answer)]).toEqual([403, 'checkout_not_enabled']);
  });

  it('are rejected for orders that are paid or of another company', async () => {
    const { body: order } = await shop.order(giftCard());
    expect((await new Shop(stack, FOREIGN_KEY).session(order.id)).status).toBe(404);
    const paid = await shop.sell(giftCard());
    const answer = await shop.session(paid.id);
    expect([answer.status, code(answer)]).toEqual([409, 'order_not_payable']);
  });

  it('close the earlier page of the order for a new key', async () => {
    const { body: order } = await shop.order(giftCard());
    const first = await shop.session(order.id);
    const second = await shop.session(order.id);
    expect(second.status).toBe(201);
    expect((await shop.pay(first.body.url)).status).toBeGreaterThanOrEqual(400);
    await shop.pay(second.body.url);
    await stack.idle();
    expect((await shop.read(order.id)).payment).toMatchObject({ status: 'captured', captured_amount: 51000 });
  });

  it('requested concurrently with one key return one page, even for a repeat after fulfillment', async () => {
    const { body: order } = await shop.order(giftCard());
    const openSession = () => shop.session(order.id, { idempotencyKey: 'twins' });
    const answers = await Promise.all(Array.from({ length: 6 }, openSession));
    const first = answers.find(({ status }) => status === 201);
    for (const answer of answers.filter(({ status }) => status === 409))
      expect(code(answer)).toBe('request_in_progress');
    for (const answer of answers.filter(({ status }) => status === 200)) expect(answer.body).toEqual(first?.body);
    await shop.pay(first?.body.url ?? '');
    await stack.idle();
    expect((await shop.read(order.id)).status).toBe('fulfilled');
    const again = await openSession();
    expect([again.status, JSON.stringify(again.body)]).toEqual([200, JSON.stringify(first?.body)]);
  });

  it('return 503 checkout_unavailable while the gateway is unavailable, and accept the same key later', async () => {
    const { body: order } = await shop.order(giftCard());
    await stack.fault('payments', 'unavailable', 1);
    const away = await shop.session(order.id, { idempotencyKey: 'away' });
    expect([away.status, code(away)]).toEqual([503, 'checkout_unavailable']);
    expect(away.headers.get('Retry-After')).toBeTruthy();
    expect((await shop.session(order.id, { idempotencyKey: 'away' })).status).toBe(201);
  });

  it('return the same session after a lost response from the gateway', async () => {
    const { body: order } = await shop.order(giftCard());
    await stack.fault('payments', 'after-commit', 1);
    expect((await shop.session(order.id, { idempotencyKey: 'lost' })).status).toBe(503);
    const again = await shop.session(order.id, { idempotencyKey: 'lost' });
    expect(again.status).toBe(201);
    await shop.pay(again.body.url);
    await stack.idle();
    expect((await shop.read(order.id)).payment.captured_amount).toBe(51000);
  });

  it('opened concurrently leave one page on which the order can be paid', async () => {
    const { body: order } = await shop.order(giftCard());
    const answers = await Promise.all(Array.from({ length: 8 }, () => shop.session(order.id)));
    const opened = answers.filter(({ status }) => status === 201);
    expect(opened.length).toBeGreaterThanOrEqual(1);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect([answer.status, code(answer)]).toEqual([409, 'checkout_in_progress']);
      expect(answer.headers.get('Retry-After')).toBeTruthy();
    }
    await Promise.all(opened.map(({ body }) => shop.pay(body.url)));
    await stack.idle();
    expect((await shop.read(order.id)).payment).toMatchObject({ status: 'captured', captured_amount: 51000 });
  });
});

describe('payment', () => {
  it('of every family ends in a fulfilled order with its documents', async () => {
    for (const items of [giftCard(), experience(1), [ticket(1, 1, 2)], offer(2)]) {
      const order = await shop.sell(items);
      expect(order).toMatchObject({
        status: 'fulfilled',
        payment: { status: 'captured' },
        fulfillment: { status: 'fulfilled' },
      });
      const document = await stack.get(order.line_items[0]?.pdf?.url ?? '', { key: shop.key });
      expect(document.headers.get('Content-Type')).toBe('application/pdf');
      expect(document.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    }
  });

  it('of grouped tickets issues one ticket for all seats', async () => {
    const order = await shop.sell([ticket(4, 6, 4)]);
    expect(order.line_items[0]).toMatchObject({ quantity: 4, issued_count: 1, gift_card_pdf: null });
  });

  it('that is declined fails the payment, and the buyer may retry on the same link', async () => {
    const { body: order } = await shop.order(giftCard());
    const { body: session } = await shop.session(order.id);
    await shop.pay(session.url, 'declined');
    await stack.idle();
    expect(await shop.read(order.id)).toMatchObject({ status: 'pending_payment', payment: { status: 'failed' } });
    await shop.pay(session.url, 'paid');
    await stack.idle();
    expect((await shop.read(order.id)).status).toBe('fulfilled');
  });

  it('that is captured later leaves the order paid and processing until then', async () => {
    const order = await shop.sell(giftCard(), {}, 'late');
    expect(order).toMatchObject({
      status: 'paid',
      payment: { status: 'authorized' },
      fulfillment: { status: 'processing' },
    });
    await stack.advance(61);
    await stack.idle();
    expect(await shop.read(order.id)).toMatchObject({ status: 'fulfilled', payment: { status: 'captured' } });
  });

  it('that is reported three times out of order counts once', async () => {
    const order = await shop.sell(giftCard(), {}, 'noisy');
    expect(order).toMatchObject({ status: 'fulfilled', payment: { status: 'captured', captured_amount: 51000 } });
    expect(order.line_items[0]?.issued_count).toBe(1);
  });

  it('survives a crash of the function that receives the report, before and after its commit', async () => {
    for (const at of ['before-commit', 'after-commit'] as const) {
      const { body: order } = await shop.order(experience(6));
      const { body: session } = await shop.session(order.id);
      await stack.crash('receive-test-notice', at, 1);
      await shop.pay(session.url);
      await stack.idle();
      await stack.advance(120);
      await stack.idle();
      expect(await shop.read(order.id)).toMatchObject({
        status: 'fulfilled',
        payment: { captured_amount: 21000 - 1000 },
      });
    }
  });

  it('of a scheduled order is fulfilled when send_at arrives, not before', async () => {
    const sendAt = new Date((await stack.nowMs()) + 3 * 3600_000).toISOString();
    const order = await shop.sell(giftCard(), { delivery: { send_at: sendAt } });
    expect(order).toMatchObject({
      status: 'paid',
      fulfillment: { status: 'processing' },
      delivery: { send_at: sendAt },
    });
    const pdf = await stack.get(`/v2/orders/${order.id}/gift-card.pdf`, { key: shop.key });
    expect([pdf.status, code(pdf)]).toEqual([404, 'not_found']);
    await stack.advance(3 * 3600 + 60);
    await stack.idle();
    expect((await shop.read(order.id)).status).toBe('fulfilled');
  });
});

describe('expiry of unpaid orders', () => {
  it('happens a day after creation without a checkout', async () => {
    const { body: order } = await shop.order(giftCard());
    await stack.advance(24 * 3600 - 120);
    await stack.idle();
    expect((await shop.read(order.id)).status).toBe('pending_payment');
    await stack.advance(300);
    await stack.idle();
    expect(await shop.read(order.id)).toMatchObject({ status: 'expired', payment: { status: 'cancelled' } });
    expect(code(await shop.session(order.id))).toBe('order_not_payable');
  });

  it('happens an hour after the link expires, even after declined payments', async () => {
    const { body: order } = await shop.order(giftCard());
    const { body: session } = await shop.session(order.id);
    await shop.pay(session.url, 'declined');
    await stack.advance(85 * 60);
    await stack.idle();
    expect((await shop.read(order.id)).status).toBe('pending_payment');
    await stack.advance(10 * 60);
    await stack.idle();
    expect((await shop.read(order.id)).status).toBe('expired');
    expect((await shop.pay(session.url)).status).toBeGreaterThanOrEqual(400);
  });
});

describe('refunds', () => {
  interface Refund {
    object: string;
    order_id: string;
    amount: number;
    refunded: number;
    refundable: number;
    currency: string;
    payment: { status: string };
  }

  it('can be partial until the whole amount is refunded', async () => {
    const order = await shop.sell(giftCard());
    const part = await shop.refund<Refund>(order.id, { amount: 20000 });
    expect(part.body).toEqual({
      object: 'refund',
      order_id: order.id,
      amount: 20000,
      refunded: 20000,
      refundable: 31000,
      currency: 'DKK',
      gateway_amount: 20000,
      gift_cards: [],
      payment: { status: 'partially_refunded' },
    });
    const tooMuch = await shop.refund(order.id, { amount: 31001 });
    expect([tooMuch.status, code(tooMuch)]).toEqual([422, 'refund_amount_too_large']);
    expect((tooMuch.body as unknown as ErrorBody).error.message).toContain('31000');
    const reply = await shop.refund<Refund>(order.id);
    expect(reply.body).toMatchObject({
      amount: 31000,
      refunded: 51000,
      refundable: 0,
      payment: { status: 'refunded' },
    });
    const none = await shop.refund(order.id);
    expect([none.status, code(none)]).toEqual([409, 'order_fully_refunded']);
  });

  it('leave no spendable value on the card', async () => {
    const order = await shop.sell(giftCard());
    await shop.refund(order.id);
    const items = await stack.get<{ data: { remaining_amount: number; available_claim: boolean }[] }>(
      `/v2/items?order_id=${order.id}`,
      { key: shop.key },
    );
    expect(items.body.data).toMatchObject([{ remaining_amount: 0, available_claim: false }]);
  });

  it('are replayed for the same key, and are a conflict with another amount', async () => {
    const order = await shop.sell(giftCard());
    const first = await shop.refund(order.id, { amount: 1000 }, { idempotencyKey: 'refund' });
    const second = await shop.refund(order.id, { amount: 1000 }, { idempotencyKey: 'refund' });
    expect(second.body).toEqual(first.body);
    const other = await shop.refund(order.id, { amount: 2000 }, { idempotencyKey: 'refund' });
    expect([other.status, code(other)]).toEqual([409, 'idempotency_conflict']);
    expect((await shop.read(order.id)).payment.refunded_amount).toBe(1000);
  });

  it('reject decimals, unknown fields, and orders that are unpaid or of another company', async () => {
    const order = await shop.sell(giftCard());
    expect((await shop.refund(order.id, { amount: 10.5 })).status).toBe(422);
    expect((await shop.refund(order.id, { amount: 10, reason: 'x' })).status).toBe(422);
    const { body: unpaid } = await shop.order(giftCard());
    expect(code(await shop.refund(unpaid.id))).toBe('order_not_refundable');
    expect((await new Shop(stack, FOREIGN_KEY).refund(order.id)).status).toBe(404);
  });

  it('that the gateway declines are 502 and have no effect, and a new key is accepted immediately', async () => {
    const order = await shop.sell(giftCard(), {}, 'unrefundable');
    const declined = await shop.refund(order.id);
    expect([declined.status, code(declined)]).toEqual([502, 'refund_declined']);
    expect((await shop.refund(order.id)).status).toBe(502);
    expect((await shop.read(order.id)).payment).toMatchObject({ status: 'captured', refunded_amount: 0 });
    const items = await stack.get<{ data: { remaining_amount: number; status: number }[] }>(
      `/v2/items?order_id=${order.id}`,
      { key: shop.key },
    );
    expect(items.body.data).toMatchObject([{ remaining_amount: 500, status: 6 }]);
  });

  it('return 503 for a lost response from the gateway, and the same key then refunds once', async () => {
    const order = await shop.sell(giftCard());
    await stack.fault('payments', 'after-commit', 1);
    const lost = await shop.refund(order.id, { amount: 5000 }, { idempotencyKey: 'lost-refund' });
    expect([lost.status, code(lost)]).toEqual([503, 'gateway_unavailable']);
    const other = await shop.refund(order.id, { amount: 5000 });
    expect([other.status, code(other)]).toEqual([409, 'refund_in_progress']);
    const again = await shop.refund<Refund>(order.id, { amount: 5000 }, { idempotencyKey: 'lost-refund' });
    expect(again.body).toMatchObject({ amount: 5000, refunded: 5000, refundable: 46000 });
  });

  it('are finished by the sweep after a crashed request', async () => {
    const order = await shop.sell(giftCard());
    await stack.crash('refund-order', 'after-commit', 1);
    expect((await shop.refund(order.id, { amount: 5000 }, { idempotencyKey: 'died' })).status).toBe(502);
    await stack.advance(180);
    await stack.idle();
    expect((await shop.read(order.id)).payment.refunded_amount).toBe(5000);
    const again = await shop.refund<Refund>(order.id, { amount: 5000 }, { idempotencyKey: 'died' });
    expect(again.body).toMatchObject({ amount: 5000, refunded: 5000 });
  });

  it('never exceed the paid amount when they are concurrent', async () => {
    const order = await shop.sell(giftCard());
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => shop.refund<Refund>(order.id, { amount: 10000 })),
    );
    const created = answers.filter(({ status }) => status === 200).length;
    expect(created).toBeGreaterThanOrEqual(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(['refund_in_progress', 'refund_amount_too_large', 'order_fully_refunded']).toContain(code(answer));
    }
    expect((await shop.read(order.id)).payment.refunded_amount).toBe(created * 10000);
  });

  it('that are concurrent with one key make one refund, or are reported as in progress', async () => {
    const order = await shop.sell(giftCard());
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => shop.refund<Refund>(order.id, undefined, { idempotencyKey: 'twelve' })),
    );
    const outcomes = answers.map((answer) => (answer.status === 200 ? answer.body : code(answer)));
    const whole = { object: 'refund', amount: 51000, refunded: 51000, refundable: 0 };
    expect(outcomes).toContainEqual(expect.objectContaining(whole));
    for (const each of outcomes) {
      expect([expect.objectContaining(whole), 'request_in_progress']).toContainEqual(each);
    }
  });

  it('of a scheduled order cancel it before its time, and nothing is issued', async () => {
    const sendAt = new Date((await stack.nowMs()) + 3600_000).toISOString();
    const order = await shop.sell(giftCard(), { delivery: { send_at: sendAt } });
    expect((await shop.refund(order.id)).status).toBe(200);
    await stack.advance(2 * 3600);
    await stack.idle();
    expect(await shop.read(order.id)).toMatchObject({ status: 'cancelled', payment: { status: 'refunded' } });
    const items = await stack.get<{ data: unknown[] }>(`/v2/items?order_id=${order.id}`, { key: shop.key });
    expect(items.body.data).toEqual([]);
  });
});

describe('settlement', () => {
  const settle = (orderId: string, body: object, key = shop.key) =>
    stack.post<OrderBody>(`/v2/orders/${orderId}/settle`, { key, idempotencyKey: true, body });

  it('pays for an order once, with a mode of the contract', async () => {
    const { body: order } = await shop.order(giftCard());
    const notContracted = await settle(order.id, { mode: 'barter', external_reference: 'INV-1' });
    expect([notContracted.status, code(notContracted)]).toEqual([403, 'settlement_not_enabled']);
    const settled = await settle(order.id, { mode: 'invoice', external_reference: 'INV-1' });
    expect(settled.status).toBe(200);
    await stack.idle();
    expect((await shop.read(order.id)).status).toBe('fulfilled');
    const again = await settle(order.id, { mode: 'invoice', external_reference: 'INV-2' });
    expect([again.status, code(again)]).toEqual([409, 'settlement_reference_conflict']);
  });

  it('accepts an external reference once within a company', async () => {
    const [one, two] = await Promise.all([shop.order(giftCard()), shop.order(giftCard())]);
    expect((await settle(one.body.id, { mode: 'invoice', external_reference: 'INV-9' })).status).toBe(200);
    const answer = await settle(two.body.id, { mode: 'invoice', external_reference: 'INV-9' });
    expect([answer.status, code(answer)]).toEqual([409, 'settlement_reference_conflict']);
  });

  it('that is rejected for its reference leaves the payment page of the order open', async () => {
    const [one, two] = await Promise.all([shop.order(giftCard()), shop.order(giftCard())]);
    expect((await settle(one.body.id, { mode: 'invoice', external_reference: 'INV-10' })).status).toBe(200);
    const { body: session } = await shop.session(two.body.id);
    const answer = await settle(two.body.id, { mode: 'invoice', external_reference: 'INV-10' });
    expect([answer.status, code(answer)]).toEqual([409, 'settlement_reference_conflict']);
    await shop.pay(session.url);
    await stack.idle();
    expect(await shop.read(two.body.id)).toMatchObject({ status: 'fulfilled', payment: { status: 'captured' } });
  });

  it('is rejected for a paid order, a long reference and unknown fields', async () => {
    const paid = await shop.sell(giftCard());
    expect(code(await settle(paid.id, { mode: 'invoice', external_reference: 'INV-7' }))).toBe('order_not_settleable');
    const { body: order } = await shop.order(giftCard());
    expect((await settle(order.id, { mode: 'invoice', external_reference: 'x'.repeat(101) })).status).toBe(422);
    expect((await settle(order.id, { mode: 'invoice', external_reference: 'INV-8', amount: 1 })).status).toBe(422);
  });

  it('returns one settlement for concurrent repeats', async () => {
    const { body: order } = await shop.order(giftCard());
    const body = { mode: 'invoice', external_reference: 'INV-20' };
    const answers = await Promise.all(
      Array.from({ length: 30 }, () =>
        stack.post<OrderBody>(`/v2/orders/${order.id}/settle`, { key: shop.key, idempotencyKey: 'settle-20', body }),
      ),
    );
    for (const answer of answers) expect([answer.status, answer.body.id]).toEqual([200, order.id]);
  });

  it('with several concurrent references succeeds once, and the others are rejected as settled', async () => {
    const { body: order } = await shop.order(giftCard());
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => settle(order.id, { mode: 'invoice', external_reference: `INV-30-${at}` })),
    );
    const losers = answers.filter(({ status }) => status !== 200);
    expect(losers).toHaveLength(19);
    for (const loser of losers) expect([loser.status, code(loser)]).toEqual([409, 'settlement_reference_conflict']);
  });

  it('works for a company without checkout', async () => {
    const offline = new Shop(stack, NO_CHECKOUT_KEY);
    const { body: order } = await offline.order(giftCard());
    const answer = await settle(order.id, { mode: 'invoice', external_reference: 'INV-1' }, NO_CHECKOUT_KEY);
    expect(answer.body.status).toBe('paid');
  });
});

describe('an order of a company without approved URLs', () => {
  it('needs no return_url, and keeps its buyer on the payment page', async () => {
    const homeless = new Shop(stack, HOMELESS_KEY);
    const { body: order, status } = await homeless.order<OrderBody & { return_url: string | null }>(giftCard(), {
      return_url: undefined,
    });
    expect([status, order.return_url]).toEqual([201, null]);
    const { body: session } = await homeless.session(order.id);
    const back = (await homeless.pay(session.url)).headers.get('Location') ?? '';
    expect(back).toBe(`${session.url}?order_id=${order.id}&status=authorized`);
    const page = await stack.get(back);
    expect(page.status).toBe(409);
    expect(page.bytes.toString()).not.toContain('href=');
    await stack.idle();
    expect((await homeless.read(order.id)).status).toBe('fulfilled');
  });

  it('cannot use a return_url', async () => {
    const answer = await new Shop(stack, HOMELESS_KEY).refused(giftCard());
    expect(answer.body.error.fields).toHaveProperty('return_url');
  });
});

describe('an order with characters of every Unicode plane', () => {
  it('is fulfilled, and does not delay later orders', async () => {
    const odd = { client_reference: '🎁 \uffff\u0000', sender: { name: '😀', email: 'odd@buyer.example' } };
    const paid = await shop.sell(giftCard(), odd);
    expect(paid.status).toBe('fulfilled');
    expect((await shop.sell(giftCard())).status).toBe('fulfilled');
  });
});
