import type * as z from 'zod/mini';
import type { operatorDataSchema } from '../../functions/domain/administration/operator-data/schema.ts';

type Data = z.input<typeof operatorDataSchema>;
type Offer = NonNullable<Data['special_offers']>[number];

const keyOf = (digit: string): string => `lp_live_${digit.repeat(32)}_${digit.repeat(64)}`;

/** Keys in the seed: of the shop, without scopes, of an agency that acts for the shop, and of another company. */
export const SHOP = keyOf('a');
export const NO_SCOPES = keyOf('b');
export const AGENCY = keyOf('c');
export const OTHER = keyOf('d');

const scopes = ['catalog:read', 'quotes:create', 'orders:create', 'orders:read'];
const company = (slug: string, more: object = {}) => ({
  slug,
  name: slug,
  currency: 'DKK',
  language: 'da',
  contract: { checkout: true },
  approved_urls: ['https://shop.example/'],
  ...more,
});

const PAST = '2020-01-01T00:00:00Z';
const FUTURE = '2099-01-01T00:00:00Z';

const option = (id: number, more: object = {}) => ({ id, name: `Option ${id}`, amount: 10_000, ...more });
const experience = (id: number, more: object = {}) => ({
  company: 'shop',
  id,
  name: `Experience ${id}`,
  options: [option(id * 10)],
  ...more,
});
const event = (id: number, more: object = {}) => ({
  company: 'shop',
  id,
  slug: `event-${id}`,
  name: `Event ${id}`,
  starts_at: '2098-05-01T19:00:00+02:00',
  options: [option(id * 10)],
  ...more,
});
const offer = (id: number, more: Partial<Offer> = {}): Offer => ({
  company: 'shop',
  id,
  name: `Offer ${id}`,
  options: [{ ...option(id * 10), stock: 5 }],
  ...more,
});

/** Listed products, and one for each reason not to be listed. */
export const LISTED = ['gift_card_value', 'gcv_1', 'gcv_2', 'evt_1', 'evt_2', 'so_1'];
export const NOT_LISTED = [
  'gcv_11 inactive',
  'gcv_12 private',
  'gcv_13 of another kind',
  'gcv_14 not yet published',
  'gcv_15 no longer published',
  'gcv_16 sold out in all options',
  'gcv_17 withheld by a running campaign',
  'evt_11 undated',
  'evt_12 not yet open',
  'evt_13 closed',
  'evt_14 private',
  'so_11 past its end',
  'so_12 inactive',
  'gcv_30 of another company',
  'gcv_999 unknown',
  'gcvo_10 not a product',
];

export const seed: Data = {
  companies: [
    company('shop', {
      categories: [
        { id: 3, name: 'Spa' },
        { id: 4, name: 'Concerts' },
      ],
      terms: { html: '<p>Terms</p><script>alert(1)</script>' },
      gift_card: {
        name: 'Gift card',
        minimum_amount: 10_000,
        maximum_amount: 500_000,
        order_fee: 1000,
        quantity: { maximum: 20 },
        categories: [3],
      },
      greeting: { max_length: 200, designs: [{ id: 7, name: 'Birthday', url: 'https://shop.example/7.png' }] },
      delivery: {
        postal: {
          carrier: 'own_post',
          destinations: [{ country: 'DK', private: 4900, company: 5900 }],
          extra_card: 500,
          priorities: [
            { id: 1, label: 'Economy', price_per_card: 1200, default: true },
            { id: 2, label: 'Express', price_per_card: 2500 },
          ],
        },
      },
    }),
    company('courier-shop', {
      language: 'en',
      gift_card: { name: 'Gift card', minimum_amount: 10_000, maximum_amount: 500_000 },
      delivery: {
        postal: { carrier: 'courier', destinations: [{ country: 'DK', private: 4900, collection: 3900 }] },
      },
    }),
    company('agency', { assigned: ['shop', 'courier-shop'] }),
    company('bare'),
  ],
  api_keys: [
    { company: 'shop', label: 'shop', key: SHOP, scopes },
    { company: 'shop', label: 'none', key: NO_SCOPES, scopes: [] },
    { company: 'agency', label: 'agency', key: AGENCY, scopes },
    { company: 'bare', label: 'bare', key: OTHER, scopes },
  ] as Data['api_keys'],
  experiences: [
    experience(1, {
      categories: [3],
      description: '<p>Hi</p><script>x</script>',
      order_fee: 700,
      options: [
        option(10),
        option(11, { stock: 3, publish_stock: true }),
        option(12, { stock: 3 }),
        option(13, { active: false }),
        option(14, { stock: 0, publish_stock: true }),
      ],
    }),
    experience(2, { company_required: true, published_from: PAST, published_until: FUTURE }),
    experience(11, { active: false }),
    experience(12, { public: false }),
    experience(13, { kind: 'coupon' }),
    experience(14, { published_from: FUTURE }),
    experience(15, { published_until: PAST }),
    experience(16, { options: [option(160, { stock: 0 }), option(161, { active: false })] }),
    experience(17),
    experience(30, { company: 'bare' }),
  ],
  events: [
    event(1, {
      seats: 50,
      categories: [4],
      tagline: 'Loud',
      venue: { name: 'Hall', address: 'A 1', postcode: '2100' },
      comment: { available: true, label: 'Diet', max_length: 10 },
      collection_points: [{ id: 2, name: 'Desk', address: 'A 1', city: 'B' }],
      options: [
        option(10, { ticket_fee: 500, stock: 20, publish_stock: true }),
        option(11, { add_on: true, ticket_fee: 500 }),
        option(12, { requires: { collection_point: true } }),
      ],
    }),
    event(2, { capacity_mode: 'per_order', tickets_per_event: 4, options: [option(20), option(21)] }),
    event(11, { starts_at: null }),
    event(12, { opens_at: FUTURE }),
    event(13, { closes_at: PAST }),
    event(14, { public: false }),
  ],
  special_offers: [
    offer(1, {
      available_until: FUTURE,
      options: [{ ...option(10), stock: 5, regular_amount: 20_000, redeem_at_regular: true }],
    }),
    offer(11, { available_until: PAST }),
    offer(12, { active: false }),
  ],
  campaigns: [
    {
      company: 'shop',
      id: 4,
      name: 'More',
      applies_to: 'gift_card',
      kind: 'added-value',
      value: 20,
      amount_from: 50_000,
      codes: ['SPRING-0001'],
    },
    { company: 'shop', id: 5, name: 'Withholds', applies_to: { experience: 17 }, kind: 'added-value', value: 5 },
    {
      company: 'shop',
      id: 6,
      name: 'Over',
      applies_to: { experience: 1 },
      kind: 'added-value',
      value: 5,
      closes_at: PAST,
    },
  ],
  discount_codes: [
    { company: 'shop', code: 'SUMMER10', percent: 10 },
    { company: 'shop', code: 'FREEPOST', percent: 100, applies_to: 'shipping' },
    { company: 'shop', code: 'CLOSED', percent: 10, closes_at: PAST },
  ],
};
