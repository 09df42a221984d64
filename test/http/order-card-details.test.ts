import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  itemSeed,
  LENIENT_KEY,
  READ_KEY,
  Till,
  TILL_KEY,
  UNCONTRACTED_KEY,
  type Outcome,
} from '../support/item-shop.ts';
import { ALL_SCOPES } from '../support/seed.ts';
import { experience, orderBody, Shop, type OrderBody } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

/**
 * Details of orders that gift cards pay for: members, refusals, settlement, disputes and the secrecy of their codes.
 */
let stack: RunningStack;
let shop: Shop;
let till: Till;
beforeAll(async () => {
  const companies = itemSeed.companies.map((company) => ({
    ...company,
    contract: {
      checkout: company.slug !== 'uncontracted',
      invoice_settlement: true,
      settlement_modes: ['invoice'],
    },
  }));
  stack = await startStack({ seed: { ...itemSeed, companies } });
  shop = new Shop(stack, TILL_KEY);
  till = new Till(stack);
});
afterAll(() => stack.stop());

const key = TILL_KEY;
/** Price of the experience that cards pay for, smallest currency unit. */
const PRICE = 80_000;

interface CardOnOrder {
  id: string;
  item_id: string;
  code_last4: string;
  amount: number;
  status: string;
  refunded_amount: number;
}
type OrderWithCards = OrderBody & {
  payment: OrderBody['payment'] & { due: number; gift_cards: CardOnOrder[] };
};

const post = (path: string, body?: object, apiKey = key): Promise<Outcome> =>
  stack.post(path, { key: apiKey, idempotencyKey: randomUUID(), ...(body ? { body } : {}) });
const apply = (id: string, body: object, apiKey?: string) => post(`/v2/orders/${id}/gift-cards`, body, apiKey);
const remove = (id: string, card: string, apiKey = key) =>
  stack.call<Outcome['body']>('DELETE', `/v2/orders/${id}/gift-cards/${card}`, { key: apiKey, idempotencyKey: true });
const unpaid = async (): Promise<OrderWithCards> => (await shop.order<OrderWithCards>(experience(1))).body;
const read = async (id: string): Promise<OrderWithCards> => (await shop.read(id)) as OrderWithCards;
const refusalOf = ({ status, body }: Pick<Outcome, 'status' | 'body'>): [number, string, string[]] => [
  status,
  body.error.code,
  Object.keys(body.error.fields ?? {}),
];
const messageOf = ({ body }: Outcome): string => Object.values(body.error.fields ?? {})[0]?.[0] ?? '';
const available = async (code: string): Promise<unknown> => (await till.item(code))['available_amount'];
const simulateEvent = async (order_id: string, event: string, amount?: number): Promise<void> => {
  const body = { order_id, event, ...(amount === undefined ? {} : { amount }) };
  expect((await stack.call('POST', '/_local/gateway', { body })).status).toBe(200);
  await stack.idle();
};

describe('an order', () => {
  test('always has its amount due and its cards', async () => {
    const order = await unpaid();
    expect(order.payment).toMatchObject({ due: PRICE, gift_cards: [] });
    const code = await till.card(100);
    const { body } = await apply(order.id, { code });
    expect((body as unknown as OrderWithCards).payment).toMatchObject({ due: PRICE - 10_000, status: 'pending' });
    expect((body as unknown as OrderWithCards).payment.gift_cards).toEqual([
      {
        id: expect.stringMatching(/^ogc_[0-9a-f]{32}$/) as string,
        item_id: (await till.item(code))['id'],
        code_last4: code.replaceAll('-', '').slice(-4),
        amount: 10_000,
        status: 'held',
        refunded_amount: 0,
      },
    ]);
    const { body: list } = await stack.get<{ data: OrderWithCards[] }>('/v2/orders', { key });
    expect(list.data.find(({ id }) => id === order.id)?.payment).toMatchObject({ due: PRICE - 10_000 });
    await shop.pay((await shop.session(order.id)).body.url);
    await stack.idle();
    expect((await read(order.id)).payment).toMatchObject({ due: 0, captured_amount: PRICE - 10_000 });
  });

  test('holds the value of a card until it ends, without a time limit', async () => {
    const order = await unpaid();
    const code = await till.card(100);
    await apply(order.id, { code });
    await stack.advance(3 * 3600);
    await stack.idle();
    expect([(await read(order.id)).payment.due, await available(code)]).toEqual([PRICE - 10_000, 0]);
    await stack.advance(25 * 3600);
    await stack.idle();
    expect(await read(order.id)).toMatchObject({
      status: 'expired',
      payment: { due: PRICE, gift_cards: [{ status: 'released' }] },
    });
    expect(await available(code)).toBe(100);
    expect(refusalOf(await apply(order.id, { code })).slice(0, 2)).toEqual([409, 'order_not_payable']);
  });

  test('shows the redemption of each card, which a till cannot capture or release', async () => {
    const order = await unpaid();
    const code = await till.card(1000);
    await apply(order.id, { code, amount: 30_000 });
    const { body } = await stack.get<{ data: Record<string, unknown>[] }>('/v2/redemptions', { key, query: { code } });
    const [redemption] = body.data;
    expect(redemption).toMatchObject({ status: 'held', amount: 300, order_id: order.id, expires_at: null });
    const path = `/v2/redemptions/${String(redemption?.['id'])}`;
    for (const [verb, error] of [
      ['capture', 'redemption_not_capturable'],
      ['release', 'redemption_not_releasable'],
      ['refund', 'redemption_not_refundable'],
    ] as const) {
      const refused = await post(`${path}/${verb}`);
      expect([...refusalOf(refused).slice(0, 2), refused.body.error.message.includes(order.id)]).toEqual([
        409,
        error,
        true,
      ]);
    }
    await apply(order.id, { code: await till.card(1000) });
    await stack.idle();
    expect((await stack.get(path, { key })).body).toMatchObject({ status: 'captured', captured_amount: 300 });
    const refused = await post(`${path}/refund`);
    expect([refused.status, refused.body.error.message.includes(order.id)]).toEqual([409, true]);
    const history = (await till.history(code)).data.at(-1);
    expect(history).toMatchObject({ kind: 'claim', amount: -300 });
    expect(JSON.stringify(history)).toContain(order.id);
    const query = { date_from: '2020-01-01', date_to: '2099-01-01', limit: '100' };
    const report = await stack.get<{ items: object[] }>('/v2/reports/claimed-items', { key, query });
    expect(report.body.items).toContainEqual(
      expect.objectContaining({ code, amount: 300, paid_order_id: order.id, redemption_id: redemption?.['id'] }),
    );
  });
});

describe('a card is refused', () => {
  test.each([
    ['of another company', async () => new Till(stack, LENIENT_KEY).card(100)],
    ['that is used', async () => used(await till.card(100))],
    ['that is held', async () => holding(await till.card(100))],
    ['that cannot be spent by amount', async () => (await till.bought(experience(1))).items[0]?.code ?? ''],
    ['that is not paid yet', async () => (await till.issue({ amount: 100, capture: false })).body.items[0]?.code ?? ''],
  ])('%s', async (_case, codeOf) => {
    const [order, code] = [await unpaid(), await codeOf()];
    const refused = await apply(order.id, { code });
    expect(refusalOf(refused)).toEqual([422, 'gift_card_not_usable', ['code']]);
    const item = await till.read(code);
    const { claim_error: reason, available_amount_claim: isByAmount } = item.body;
    if (item.status === 200 && reason !== null && isByAmount === false) expect(messageOf(refused)).toBe(reason);
    expect((await read(order.id)).payment.gift_cards).toEqual([]);
  });

  const used = async (code: string): Promise<string> => {
    await till.claim(code);
    return code;
  };
  const holding = async (code: string): Promise<string> => {
    await post('/v2/redemptions', { sources: [{ code }], capture: false });
    return code;
  };

  test('when the order already has five cards, or has this one, unless this one was released', async () => {
    const order = await unpaid();
    const codes = await Promise.all(Array.from({ length: 6 }, () => till.card(100)));
    for (const code of codes.slice(0, 5)) expect((await apply(order.id, { code, amount: 1000 })).status).toBe(201);
    for (const code of [codes[5], codes[0]]) {
      expect(refusalOf(await apply(order.id, { code }))).toEqual([422, 'validation_failed', ['code']]);
    }
    const [first] = (await read(order.id)).payment.gift_cards;
    expect((await remove(order.id, first?.id ?? '')).status).toBe(200);
    const again = await apply(order.id, { code: codes[0], amount: 2000 });
    expect(again.status).toBe(201);
    const { payment } = await read(order.id);
    expect([payment.due, payment.gift_cards.map(({ status }) => status)]).toEqual([
      PRICE - 6000,
      ['released', 'held', 'held', 'held', 'held', 'held'],
    ]);
  });

  test.each([
    ['no code', {}, ['code']],
    ['an empty code', { code: '' }, ['code']],
    ['no amount', { code: 'A', amount: 0 }, ['amount']],
    ['a fraction', { code: 'A', amount: 1.5 }, ['amount']],
    ['more members', { code: 'A', tip: 1 }, ['tip']],
    ['several faults', { amount: '1', tip: 1 }, ['amount', 'code', 'tip']],
  ])('with %s', async (_case, body, fields) => {
    const [status, error, found] = refusalOf(await apply((await unpaid()).id, body));
    expect([status, error, found.toSorted()]).toEqual([422, 'validation_failed', fields]);
  });

  test('without the scope, the contract, or an order of the company', async () => {
    const order = await unpaid();
    const code = await till.card(100);
    expect((await apply(order.id, { code }, READ_KEY)).status).toBe(403);
    expect((await remove(order.id, `ogc_${'0'.repeat(32)}`, READ_KEY)).status).toBe(403);
    expect((await apply(order.id, { code }, LENIENT_KEY)).status).toBe(404);
    expect((await remove(order.id, `ogc_${'0'.repeat(32)}`)).status).toBe(404);
    const elsewhere = await apply(`ord_${'0'.repeat(32)}`, { code }, UNCONTRACTED_KEY);
    expect(refusalOf(elsewhere).slice(0, 2)).toEqual([403, 'checkout_not_enabled']);
    expect((await stack.post(`/v2/orders/${order.id}/gift-cards`, { key, body: { code } })).status).toBe(422);
  });

  test('with an unknown code, which counts against the limit for the company', async () => {
    await stack.advance(61);
    const order = await unpaid();
    const codes = Array.from({ length: 70 }, () => `GUESS-${randomUUID()}`);
    const answers = await Promise.all(codes.map((code) => apply(order.id, { code })));
    const statuses = answers.map(({ status }) => status);
    expect([422, 429].map((expected) => statuses.filter((status) => status === expected).length)).toEqual([60, 10]);
    await stack.advance(61);
  });

  test('after the order is paid, and cannot be removed either', async () => {
    const order = await unpaid();
    const code = await till.card(1000);
    const { body } = await apply(order.id, { code });
    const id = (body as unknown as OrderWithCards).payment.gift_cards[0]?.id ?? '';
    expect(refusalOf(await remove(order.id, id)).slice(0, 2)).toEqual([409, 'order_not_payable']);
    expect(refusalOf(await apply(order.id, { code: await till.card(100) })).slice(0, 2)).toEqual([
      409,
      'order_not_payable',
    ]);
  });
});

describe('money in addition to cards', () => {
  test('is paid, refunded at the gateway and disputed without the amount that the cards paid', async () => {
    const order = await unpaid();
    const code = await till.card(300);
    await apply(order.id, { code });
    await shop.pay((await shop.session(order.id)).body.url);
    await stack.idle();
    await simulateEvent(order.id, 'refund', 10_000);
    expect((await read(order.id)).payment).toMatchObject({
      refunded_amount: 10_000,
      gift_cards: [{ refunded_amount: 0 }],
    });
    await simulateEvent(order.id, 'dispute_opened');
    expect((await shop.refund(order.id)).status).toBe(409);
    await simulateEvent(order.id, 'dispute_lost');
    expect((await shop.refund(order.id)).status).toBe(409);
    expect((await read(order.id)).payment.gift_cards).toMatchObject([{ status: 'captured', refunded_amount: 0 }]);
    expect(await available(code)).toBe(0);
  });

  test('that was paid on the page prevents further cards, even before the notice arrives', async () => {
    const order = await unpaid();
    const { url } = (await shop.session(order.id)).body;
    await stack.control('POST', '/gateway', { order_id: order.id, event: 'silent' });
    await shop.pay(url);
    const code = await till.card(300);
    expect(refusalOf(await apply(order.id, { code, amount: 100 })).slice(0, 2)).toEqual([409, 'order_not_payable']);
    expect([(await read(order.id)).payment.status, await available(code)]).toEqual(['captured', 300]);
  });

  test('that is authorized keeps the cards held until both are captured', async () => {
    const order = await unpaid();
    const code = await till.card(300);
    await apply(order.id, { code });
    await shop.pay((await shop.session(order.id)).body.url, 'late');
    await stack.idle();
    const { payment } = await read(order.id);
    expect(payment).toMatchObject({ status: 'authorized', due: 0, gift_cards: [{ status: 'held' }] });
    for (const refused of [
      await apply(order.id, { code: await till.card(100) }),
      await remove(order.id, payment.gift_cards[0]?.id ?? ''),
    ]) {
      expect(refusalOf(refused).slice(0, 2)).toEqual([409, 'order_not_payable']);
    }
    expect(await till.item(code)).toMatchObject({ remaining_amount: 300, held_amount: 300 });
    await stack.advance(60);
    await stack.idle();
    expect((await read(order.id)).payment).toMatchObject({
      status: 'captured',
      captured_amount: PRICE - 30_000,
      gift_cards: [{ status: 'captured' }],
    });
    expect(await till.item(code)).toMatchObject({ remaining_amount: 0, held_amount: 0 });
  });

  test('that settled an order is not refunded, but the amount that its cards paid is', async () => {
    const order = await unpaid();
    const code = await till.card(300);
    await apply(order.id, { code });
    const settled = await post(`/v2/orders/${order.id}/settle`, { mode: 'invoice', external_reference: 'INV-1' });
    expect([settled.status, (settled.body as unknown as OrderWithCards).payment.due]).toEqual([200, 0]);
    await stack.idle();
    expect(await till.item(code)).toMatchObject({ remaining_amount: 0, held_amount: 0 });
    const refunded = await post(`/v2/orders/${order.id}/refund`);
    expect(refunded.body).toMatchObject({
      amount: 30_000,
      gateway_amount: 0,
      gift_cards: [{ item_id: (await till.item(code))['id'], amount: 30_000, given_back: true }],
    });
    expect(await available(code)).toBe(300);
    expect((await post(`/v2/orders/${order.id}/refund`)).status).toBeGreaterThanOrEqual(409);
  });

  test('whose refund the gateway refuses leaves the cards unchanged', async () => {
    const order = await unpaid();
    const code = await till.card(300);
    await apply(order.id, { code });
    await shop.pay((await shop.session(order.id)).body.url, 'unrefundable');
    await stack.idle();
    const refused = await post(`/v2/orders/${order.id}/refund`);
    expect(refusalOf(refused).slice(0, 2)).toEqual([502, 'refund_declined']);
    expect(await available(code)).toBe(0);
    expect((await read(order.id)).payment).toMatchObject({
      refunded_amount: 0,
      gift_cards: [{ status: 'captured', refunded_amount: 0 }],
    });
    const part = await post(`/v2/orders/${order.id}/refund`, { amount: 30_000 });
    expect(part.body).toMatchObject({ amount: 30_000, gateway_amount: 0, gift_cards: [{ given_back: true }] });
    expect(await available(code)).toBe(300);
  });
});

test('no order, event, email or page contains the code of a card that paid', async () => {
  const order = await unpaid();
  const code = await till.card(2000);
  await apply(order.id, { code });
  await stack.idle();
  await shop.refund(order.id, { amount: 100 });
  await stack.idle();
  const feed = await stack.get('/v2/webhook-events', { key, query: { limit: '100' } });
  const page = await stack.call('GET', new URL((await shop.read(order.id)).return_url ?? '', stack.url).pathname);
  const texts = [feed, page, await stack.get(`/v2/orders/${order.id}`, { key })].map(({ bytes }) => bytes.toString());
  const mails = await stack.mail();
  const seen = [...texts, ...mails.map((mail) => JSON.stringify(mail))].join('\n');
  expect(mails.length).toBeGreaterThan(0);
  for (const form of [code, code.replaceAll('-', ''), code.toLowerCase()]) expect(seen).not.toContain(form);
  expect(stack.leaks()).toEqual([]);
});

test('a test key on production pays nothing with a card', async () => {
  const testKey = `lp_test_${'8'.repeat(32)}_${'8'.repeat(64)}`;
  const production = await startStack({
    env: { ENVIRONMENT: 'production' },
    seed: {
      companies: [itemSeed.companies[0]],
      experiences: itemSeed.experiences,
      api_keys: [{ company: 'till', label: 'test', key: testKey, scopes: ALL_SCOPES }],
    },
  });
  try {
    const options = { key: testKey, idempotencyKey: true } as const;
    const { body: order } = await production.post<OrderBody>('/v2/orders', {
      ...options,
      body: orderBody(experience(1)),
    });
    const path = `/v2/orders/${order.id}/gift-cards`;
    const answer = await production.post<Outcome['body']>(path, { ...options, body: { code: 'ABCD-1234' } });
    expect([answer.status, answer.body.error.code]).toEqual([409, 'test_key_not_accepted_in_production']);
  } finally {
    await production.stop();
  }
});
