import * as z from 'zod/mini';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { quoteReplies } from '../../functions/api/quotes/replies.ts';
import { startStack, type RunningStack } from '../support/stack.ts';
import { AGENCY, NO_SCOPES, seed, SHOP } from '../support/catalog-seed.ts';

interface QuoteBody {
  amounts: Record<string, number | string>;
  line_items: Record<string, unknown>[];
  discount: { code: string; percent: number } | null;
  expires_at: string;
  error: { code: string; message: string; fields?: Record<string, string[]> };
}

let stack: RunningStack;
beforeAll(async () => {
  stack = await startStack({ seed });
});
afterAll(() => stack.stop());

const quote = (body: unknown, key = SHOP, query = '') => stack.post<QuoteBody>(`/v2/quotes${query}`, { key, body });
const accepted = async (body: unknown) => {
  const answer = await quote(body);
  expect(answer.body.error).toBeUndefined();
  return answer.body;
};
const refused = async (body: unknown) => {
  const answer = await quote(body);
  const { error } = answer.body;
  return { status: answer.status, code: error.code, fields: Object.keys(error.fields ?? {}) };
};

const card = (amount: number, quantity = 1) => ({ product_id: 'gift_card_value', amount, quantity });
const line = (product: string, option: string, quantity = 1, more: object = {}) => ({
  product_id: product,
  product_option_id: option,
  quantity,
  ...more,
});
const address = { name: 'A', street: 'S 1', postcode: '2100', city: 'K', country: 'DK' };

describe('a quote', () => {
  test('shows the amounts of the selection', async () => {
    const body = await accepted({ items: [card(50_000, 2)] });
    expect(z.safeParse(quoteReplies.Quote, body).error).toBeUndefined();
    expect(body).toMatchObject({
      amounts: { currency: 'DKK', subtotal: 100_000, discount: 0, fees: 1000, shipping: 0, tax: 200, total: 101_000 },
      line_items: [
        {
          product_id: 'gift_card_value',
          product_option_id: null,
          amount: 50_000,
          quantity: 2,
          fees: 1000,
          discount: 0,
        },
      ],
      discount: null,
    });
  });

  test('expires between 15 and 30 minutes after its creation', async () => {
    const { expires_at: text } = await accepted({ items: [card(50_000)] });
    const minutes = (Date.parse(text) - (await stack.nowMs())) / 60_000;
    expect(minutes).toBeGreaterThan(14.5);
    expect(minutes).toBeLessThanOrEqual(30);
  });

  test('reserves no stock', async () => {
    for (let times = 0; times < 5; times++) await accepted({ items: [line('gcv_1', 'gcvo_11', 3)] });
    const { body } = await stack.get<{ options: object[] }>('/v2/products/gcv_1', { key: SHOP });
    expect(body.options[1]).toMatchObject({ id: 'gcvo_11', availability: { remaining: 3 } });
  });

  test('includes the postage, the surcharge per further card and the priority per card', async () => {
    const delivery = { method: 'postal', address };
    expect((await accepted({ items: [card(10_000, 3)], delivery })).amounts).toMatchObject({
      shipping: 4900 + 2 * 500 + 3 * 1200,
      tax: (1000 + 4900 + 1000 + 3600) / 5,
    });
    const express = { ...delivery, shipping_priority: 'spri_2' };
    expect((await accepted({ items: [card(10_000)], delivery: express })).amounts['shipping']).toBe(4900 + 2500);
  });

  test('applies a discount code to the goods, and a shipping code to the postage', async () => {
    const items = [line('gcv_1', 'gcvo_10'), line('gcv_1', 'gcvo_12')];
    const goods = await accepted({ items, discount_code: 'summer10' });
    expect(goods.discount).toEqual({ code: 'summer10', percent: 10 });
    expect(goods.amounts).toMatchObject({ subtotal: 20_000, discount: 2000, fees: 1400, total: 19_400 });
    expect(goods.line_items.map((each) => each['discount'])).toEqual([1000, 1000]);
    const delivery = { method: 'postal', address };
    const posted = await accepted({ items, delivery, discount_code: 'FREEPOST' });
    expect(posted.amounts).toMatchObject({ discount: 0, shipping: 0, total: 21_400 });
  });

  test.each([
    'SUM\u200BMER10',
    '\uFF33\uFF35\uFF2D\uFF2D\uFF25\uFF3210',
    ' summer10\u00A0',
    'Summer10.',
    '\u200FSUMMER10\uFEFF',
  ])('recognizes a pasted discount code, and returns it as sent (%j)', async (code) => {
    const { discount } = await accepted({ items: [line('gcv_1', 'gcvo_10')], discount_code: code });
    expect(discount).toEqual({ code, percent: 10 });
  });

  test('charges the ticket fee once per seat, and no fee for add-ons', async () => {
    const items = [line('evt_1', 'evto_10', 3), line('evt_1', 'evto_11', 2)];
    expect((await accepted({ items })).amounts).toMatchObject({ subtotal: 50_000, fees: 1500 });
  });

  test('accepts a sender and ignores it', async () => {
    const body = await accepted({ items: [card(50_000)], sender: { name: 'A', anything: [1] } });
    expect(body.amounts['total']).toBe(51_000);
  });

  test('does not require the company details that an order requires', async () => {
    expect((await accepted({ items: [line('gcv_2', 'gcvo_20')] })).amounts['subtotal']).toBe(10_000);
  });

  test('is not limited to six significant digits', async () => {
    expect((await accepted({ items: [card(123_456, 17)] })).amounts['total']).toBe(2_099_752);
  });

  test('allows more units than hidden stock, but not more than published stock', async () => {
    await accepted({ items: [line('gcv_1', 'gcvo_12', 4)] });
    expect(await refused({ items: [line('gcv_1', 'gcvo_11', 4)] })).toEqual({
      status: 422,
      code: 'above_maximum',
      fields: ['items.0.quantity'],
    });
  });

  test('acts for an assigned company that is named in the query, and only there', async () => {
    const body = { items: [card(50_000)] };
    expect((await quote(body, AGENCY, '?company=courier-shop')).body.amounts['total']).toBe(50_000);
    expect((await quote(body, AGENCY, '?company=bare')).status).toBe(404);
    expect(await refused({ ...body, company: 'shop' })).toMatchObject({
      code: 'validation_failed',
      fields: ['company'],
    });
  });

  test('requires quotes:create', async () => {
    expect((await quote({ items: [card(50_000)] }, NO_SCOPES)).body.error.code).toBe('insufficient_scope');
  });
});

describe('a quote is refused', () => {
  test.each<[string, unknown, string, string[]]>([
    ['without lines', { items: [] }, 'validation_failed', ['items']],
    ['without items', {}, 'validation_failed', ['items']],
    [
      'with 21 lines',
      { items: Array.from({ length: 21 }, () => line('gcv_1', 'gcvo_10')) },
      'validation_failed',
      ['items'],
    ],
    [
      'with two families',
      { items: [line('gcv_1', 'gcvo_10'), line('so_1', 'sov_10')] },
      'validation_failed',
      ['items'],
    ],
    ['with two gift card lines', { items: [card(10_000), card(20_000)] }, 'validation_failed', ['items']],
    [
      'with one option twice',
      { items: [line('gcv_1', 'gcvo_10'), line('gcv_1', 'gcvo_10')] },
      'validation_failed',
      ['items.1.product_option_id'],
    ],
    [
      'with an unknown member of a line',
      { items: [{ ...card(10_000), price: 1 }] },
      'validation_failed',
      ['items.0.price'],
    ],
    [
      'with an unknown member of a ticket',
      { items: [line('evt_1', 'evto_10', 1, { ticket: { seat: 'A1' } })] },
      'validation_failed',
      ['items.0.ticket.seat'],
    ],
    [
      'with an incomplete ticket address',
      { items: [line('evt_1', 'evto_12', 1, { ticket: { address: { name: 'A', city: 'C' } } })] },
      'validation_failed',
      ['items.0.ticket.address.street'],
    ],
    ['with an order field', { items: [card(10_000)], recipient: {} }, 'validation_failed', ['recipient']],
    ['with a decimal quantity', { items: [card(10_000, 1.5)] }, 'validation_failed', ['items.0.quantity']],
    ['with an amount out of range', { items: [card(9999)] }, 'validation_failed', ['items.0.amount']],
    [
      'with an amount on an experience',
      { items: [line('gcv_1', 'gcvo_10', 1, { amount: 5 })] },
      'validation_failed',
      ['items.0.amount'],
    ],
    ['for a withheld experience', { items: [line('gcv_17', 'gcvo_170')] }, 'validation_failed', ['items.0.product_id']],
    ['for an undated event', { items: [line('evt_11', 'evto_110')] }, 'validation_failed', ['items.0.product_id']],
    ['for an offer past its end', { items: [line('so_11', 'sov_110')] }, 'validation_failed', ['items.0.product_id']],
    [
      'for an inactive option',
      { items: [line('gcv_1', 'gcvo_13')] },
      'validation_failed',
      ['items.0.product_option_id'],
    ],
    ['below the minimum', { items: [card(10_000, 0)] }, 'below_minimum', ['items.0.quantity']],
    ['above the maximum', { items: [card(10_000, 21)] }, 'above_maximum', ['items.0.quantity']],
    [
      'above the capacity of a whole order',
      { items: [line('evt_2', 'evto_20', 3), line('evt_2', 'evto_21', 2)] },
      'above_maximum',
      ['items.1.quantity'],
    ],
    ['for an add-on alone', { items: [line('evt_1', 'evto_11')] }, 'validation_failed', ['items.0.product_option_id']],
    [
      'without a collection point that the ticket needs',
      { items: [line('evt_1', 'evto_12')] },
      'validation_failed',
      ['items.0.ticket.collection_point_id'],
    ],
    [
      'for posted tickets',
      { items: [line('evt_1', 'evto_10')], delivery: { method: 'postal', address } },
      'delivery_method_unavailable',
      ['delivery.method'],
    ],
    [
      'to a country that is not served',
      { items: [card(10_000)], delivery: { method: 'postal', address: { ...address, country: 'NO' } } },
      'delivery_destination_unavailable',
      ['delivery.address.country'],
    ],
    [
      'with send_at on posted cards',
      { items: [card(10_000)], delivery: { method: 'postal', address, send_at: '2098-01-01T00:00:00Z' } },
      'send_at_unsupported',
      ['delivery.send_at'],
    ],
    [
      'with a send_at without an offset',
      { items: [card(10_000)], delivery: { send_at: '2027-01-01T00:00:00' } },
      'validation_failed',
      ['delivery.send_at'],
    ],
    [
      'with a priority that is not published',
      { items: [card(10_000)], delivery: { method: 'postal', address, shipping_priority: 'spri_9' } },
      'shipping_priority_unavailable',
      ['delivery.shipping_priority'],
    ],
    [
      'with an unknown code',
      { items: [card(10_000)], discount_code: 'NOSUCH' },
      'discount_code_not_found',
      ['discount_code'],
    ],
    [
      'with a closed code',
      { items: [card(10_000)], discount_code: 'CLOSED' },
      'discount_code_not_found',
      ['discount_code'],
    ],
    [
      'with a code of four characters',
      { items: [card(10_000)], discount_code: 'ABCD' },
      'validation_failed',
      ['discount_code'],
    ],
    [
      'with a goods code for an order of tickets only',
      { items: [line('evt_1', 'evto_10')], discount_code: 'SUMMER10' },
      'discount_code_not_applicable',
      ['discount_code'],
    ],
    [
      'with a shipping code but without delivery by post',
      { items: [card(10_000)], discount_code: 'FREEPOST' },
      'discount_code_not_applicable',
      ['discount_code'],
    ],
  ])('%s', async (_, body, code, fields) => {
    expect(await refused(body)).toEqual({ status: 422, code, fields });
  });

  test.each(['__proto__', 'toString', 'constructor', 'hasOwnProperty'])('with a member named %s', async (name) => {
    const headers = { 'Content-Type': 'application/json' };
    const body = `{"items": [{"product_id": "gift_card_value", "amount": 10000, "quantity": 1}], "${name}": 1}`;
    const answer = await stack.post<QuoteBody>('/v2/quotes', { key: SHOP, body, headers });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.error.fields ?? {})).toEqual([name]);
  });

  test('except that a byte order mark before the body is accepted', async () => {
    const body = `\ufeff${JSON.stringify({ items: [card(10_000)] })}`;
    const headers = { 'Content-Type': 'application/json' };
    expect((await stack.post('/v2/quotes', { key: SHOP, body, headers })).status).toBe(200);
  });

  test('with a body that has too many levels of nesting', async () => {
    const body = `{"items": ${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    const headers = { 'Content-Type': 'application/json' };
    for (const path of ['/v2/quotes', '/v2/orders']) {
      const answer = await stack.post<QuoteBody>(path, { key: SHOP, body, headers, idempotencyKey: true });
      expect({ status: answer.status, code: answer.body.error.code }).toEqual({ status: 400, code: 'malformed_json' });
    }
  });

  test.each(['product_id', 'comment', 'ABCDE'])('with half a surrogate pair in %s', async (name) => {
    const half = String.raw`"${name}\ud800"`;
    const bodies = [
      `{"items": [{"product_id": ${half}, "quantity": 1}]}`,
      `{"items": [{"product_id": "gcv_1", "product_option_id": "gcvo_10", "quantity": 1}], "discount_code": ${half}}`,
      `{"items": [{"product_id": "gcv_1", "product_option_id": "gcvo_10", "quantity": 1, ${half}: 1}]}`,
      `{"items": [], "sender": {"name": ${half}}}`,
    ];
    const headers = { 'Content-Type': 'application/json' };
    for (const body of bodies) {
      for (const path of ['/v2/quotes', '/v2/orders']) {
        const answer = await stack.post<QuoteBody>(path, { key: SHOP, body, headers, idempotencyKey: true });
        expect([answer.status, answer.body.error.code]).toEqual([400, 'malformed_json']);
      }
    }
  });

  test('with a priority where the company ships by courier', async () => {
    const body = { items: [card(10_000)], delivery: { method: 'postal', address, shipping_priority: 'spri_1' } };
    const answer = await quote(body, AGENCY, '?company=courier-shop');
    expect(answer.body.error.code).toBe('shipping_priority_unsupported');
  });
});
