import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { API_KEY, ruleSeed } from '../support/seed.ts';
import { experience, giftCard, Shop, type ErrorBody, type OrderBody } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

const LONG_CODE = `LONG-${'X'.repeat(495)}`;
const CODES = {
  company: 'shop',
  id: 90,
  name: 'Short and long codes',
  applies_to: 'gift_card',
  kind: 'added-value',
  value: 0,
  public: false,
  fixed_amount: 10_000,
  codes: ['GIFT', 'SPRING😀ABC', LONG_CODE],
};

let stack: RunningStack;
let shop: Shop;
beforeAll(async () => {
  stack = await startStack({ seed: { ...ruleSeed, campaigns: [CODES] } });
  shop = new Shop(stack);
});
afterAll(() => stack.stop());

const key = API_KEY;

interface CardOnOrder {
  id: string;
  item_id: string;
  code_last4: string;
  amount: number;
  status: string;
  refunded_amount: number;
}
type OrderWithCards = OrderBody & {
  payment: OrderBody['payment'] & { due: number; captured_amount: number; gift_cards: CardOnOrder[] };
};
interface Item {
  code: string;
  remaining_amount: number;
  held_amount: number;
  available_amount: number;
}
interface RefundResult {
  amount: number;
  refunded: number;
  refundable: number;
  gateway_amount: number;
  gift_cards: { item_id: string; amount: number; given_back: boolean }[];
}

const codeOf = (body: unknown): string => (body as ErrorBody).error.code;

/** Issues a gift card with an amount in the smallest currency unit, and returns its code. */
const card = async (amount: number): Promise<string> => {
  const order = await shop.sell(giftCard(amount));
  const { body } = await stack.get<{ data: { code: string }[] }>('/v2/items', { key, query: { order_id: order.id } });
  return body.data[0]!.code;
};
const item = async (code: string): Promise<Item> => (await stack.get<Item>(`/v2/items/${code}`, { key })).body;
const unpaid = async (): Promise<OrderWithCards> => {
  const { status, body } = await shop.order(experience(1, 3));
  expect(status).toBe(201);
  return body as OrderWithCards;
};
const read = async (id: string): Promise<OrderWithCards> => (await shop.read(id)) as OrderWithCards;
const apply = (id: string, body: { code: string; amount?: number }, idempotencyKey: string = randomUUID()) =>
  stack.post<OrderWithCards>(`/v2/orders/${id}/gift-cards`, { body, key, idempotencyKey });
const remove = (id: string, card: string, idempotencyKey: string = randomUUID()) =>
  stack.call<OrderWithCards>('DELETE', `/v2/orders/${id}/gift-cards/${card}`, { key, idempotencyKey });
const refund = (id: string, body?: object) => shop.refund<RefundResult>(id, body);
const payRest = async (id: string): Promise<void> => {
  await shop.pay((await shop.session(id)).body.url);
  await stack.idle();
};

test('a payment that authorizes nothing is returned without a refund at the gateway', async () => {
  const order = await unpaid();
  const due = order.payment.due;
  expect((await apply(order.id, { code: await card(due), amount: due - 1 })).body.payment.due).toBe(1);
  const { body: session } = await shop.session(order.id);
  await shop.pay(session.url, 'short');
  await stack.idle();
  const { payment } = (await shop.read(order.id)) as unknown as { payment: { returned_captures: object[] } };
  expect(payment.returned_captures).toMatchObject([{ amount: 0, refunded_at: expect.any(String) }]);
});

describe('a gift card that pays for an order', () => {
  test.each([
    ['GIFT', 'FT'],
    ['SPRING😀ABC', '😀ABC'],
    [LONG_CODE, 'XXXX'],
  ])('is shown by the last whole characters of its code: %s', async (code, shown) => {
    const activated = await stack.post(`/v2/items/${encodeURIComponent(code)}/activate`, { key, body: {} });
    expect(activated.status).toBe(200);
    const order = await unpaid();
    const applied = await apply(order.id, { code });
    expect([applied.status, applied.body.payment.gift_cards[0]?.code_last4]).toEqual([201, shown]);
    const opened = await shop.session(order.id);
    expect([opened.status, (await stack.get(opened.body.url)).status]).toEqual([201, 200]);
    const log = await stack.get<{ data: { subject: { code?: string } }[] }>('/v2/audit-log', { key });
    expect(log.body.data.map(({ subject }) => subject.code)).toContain(`…${shown}`);
  });

  test('pays for the whole order in one request, and the order is fulfilled without a session', async () => {
    const order = await unpaid();
    const { total } = order.amounts;
    const code = await card(500_000);
    const applied = await apply(order.id, { code });
    expect([applied.status, applied.body.status, applied.body.payment.status]).toEqual([201, 'paid', 'captured']);
    expect(applied.body.payment).toMatchObject({ due: 0, captured_amount: 0 });
    expect(applied.body.payment.gift_cards).toMatchObject([
      { amount: total, status: 'captured', refunded_amount: 0, code_last4: code.replaceAll('-', '').slice(-4) },
    ]);
    expect(JSON.stringify(applied.body)).not.toContain(code);
    expect((await item(code)).remaining_amount).toBe(5000 - total / 100);
    expect((await apply(order.id, { code })).body).toMatchObject({ error: { code: 'order_not_payable' } });
    await stack.idle();
    expect((await read(order.id)).status).toBe('fulfilled');
    const session = await shop.session(order.id);
    expect([session.status, codeOf(session.body)]).toEqual([409, 'order_not_payable']);
  });

  test('has its part held until the gateway has captured the rest, and both are committed together', async () => {
    const order = await unpaid();
    const { total } = order.amounts;
    const code = await card(20_000);
    const applied = await apply(order.id, { code, amount: 10_000 });
    expect(applied.body.payment).toMatchObject({ status: 'pending', due: total - 10_000 });
    expect(await item(code)).toMatchObject({ remaining_amount: 200, held_amount: 100, available_amount: 100 });
    await payRest(order.id);
    const paid = await read(order.id);
    expect(paid.payment).toMatchObject({ status: 'captured', due: 0, captured_amount: total - 10_000 });
    expect(paid.payment.gift_cards).toMatchObject([{ status: 'captured', amount: 10_000 }]);
    expect(await item(code)).toMatchObject({ remaining_amount: 100, held_amount: 0, available_amount: 100 });
  });

  test('is released when it is removed, and when the order expires', async () => {
    const order = await unpaid();
    const code = await card(20_000);
    const [held] = (await apply(order.id, { code })).body.payment.gift_cards;
    expect((await item(code)).available_amount).toBe(0);
    const removed = await remove(order.id, held!.id);
    expect([removed.status, removed.body.payment.due]).toEqual([200, order.amounts.total]);
    expect((await item(code)).available_amount).toBe(200);
    const again = [await remove(order.id, held!.id, 'again'), await remove(order.id, held!.id, 'again')];
    expect(again.map(({ status, headers }) => [status, headers.get('Idempotency-Replayed')])).toEqual([
      [200, null],
      [200, 'true'],
    ]);
    expect((await remove(order.id, 'ogc_unknown')).status).toBe(404);
    await apply(order.id, { code });
    await stack.advance(25 * 3600);
    await stack.idle();
    const expired = await read(order.id);
    expect([expired.status, expired.payment.due]).toEqual(['expired', order.amounts.total]);
    expect(expired.payment.gift_cards.map(({ status }) => status)).toEqual(['released', 'released']);
    expect((await item(code)).available_amount).toBe(200);
  });

  test('is applied once for one key', async () => {
    const order = await unpaid();
    const code = await card(20_000);
    const first = await apply(order.id, { code, amount: 5000 }, 'twice');
    const again = await apply(order.id, { code, amount: 5000 }, 'twice');
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect((await item(code)).held_amount).toBe(50);
    expect(codeOf((await apply(order.id, { code, amount: 6000 }, 'twice')).body)).toBe('idempotency_conflict');
  });

  test('closes an open page, and a payment of the former amount does not count', async () => {
    const order = await unpaid();
    const code = await card(20_000);
    const opened = await shop.session(order.id);
    expect((await apply(order.id, { code })).status).toBe(201);
    expect((await shop.pay(opened.body.url)).status).toBeLessThan(500);
    await stack.idle();
    expect((await read(order.id)).payment.captured_amount).toBe(0);
  });

  test.each([
    ['an unknown code', async () => ({ code: 'AAAA-BBBB-CCCC-DDDD' }), 'gift_card_not_usable', 'code'],
    ['more than is due', async () => ({ code: await card(500_000), amount: 490_000 }), 'validation_failed', 'amount'],
    [
      'more than the card has',
      async () => ({ code: await card(20_000), amount: 20_001 }),
      'insufficient_value',
      'amount',
    ],
  ])('is refused for %s', async (_, body, error, field) => {
    const order = await unpaid();
    const refused = await apply(order.id, await body());
    expect([refused.status, codeOf(refused.body)]).toEqual([422, error]);
    expect(Object.keys((refused.body as unknown as ErrorBody).error.fields ?? {})).toEqual([field]);
  });

  test('cannot pay for a gift card, or for the same order twice', async () => {
    const { body: ofCards } = await shop.order(giftCard(20_000));
    const code = await card(20_000);
    expect(codeOf((await apply(ofCards.id, { code })).body)).toBe('gift_card_not_accepted');
    const order = await unpaid();
    await apply(order.id, { code, amount: 100 });
    expect((await apply(order.id, { code, amount: 100 })).status).toBe(422);
  });

  test('is used by one of two concurrent orders', async () => {
    const [one, other] = [await unpaid(), await unpaid()];
    const code = await card(20_000);
    const answers = await Promise.all([one, other].map(({ id }) => apply(id, { code, amount: 20_000 })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422]);
    expect((await item(code)).available_amount).toBe(0);
  });
});

describe('a refund of an order that cards paid for', () => {
  test('is made to the cards first, beginning with the last one, and the rest at the gateway', async () => {
    const order = await unpaid();
    const { total } = order.amounts;
    const [first, second] = [await card(20_000), await card(20_000)];
    await apply(order.id, { code: first, amount: 10_000 });
    await apply(order.id, { code: second, amount: 5000 });
    await payRest(order.id);
    const paid = await read(order.id);
    const [firstOn, secondOn] = paid.payment.gift_cards;
    const part = await refund(order.id, { amount: 8000 });
    expect(part.body).toMatchObject({
      amount: 8000,
      refunded: 8000,
      refundable: total - 8000,
      gateway_amount: 0,
      gift_cards: [
        { item_id: secondOn!.item_id, amount: 5000, given_back: true },
        { item_id: firstOn!.item_id, amount: 3000, given_back: true },
      ],
    });
    expect((await item(second)).available_amount).toBe(200);
    expect((await item(first)).available_amount).toBe(130);
    const reply = await refund(order.id);
    expect(reply.body).toMatchObject({ amount: total - 8000, refundable: 0, gateway_amount: total - 15_000 });
    expect((await item(first)).available_amount).toBe(200);
    const after = await read(order.id);
    expect([after.payment.status, after.payment.gift_cards.map(({ refunded_amount: back }) => back)]).toEqual([
      'refunded',
      [10_000, 5000],
    ]);
  });

  test('of an order paid only by a card does not call a gateway', async () => {
    const order = await unpaid();
    const code = await card(500_000);
    await apply(order.id, { code });
    await stack.idle();
    const { status, body } = await refund(order.id);
    expect([status, body.gateway_amount, body.gift_cards[0]?.amount]).toEqual([200, 0, order.amounts.total]);
    expect((await item(code)).available_amount).toBe(5000);
  });

  test('restores nothing to a card that was itself refunded in money', async () => {
    const sold = await shop.sell(giftCard(500_000));
    const { body } = await stack.get<{ data: { code: string }[] }>('/v2/items', { key, query: { order_id: sold.id } });
    const { code } = body.data[0]!;
    const order = await unpaid();
    await apply(order.id, { code });
    await stack.idle();
    expect((await refund(sold.id)).status).toBe(200);
    const result = await refund(order.id);
    expect(result.body.gift_cards).toMatchObject([{ amount: order.amounts.total, given_back: false }]);
    expect((await item(code)).remaining_amount).toBe(0);
  });

  test('cannot be made by an operation on the item', async () => {
    const order = await unpaid();
    const code = await card(500_000);
    await apply(order.id, { code });
    const refused = await stack.post(`/v2/items/${code}/refund`, { body: { type: 'all' }, key });
    expect(refused.status).toBe(422);
    expect(JSON.stringify(refused.body)).toContain(order.id);
  });
});
