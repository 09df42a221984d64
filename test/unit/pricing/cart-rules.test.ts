import { describe, expect, test } from 'vitest';
import { valueRanges } from '../../../functions/domain/catalog/products/campaigns.ts';
import { isWithinSixDigits } from '../../../functions/domain/checkout/pricing/precision.ts';
import { NOW, price, refusal, shopOf, stockOf } from './sample.ts';
import { card, experience, offer, refusalFor, shop, ticket } from './shop.ts';

describe('lines', () => {
  test('products of two families cannot be in one order', () => {
    expect(refusalFor([experience(31), offer(91)])).toEqual({
      status: 422,
      code: 'validation_failed',
      fields: ['items'],
    });
    expect(refusalFor([card(10_000), experience(31)]).fields).toEqual(['items']);
  });

  test('a gift card is the only line of its order', () => {
    expect(refusalFor([card(10_000), card(20_000)]).fields).toEqual(['items']);
  });

  test('an option is on one line only', () => {
    expect(refusalFor([experience(31), experience(31)]).fields).toEqual(['items.1.product_option_id']);
  });

  test('an unknown product, or an id of another kind, does not exist', () => {
    expect(refusalFor([{ product_id: 'gcv_99', product_option_id: 'gcvo_1', quantity: 1 }]).fields).toEqual([
      'items.0.product_id',
    ]);
    expect(refusalFor([{ product_id: 'nonsense', quantity: 1 }]).fields).toEqual(['items.0.product_id']);
  });

  test('an inactive option and an option of another product do not exist', () => {
    expect(refusalFor([experience(34)]).fields).toEqual(['items.0.product_option_id']);
    expect(refusalFor([experience(41)]).fields).toEqual(['items.0.product_option_id']);
  });

  test('an option is required on every line except for a gift card', () => {
    expect(refusalFor([{ product_id: 'gcv_12', quantity: 1 }]).fields).toEqual(['items.0.product_option_id']);
    expect(price(shop, { items: [card(10_000)] }).lines[0]?.optionId).toBeNull();
  });

  test('only a gift card accepts an amount, and it requires one', () => {
    expect(refusalFor([{ ...experience(31), amount: 1 }]).fields).toEqual(['items.0.amount']);
    expect(refusalFor([card(undefined)]).fields).toEqual(['items.0.amount']);
  });

  test('the amount of a gift card is in the range of the company', () => {
    for (const amount of [9999, 500_001, 0, -10_000])
      expect(refusalFor([card(amount)]).fields).toEqual(['items.0.amount']);
    for (const amount of [10_000, 500_000])
      expect(price(shop, { items: [card(amount)] }).amounts.subtotal).toBe(amount);
  });

  test('a company without gift cards has no value product', () => {
    const bare = { ...shop, company: { ...shop.company, gift_card: undefined } };
    expect(refusal(bare, { items: [card(10_000)] }).fields).toEqual(['items.0.product_id']);
  });

  test('faults of several lines are reported together', () => {
    expect(refusalFor([experience(31, 0), experience(34), experience(33, 101)]).fields).toEqual([
      'items.1.product_option_id',
      'items.0.quantity',
      'items.2.quantity',
    ]);
  });
});

describe('quantities', () => {
  test('are within the limits of the option', () => {
    expect(refusalFor([experience(32, 1)])).toMatchObject({ code: 'below_minimum', fields: ['items.0.quantity'] });
    expect(refusalFor([experience(32, 6)])).toMatchObject({ code: 'above_maximum', fields: ['items.0.quantity'] });
  });

  test('without a configured maximum are limited to 100, and never exceed 1000', () => {
    expect(price(shop, { items: [experience(31, 100)] }).lines[0]?.quantity).toBe(100);
    expect(refusalFor([experience(31, 101)]).code).toBe('above_maximum');
    expect(refusalFor([experience(35, 1001)]).code).toBe('above_maximum');
  });

  test('published stock lowers the maximum in a quote, hidden stock does not', () => {
    expect(refusalFor([experience(32, 4)]).code).toBe('above_maximum');
    expect(price(shop, { items: [experience(33, 4)] }).amounts.subtotal).toBe(40_000);
  });

  test('an order above the real stock is refused, published or not', () => {
    expect(refusalFor([experience(33, 4)], 'order')).toMatchObject({
      code: 'above_maximum',
      fields: ['items.0.quantity'],
    });
    const sold = stockOf({ 'gcv_12/gcvo_33': 0 });
    expect(refusalFor([experience(33, 1)], 'order', sold).fields).toEqual(['items.0.quantity']);
  });

  test('an order of an offer with too little stock is a conflict', () => {
    expect(refusalFor([offer(92, 3)], 'order')).toEqual({ status: 409, code: 'insufficient_stock', fields: [] });
    expect(refusalFor([offer(92, 3)], 'quote').code).toBe('above_maximum');
    expect(refusalFor([offer(92, 101)], 'order').code).toBe('above_maximum');
  });

  test('one order issues at most 1000 items, and the error is reported for the exceeding line', () => {
    expect(price(shop, { items: [experience(35, 1000)] }).lines[0]?.itemCount).toBe(1000);
    expect(refusalFor([experience(31), experience(35, 999), experience(36, 1)])).toEqual({
      status: 422,
      code: 'above_maximum',
      fields: ['items.2.quantity'],
    });
  });
});

describe('amounts', () => {
  test('the order fee is charged once per line, the ticket fee once per seat, and none on add-ons', () => {
    expect(price(shop, { items: [experience(31, 7), experience(33)] }).amounts.fees).toBe(1400);
    expect(price(shop, { items: [ticket(51, 3), ticket(55, 2)] }).amounts.fees).toBe(1500);
    expect(price(shop, { items: [card(10_000, 5)] }).amounts.fees).toBe(1000);
  });

  test('VAT is included in the fees', () => {
    expect(price(shop, { items: [card(10_000)] }).amounts).toMatchObject({ tax: 200, total: 11_000 });
    expect(price(shop, { items: [offer(91)] }).amounts.tax).toBe(0);
  });

  test('VAT is included in the postage, after a discount on it', () => {
    const posting = shopOf({
      company: { delivery: { postal: { carrier: 'courier', destinations: [{ country: 'DK', private: 4900 }] } } },
      discount_codes: [{ company: 'nordlys', code: 'HALFPOST', percent: 50, applies_to: 'shipping' }],
    });
    const address = { name: 'A', street: 'S 1', postcode: '2100', city: 'K', country: 'DK' };
    const order = { items: [card(10_000)], delivery: { method: 'postal' as const, address } };
    expect(price(posting, order).amounts).toMatchObject({
      shipping: 4900,
      tax: 1180,
      included_vat: [{ rate: 25, base: 4720, vat: 1180 }],
      total: 15_900,
    });
    expect(price(posting, { ...order, discountCode: 'HALFPOST' }).amounts).toMatchObject({
      shipping: 2450,
      tax: 690,
      included_vat: [{ rate: 25, base: 2760, vat: 690 }],
      total: 13_450,
    });
  });

  test('an offer that redeems at the regular price issues vouchers of that value', () => {
    expect(price(shop, { items: [offer(91)] }).lines[0]).toMatchObject({ amount: 30_000, itemValue: 50_000 });
    expect(price(shop, { items: [offer(92)] }).lines[0]).toMatchObject({ amount: 30_000, itemValue: 30_000 });
  });

  test('a total has at most six significant digits', () => {
    expect([900_070, 10_005_000, 0, 999_999].map(isWithinSixDigits)).toEqual([true, true, true, true]);
    expect([1_002_495, 9_999_999].map(isWithinSixDigits)).toEqual([false, false]);
  });
});

describe('campaigns on gift cards', () => {
  const campaign = (kind: 'added-value' | 'reduced-price', more: object = {}) =>
    shopOf({
      campaigns: [
        {
          company: 'nordlys',
          id: 4,
          name: 'c',
          applies_to: 'gift_card',
          kind,
          value: 20,
          amount_from: 50_000,
          ...more,
        },
      ],
    });

  test('added value increases the value of the card, not its price', () => {
    const [line] = price(campaign('added-value'), { items: [card(50_000)] }).lines;
    expect(line).toMatchObject({ amount: 50_000, subtotal: 50_000, itemValue: 60_000, campaignId: 4 });
  });

  test('a reduced price decreases the price of the card, not its value', () => {
    const priced = price(campaign('reduced-price'), { items: [card(50_000, 2)] });
    expect(priced.lines[0]).toMatchObject({ amount: 40_000, subtotal: 80_000, itemValue: 50_000 });
    expect(priced.amounts.discount).toBe(0);
  });

  test('an amount outside the range of a campaign is sold without the campaign', () => {
    const [line] = price(campaign('added-value'), { items: [card(49_999)] }).lines;
    expect(line).toMatchObject({ itemValue: 49_999 });
    expect(line?.campaignId).toBeUndefined();
  });

  test('the range of a campaign may exceed that of the company', () => {
    const wide = campaign('added-value', { amount_to: 800_000 });
    expect(price(wide, { items: [card(800_000)] }).lines[0]?.itemValue).toBe(960_000);
    expect(refusal(wide, { items: [card(800_001)] }).fields).toEqual(['items.0.amount']);
  });

  test('a campaign with a range from 0 sells no card of 0', () => {
    const low = campaign('added-value', { amount_from: 0 });
    expect(price(low, { items: [card(1)] }).lines[0]?.campaignId).toBe(4);
    expect(refusal(low, { items: [card(0)] }).fields).toEqual(['items.0.amount']);
  });

  test('a campaign with a range from 0 to 0 has no published range', () => {
    const none = campaign('added-value', { amount_from: 0, amount_to: 0 });
    expect(valueRanges(none.company, NOW)).toHaveLength(1);
  });

  test.each([
    ['switched off', { enabled: false }],
    ['not yet open', { opens_at: '2026-11-22T00:00:00Z' }],
    ['closed', { closes_at: '2026-11-21T12:00:00Z' }],
    ['not public', { public: false }],
  ])('a campaign that is %s changes nothing', (_, more) => {
    expect(price(campaign('added-value', more), { items: [card(50_000)] }).lines[0]?.itemValue).toBe(50_000);
  });
});
