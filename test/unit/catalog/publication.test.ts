import { describe, expect, test } from 'vitest';
import { isListed, isOffered, type StockLookup } from '../../../functions/domain/catalog/products/rules.ts';
import { presentProduct, presentValueProduct } from '../../../functions/domain/catalog/listing/present.ts';
import { NOW, shopOf, stockOf } from '../pricing/sample.ts';

type Data = Parameters<typeof shopOf>[0];
type Experience = NonNullable<Data['experiences']>[number];
type Event = NonNullable<Data['events']>[number];
type Offer = NonNullable<Data['special_offers']>[number];

const PAST = '2026-11-21T11:59:59Z';
const NOW_TEXT = '2026-11-21T12:00:00Z';
const FUTURE = '2026-11-21T12:00:01Z';

const experience = (more: Partial<Experience> = {}, data: Data = {}) =>
  shopOf({
    experiences: [
      { company: 'nordlys', id: 12, name: 'Spa', options: [{ id: 31, name: 'One', amount: 59_900 }], ...more },
    ],
    ...data,
  });

const event = (more: Partial<Event> = {}) =>
  shopOf({
    events: [
      {
        company: 'nordlys',
        id: 5,
        slug: 'jazz',
        name: 'Jazz',
        starts_at: '2027-05-01T19:00:00+02:00',
        options: [{ id: 51, name: 'Seat', amount: 25_000, stock: 10 }],
        ...more,
      },
    ],
  });

const offer = (more: Partial<Offer> = {}) =>
  shopOf({
    special_offers: [
      { company: 'nordlys', id: 9, name: 'Half', options: [{ id: 91, name: 'v', amount: 30_000, stock: 40 }], ...more },
    ],
  });

const listed = (shop: ReturnType<typeof shopOf>, stock: StockLookup = stockOf()): boolean => {
  const [product] = shop.products.values();
  if (!product) throw new Error('no product');
  return isListed(shop.company, product, stock, NOW);
};

const shown = (shop: ReturnType<typeof shopOf>, stock: StockLookup = stockOf()) => {
  const [product] = shop.products.values();
  if (!product) throw new Error('no product');
  return presentProduct(shop.company, product, stock);
};

describe('an experience', () => {
  test('is listed while active, public, orderable and inside its window', () => {
    expect(listed(experience({ published_from: NOW_TEXT, published_until: FUTURE }))).toBe(true);
  });

  test.each<[string, Partial<Experience>]>([
    ['inactive', { active: false }],
    ['private', { public: false }],
    ['of another kind', { kind: 'coupon' }],
    ['not yet published', { published_from: FUTURE }],
    ['no longer published', { published_until: NOW_TEXT }],
    ['without an active option', { options: [{ id: 31, name: 'One', amount: 1, active: false }] }],
  ])('is not listed while %s', (_, more) => {
    expect(listed(experience(more))).toBe(false);
  });

  test('is removed from the list when all options are sold out, and remains orderable by the stock rules', () => {
    const shop = experience({
      options: [
        { id: 31, name: 'One', amount: 1, stock: 5 },
        { id: 32, name: 'Two', amount: 1, stock: 5 },
      ],
    });
    expect(listed(shop, stockOf({ 'gcv_12/gcvo_31': 0 }))).toBe(true);
    const soldOut = stockOf({ 'gcv_12/gcvo_31': 0, 'gcv_12/gcvo_32': 0 });
    expect(listed(shop, soldOut)).toBe(false);
    const [product] = shop.products.values();
    expect(product && isOffered(shop.company, product, NOW)).toBe(true);
  });

  const campaign = { company: 'nordlys', id: 4, name: 'c', kind: 'added-value' as const, value: 10 };

  test.each<[string, object, boolean]>([
    ['a running campaign on it', { applies_to: { experience: 12 } }, false],
    ['a running campaign on it that is not public', { applies_to: { experience: 12 }, public: false }, false],
    ['a closed campaign', { applies_to: { experience: 12 }, closes_at: PAST }, true],
    ['a campaign that has not started', { applies_to: { experience: 12 }, opens_at: FUTURE }, true],
    ['a campaign that is switched off', { applies_to: { experience: 12 }, enabled: false }, true],
    ['a campaign on gift cards', { applies_to: 'gift_card' }, true],
    ['a campaign on another experience', { applies_to: { experience: 13 } }, true],
  ])('is listed unless a running campaign applies to it: %s', (_, more, expected) => {
    expect(listed(experience({}, { campaigns: [{ ...campaign, ...more } as never] }))).toBe(expected);
  });
});

describe('an event', () => {
  test.each<[string, Partial<Event>]>([
    ['inactive', { active: false }],
    ['private', { public: false }],
    ['undated', { starts_at: null }],
    ['without the end that its precision has', { date_precision: 'date_range' }],
    ['not yet open', { opens_at: FUTURE }],
    ['closed', { closes_at: NOW_TEXT }],
  ])('is not listed while %s', (_, more) => {
    expect(listed(event(more))).toBe(false);
  });

  // Now is 13:00 in Copenhagen.
  test.each<[string, boolean, Partial<Event>]>([
    ['on its day, even after its start', true, { starts_at: '2026-11-21T10:00:00+01:00' }],
    ['on the day after', false, { starts_at: '2026-11-20T19:00:00+01:00' }],
    ['on its day without a time', true, { starts_at: '2026-11-21T00:00:00+01:00', date_precision: 'date' }],
    [
      'on the last day of several',
      true,
      { starts_at: '2026-11-01T10:00:00Z', ends_at: '2026-11-21T00:00:00+01:00', date_precision: 'date_range' },
    ],
    [
      'after the last day of several',
      false,
      { starts_at: '2026-11-01T10:00:00Z', ends_at: '2026-11-20T22:59:00Z', date_precision: 'date_time_range' },
    ],
    [
      'after an end that its precision does not include',
      false,
      { starts_at: '2026-11-01T10:00:00Z', ends_at: '2027-01-01T00:00:00Z' },
    ],
    ['until the time set by the operator', true, { starts_at: '2026-11-01T10:00:00Z', closes_at: FUTURE }],
  ])('is sold %s: %s', (_, isSold, more) => {
    expect(listed(event(more))).toBe(isSold);
  });

  test('is listed inside its window, even when it is sold out', () => {
    expect(listed(event({ opens_at: NOW_TEXT, closes_at: FUTURE }), stockOf({ 'evt_5/evto_51': 0 }))).toBe(true);
  });

  test('has an end only when its precision includes one, and its validity has the same start and end', () => {
    const range = { date_precision: 'date_time_range' as const, ends_at: '2027-05-01T23:00:00+02:00' };
    expect(shown(event(range)).validity).toEqual({
      type: 'fixed_date',
      months: null,
      valid_from: '2027-05-01T19:00:00+02:00',
      valid_until: '2027-05-01T23:00:00+02:00',
    });
    expect(shown(event({ ends_at: '2027-05-01T23:00:00+02:00' })).event?.ends_at).toBeNull();
  });
});

describe('an offer', () => {
  test('is withdrawn when its end is reached', () => {
    expect(listed(offer({ available_until: FUTURE }))).toBe(true);
    expect(listed(offer({ available_until: NOW_TEXT }))).toBe(false);
  });

  test('shows the saving and the value of its voucher', () => {
    const options = [
      { id: 91, name: 'v', amount: 30_000, regular_amount: 50_000, redeem_at_regular: true, stock: 1 },
      { id: 92, name: 'w', amount: 30_000, stock: 1 },
    ];
    expect(shown(offer({ options })).options).toMatchObject([
      { regular_amount: 50_000, discount_percent: 40, redemption_value: 50_000 },
      { regular_amount: null, discount_percent: null, redemption_value: 30_000 },
    ]);
  });
});

describe('availability', () => {
  const option = (more: object, stock: StockLookup = stockOf()) =>
    shown(experience({ options: [{ id: 31, name: 'One', amount: 1, ...more }] }), stock).options[0];

  test('without stock is unlimited', () => {
    expect(option({})).toMatchObject({
      availability: { limited: false, in_stock: true, remaining: null },
      quantity: { minimum: 1, maximum: 100 },
    });
  });

  test('shows the remaining number only when the operator publishes it, and then lowers the maximum', () => {
    expect(option({ stock: 7, publish_stock: true })).toMatchObject({
      availability: { limited: true, in_stock: true, remaining: 7 },
      quantity: { maximum: 7 },
    });
    expect(option({ stock: 7, quantity: { maximum: 20 } })).toMatchObject({
      availability: { limited: true, in_stock: true, remaining: null },
      quantity: { maximum: 20 },
    });
  });

  test('shows a sold-out option with in_stock false', () => {
    const soldOut = stockOf({ 'gcv_12/gcvo_31': 0 });
    expect(option({ stock: 7 }, soldOut)?.availability).toEqual({ limited: true, in_stock: false, remaining: null });
  });

  const fiveOrMore = { quantity: { minimum: 5, maximum: 10 }, stock: 7 };
  const leftOver = (remaining: number) => stockOf({ 'gcv_12/gcvo_31': remaining });

  test.each([true, false])(
    'has in_stock false if less is left than the minimum; stock published: %s',
    (publish_stock) => {
      const few = { ...fiveOrMore, publish_stock };
      expect(option(few, leftOver(4))).toMatchObject({
        availability: { limited: true, in_stock: false, remaining: publish_stock ? 4 : null },
        quantity: { minimum: 5, maximum: publish_stock ? 4 : 10 },
      });
      expect(option(few, leftOver(5))?.availability.in_stock).toBe(true);
    },
  );

  test('removes an experience from the list when every option has less left than its minimum', () => {
    const shop = experience({ options: [{ id: 31, name: 'Five', amount: 1, ...fiveOrMore }] });
    expect(listed(shop, leftOver(5))).toBe(true);
    expect(listed(shop, leftOver(4))).toBe(false);
  });

  test('caps every maximum at 1000', () => {
    expect(option({ quantity: { maximum: 5000 } })?.quantity.maximum).toBe(1000);
  });

  test('of event options is always limited, and counts the seats of the event', () => {
    const seated = event({
      seats: 6,
      options: [
        { id: 51, name: 'Seat', amount: 1, stock: 10, publish_stock: true },
        { id: 52, name: 'Other', amount: 1, publish_stock: true },
        { id: 53, name: 'Menu', amount: 1, add_on: true, ticket_fee: 500 },
      ],
    });
    expect(shown(seated).options.map((each) => each.availability.remaining)).toEqual([6, 6, null]);
    expect(shown(seated).options.map((each) => each.availability.limited)).toEqual([true, true, true]);
    expect(shown(seated).options.map((each) => each.fees)).toEqual([
      { ticket_fee: 0 },
      { ticket_fee: 0 },
      { ticket_fee: 0 },
    ]);
  });
});

describe('the value product', () => {
  test('shows open public campaigns without codes, and is never for companies only', () => {
    const campaign = { company: 'nordlys', id: 4, name: 'More', kind: 'added-value' as const, value: 20 };
    const { company } = shopOf({
      campaigns: [
        { ...campaign, applies_to: 'gift_card', amount_from: 50_000, codes: ['SPRING-0001'] },
        { ...campaign, id: 5, applies_to: 'gift_card', public: false },
        { ...campaign, id: 6, applies_to: { experience: 12 } },
        { ...campaign, id: 7, applies_to: 'gift_card', closes_at: PAST },
      ],
    });
    const product = presentValueProduct(company, NOW);
    expect(product).toMatchObject({
      id: 'gift_card_value',
      company_required: false,
      pricing: { minimum_amount: 10_000, maximum_amount: 500_000 },
      promotions: [{ id: 4, name: 'More', kind: 'added-value', value: 20, amount_from: 50_000, amount_to: 500_000 }],
    });
    expect(JSON.stringify(product)).not.toContain('SPRING');
  });

  test('does not exist for a company without gift cards', () => {
    expect(presentValueProduct({ ...shopOf({}).company, gift_card: undefined }, NOW)).toBeUndefined();
  });
});
