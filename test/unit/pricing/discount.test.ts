import { describe, expect, test } from 'vitest';
import { price, refusal, shopOf } from './sample.ts';

const shop = shopOf({
  company: {
    delivery: { postal: { carrier: 'courier', destinations: [{ country: 'DK', private: 4900 }], extra_card: 500 } },
  },
  experiences: [
    {
      company: 'nordlys',
      id: 1,
      name: 'x',
      order_fee: 700,
      options: [
        { id: 11, name: 'a', amount: 1001 },
        { id: 12, name: 'b', amount: 1001 },
        { id: 13, name: 'c', amount: 1001 },
      ],
    },
  ],
  events: [
    {
      company: 'nordlys',
      id: 5,
      slug: 'e',
      name: 'e',
      starts_at: '2027-05-01T19:00:00+02:00',
      options: [{ id: 51, name: 't', amount: 1000 }],
    },
  ],
  special_offers: [{ company: 'nordlys', id: 9, name: 's', options: [{ id: 91, name: 'v', amount: 1000, stock: 5 }] }],
  discount_codes: [
    { company: 'nordlys', code: 'SUMMER10', percent: 10 },
    { company: 'nordlys', code: 'FREEPOST', percent: 100, applies_to: 'shipping' },
    { company: 'nordlys', code: 'SWITCHEDOFF', percent: 10, enabled: false },
    { company: 'nordlys', code: 'TOOEARLY', percent: 10, opens_at: '2026-11-22T00:00:00Z' },
    { company: 'nordlys', code: 'TOOLATE', percent: 10, closes_at: '2026-11-21T12:00:00Z' },
    { company: 'nordlys', code: 'USEDUP', percent: 10, max_uses: 0 },
  ],
});

const card = [{ product_id: 'gift_card_value', amount: 50_000, quantity: 2 }];
const spa = [11, 12, 13].map((id) => ({ product_id: 'gcv_1', product_option_id: `gcvo_${id}`, quantity: 1 }));
const tickets = [{ product_id: 'evt_5', product_option_id: 'evto_51', quantity: 1 }];
const offers = [{ product_id: 'so_9', product_option_id: 'sov_91', quantity: 1 }];
const posted = { method: 'postal' as const, address: { country: 'DK' } };

describe('discount codes', () => {
  test('reduce the price of gift cards and keep their value, and never reduce fees', () => {
    const priced = price(shop, { items: card, discountCode: 'SUMMER10' });
    expect(priced.amounts).toMatchObject({ subtotal: 100_000, discount: 10_000, fees: 1000, total: 91_000 });
    expect(priced.lines[0]).toMatchObject({ discount: 10_000, itemValue: 50_000 });
  });

  test('match regardless of case and are shown as sent', () => {
    expect(price(shop, { items: card, discountCode: 'summer10' }).discount).toEqual({
      code: 'summer10',
      percent: 10,
      appliesTo: 'goods',
    });
  });

  test('are distributed across the lines so that the shares add up', () => {
    const priced = price(shop, { items: spa, discountCode: 'SUMMER10' });
    expect(priced.amounts.discount).toBe(300);
    expect(priced.lines.map((line) => line.discount)).toEqual([100, 100, 100]);
  });

  test('on shipping reduce the postage and leave the discount at 0', () => {
    const { amounts } = price(shop, { items: card, delivery: posted, discountCode: 'FREEPOST' });
    expect(amounts).toMatchObject({ shipping: 0, discount: 0, tax: 200, total: 101_000 });
  });

  test('on shipping do not apply to an order without postage', () => {
    expect(refusal(shop, { items: card, discountCode: 'FREEPOST' })).toMatchObject({
      code: 'discount_code_not_applicable',
      fields: ['discount_code'],
    });
  });

  test.each([
    ['tickets', tickets],
    ['special offers', offers],
  ])('do not apply to an order of only %s', (_, items) => {
    expect(refusal(shop, { items, discountCode: 'SUMMER10' }).code).toBe('discount_code_not_applicable');
    expect(refusal(shop, { items, discountCode: 'FREEPOST' }).code).toBe('discount_code_not_applicable');
  });

  test.each(['UNKNOWN', 'SWITCHEDOFF', 'TOOEARLY', 'TOOLATE', 'USEDUP'])(
    'get the same error when unusable: %s',
    (code) => {
      expect(refusal(shop, { items: card, discountCode: code })).toEqual({
        status: 422,
        code: 'discount_code_not_found',
        fields: ['discount_code'],
      });
    },
  );
});
