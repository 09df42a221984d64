import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { priceCart } from '../../functions/domain/checkout/pricing/price.ts';
import { containedVat, percentOf, splitByWeight } from '../../functions/platform/money.ts';
import type { Delivery, CartLine } from '../../functions/domain/catalog/products/cart-schema.ts';
import { ApiError } from '../../functions/platform/errors.ts';
import { cartOf, shopOf, type Shop } from '../unit/pricing/sample.ts';

const RUNS = { numRuns: 10_000 };
const amount = fc.integer({ min: 0, max: 99_999_999 });
const percent = fc.oneof(fc.integer({ min: 0, max: 100 }), fc.double({ min: 0, max: 100, noNaN: true }));
const fee = fc.integer({ min: 0, max: 20_000 });

/** Shops with random prices, fees, postage, VAT, campaigns and codes. */
const shops = fc
  .record({
    vat: percent,
    taxed: fc.array(
      fc.record({
        vat_treatment: fc.constantFrom(undefined, 'multi_purpose' as const, 'single_purpose' as const),
        vat_percent: fc.option(percent, { nil: undefined }),
      }),
      { minLength: 4, maxLength: 4 },
    ),
    orderFee: fee,
    prices: fc.array(amount, { minLength: 6, maxLength: 6 }),
    ticketFee: fee,
    postal: fc.option(
      fc.record({
        carrier: fc.constantFrom('courier' as const, 'own_post' as const),
        private: fee,
        company: fee,
        collection: fee,
        extra: fee,
        priorities: fc.array(fee, { maxLength: 3 }),
      }),
      { nil: undefined },
    ),
    campaign: fc.record({ kind: fc.constantFrom('added-value' as const, 'reduced-price' as const), value: percent }),
    goods: percent,
    shipping: percent,
  })
  .map((facts): Shop => {
    const { postal } = facts;
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = facts.prices;
    return shopOf({
      company: {
        vat_percent: facts.vat,
        ...(postal
          ? {
              delivery: {
                postal: {
                  carrier: postal.carrier,
                  destinations: [
                    { country: 'DK', private: postal.private, company: postal.company, collection: postal.collection },
                  ],
                  extra_card: postal.extra,
                  priorities: postal.priorities.map((price, index) => ({
                    id: index + 1,
                    label: 'p',
                    price_per_card: price,
                    default: index === 0,
                  })),
                },
              },
            }
          : {}),
      },
      experiences: [1, 2].map((id) => ({
        company: 'nordlys',
        id,
        name: 'x',
        ...facts.taxed[id - 1],
        order_fee: facts.orderFee,
        options: [a, b].map((price, index) => ({ id: id * 10 + index, name: 'o', amount: price })),
      })),
      events: [
        {
          company: 'nordlys',
          id: 5,
          slug: 'jazz',
          name: 'e',
          ...facts.taxed[2],
          starts_at: '2027-05-01T19:00:00+02:00',
          options: [c, d].map((price, index) => ({
            ...facts.taxed[index],
            id: 51 + index,
            name: 't',
            amount: price,
            ticket_fee: facts.ticketFee,
          })),
        },
      ],
      special_offers: [
        {
          company: 'nordlys',
          id: 9,
          name: 's',
          ...facts.taxed[3],
          order_fee: facts.orderFee,
          options: [e, f].map((price, index) => ({ id: 91 + index, name: 'v', amount: price, stock: 500 })),
        },
      ],
      campaigns: [{ company: 'nordlys', id: 1, name: 'c', applies_to: 'gift_card', ...facts.campaign }],
      discount_codes: [
        { company: 'nordlys', code: 'GOODS', percent: facts.goods },
        { company: 'nordlys', code: 'POST1', percent: facts.shipping, applies_to: 'shipping' },
      ],
    });
  });

const quantity = fc.integer({ min: 1, max: 100 });
const lineOf = (productId: string, optionId: string): fc.Arbitrary<CartLine> =>
  quantity.map((count) => ({ product_id: productId, product_option_id: optionId, quantity: count }));
const oneOrMore = (...lines: fc.Arbitrary<CartLine>[]): fc.Arbitrary<CartLine[]> =>
  fc
    .tuple(...lines.map((line) => fc.option(line, { nil: undefined })))
    .map((all) => all.filter((line) => line !== undefined))
    .filter((all) => all.length > 0);

const selections: fc.Arbitrary<CartLine[]> = fc.oneof(
  fc
    .record({ quantity, amount: fc.integer({ min: 10_000, max: 500_000 }) })
    .map((line) => [{ product_id: 'gift_card_value', ...line }]),
  oneOrMore(
    lineOf('gcv_1', 'gcvo_10'),
    lineOf('gcv_1', 'gcvo_11'),
    lineOf('gcv_2', 'gcvo_20'),
    lineOf('gcv_2', 'gcvo_21'),
  ),
  oneOrMore(lineOf('evt_5', 'evto_51'), lineOf('evt_5', 'evto_52')),
  oneOrMore(lineOf('so_9', 'sov_91'), lineOf('so_9', 'sov_92')),
);

const address = { name: 'A', street: 'S 1', postcode: '2100', city: 'K', country: 'DK' };
const deliveries: fc.Arbitrary<Delivery | undefined> = fc.constantFrom<(Delivery | undefined)[]>(
  undefined,
  { method: 'sender_email' },
  { method: 'postal', address },
  { method: 'postal', address: { ...address, kind: 'company', company_name: 'C' } },
  { method: 'postal', address, pickup_point_id: 'p-1' },
  { method: 'postal', address, shipping_priority: 'spri_2' },
);

const carts = fc.record({
  shop: shops,
  items: selections,
  delivery: deliveries,
  discountCode: fc.constantFrom(undefined, 'goods', 'POST1'),
});

type Cart = typeof carts extends fc.Arbitrary<infer T> ? T : never;

const priced = ({ shop, ...rest }: Cart, mode: 'quote' | 'order') => {
  const parties = mode === 'order' ? { senderEmail: 'a@example.com', recipientEmail: 'b@example.com' } : undefined;
  try {
    return { ok: priceCart({ ...cartOf(shop, rest), mode, parties }) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { refused: error.code, fields: error.fields };
  }
};

const add = (figures: number[]): number => figures.reduce((total, figure) => total + figure, 0);

describe('pricing any cart', () => {
  test('totals add up, lines sum to the order, and no amount is negative', { timeout: 120_000 }, () => {
    let accepted = 0;
    fc.assert(
      fc.property(carts, (cart) => {
        const { ok } = priced(cart, 'quote');
        if (!ok) return;
        accepted += 1;
        const { amounts, lines, delivery } = ok;
        const { tax_percent: _percent, ...figures } = amounts;
        expect(amounts.total).toBe(amounts.subtotal - amounts.discount + amounts.fees + amounts.shipping);
        for (const figure of ['subtotal', 'discount', 'fees'] as const) {
          expect(amounts[figure]).toBe(add(lines.map((line) => line[figure])));
        }
        for (const figure of [
          ...Object.values(figures),
          ...lines.flatMap(({ vatPercent: _rate, ...line }) => Object.values(line)),
        ]) {
          if (typeof figure !== 'number') continue;
          expect(Number.isSafeInteger(figure)).toBe(true);
          expect(figure).toBeGreaterThanOrEqual(0);
        }
        for (const line of lines) {
          expect(line.subtotal).toBe(line.amount * line.quantity);
          expect(line.discount).toBeLessThanOrEqual(line.subtotal);
        }
        const included = amounts.included_vat;
        expect(add(included.map(({ vat }) => vat))).toBe(amounts.tax + add(lines.map(({ vat }) => vat)));
        for (const { rate, base, vat } of included) expect(vat).toBe(containedVat(base + vat, rate));
        const untaxed = lines.filter(({ vatTreatment }) => vatTreatment === 'multi_purpose');
        const untaxedMinor = add(untaxed.map(({ subtotal, discount }) => subtotal - discount));
        expect(add(included.map(({ base, vat }) => base + vat))).toBe(amounts.total - untaxedMinor);
        expect(amounts.tax).toBeLessThanOrEqual(amounts.fees + amounts.shipping);
        expect(amounts.shipping).toBeLessThanOrEqual(delivery.postage);
        expect(amounts.shipping === 0 || delivery.method === 'postal').toBe(true);
      }),
      RUNS,
    );
    expect(accepted).toBeGreaterThan(3000);
  });

  test(
    'quoting and ordering the same selection return the same amounts, or the same error',
    { timeout: 120_000 },
    () => {
      fc.assert(
        fc.property(carts, (cart) => {
          const quote = priced(cart, 'quote');
          const order = priced(cart, 'order');
          expect(order.ok?.amounts).toEqual(quote.ok?.amounts);
          expect(order.ok?.lines).toEqual(quote.ok?.lines);
          expect({ code: order.refused, fields: order.fields }).toEqual({ code: quote.refused, fields: quote.fields });
        }),
        RUNS,
      );
    },
  );
});

describe('rounding', () => {
  test('rounds half up', () => {
    expect(percentOf(5, 10)).toBe(1);
    expect(percentOf(4, 10)).toBe(0);
    expect(percentOf(15, 10)).toBe(2);
    expect(percentOf(1005, 12.5)).toBe(126);
    expect(containedVat(1000, 25)).toBe(200);
    expect(containedVat(1, 25)).toBe(0);
    expect(containedVat(1000, 0)).toBe(0);
  });

  test('shares add up to the total, and no share is larger than its weight', () => {
    fc.assert(
      fc.property(fc.array(amount, { minLength: 1, maxLength: 20 }), percent, (weights, part) => {
        const whole = percentOf(add(weights), part);
        const shares = splitByWeight(whole, weights);
        expect(add(shares)).toBe(whole);
        shares.forEach((share, index) => {
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(weights[index] ?? 0);
        });
      }),
      RUNS,
    );
  });
});
