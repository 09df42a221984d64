/**
 * A small environment for tests of rules: two unrelated shops, an agency of the first, a company without approved
 * return URLs, and one without checkout.
 */
export const API_KEY = `lp_live_${'1'.repeat(32)}_${'a'.repeat(64)}`;
const TEST_KEY = `lp_test_${'2'.repeat(32)}_${'b'.repeat(64)}`;
export const FOREIGN_KEY = `lp_live_${'3'.repeat(32)}_${'c'.repeat(64)}`;
export const AGENCY_KEY = `lp_live_${'4'.repeat(32)}_${'d'.repeat(64)}`;
export const NO_CHECKOUT_KEY = `lp_live_${'5'.repeat(32)}_${'e'.repeat(64)}`;

/** API key of a company without any approved return URL. */
export const HOMELESS_KEY = `lp_live_${'6'.repeat(32)}_${'f'.repeat(64)}`;

export const ALL_SCOPES = [
  'companies:read',
  'companies:write',
  'users:read',
  'users:write',
  'brand:read',
  'brand:write',
  'pdf_templates:read',
  'pdf_templates:write',
  'credentials:read',
  'credentials:write',
  'items:read',
  'items:write',
  'items:adjust',
  'catalog:read',
  'catalog:write',
  'campaigns:read',
  'campaigns:write',
  'quotes:create',
  'orders:create',
  'orders:read',
  'checkout:create',
  'orders:settle',
  'orders:refund',
  'webhooks:read',
  'webhooks:write',
  'reports:read',
];

const contract = { checkout: true, invoice_settlement: true, settlement_modes: ['invoice'] };
const approved_urls = ['https://shop.example/', 'http://127.0.0.1'];

const shop = {
  slug: 'shop',
  name: 'Shop ApS',
  vat_number: 'DK11111111',
  currency: 'DKK',
  language: 'da',
  contract,
  approved_urls,
  gift_card: { name: 'Gift card', minimum_amount: 10000, maximum_amount: 500000, order_fee: 1000 },
  delivery: {
    postal: {
      carrier: 'own_post',
      destinations: [{ country: 'DK', private: 4900, collection: 3900, company: 5900 }],
      extra_card: 500,
      priorities: [
        { id: 1, label: 'Economy', price_per_card: 0, default: true },
        { id: 2, label: 'Express', price_per_card: 1200 },
      ],
    },
  },
  greeting: { max_length: 20, designs: [{ id: 7, name: 'Birthday', url: 'https://shop.example/7.png' }] },
};

/** Each concurrent test has its own option, so that tests do not share stock. */
const experience = (id: number, option: number, more: object = {}) => ({
  company: 'shop',
  id,
  name: `Experience ${id}`,
  options: [{ id: option, name: 'Option', amount: 20000, ...more }],
});

const event = (id: number, options: object[], more: object = {}) => ({
  company: 'shop',
  id,
  slug: `event-${id}`,
  name: `Event ${id}`,
  starts_at: '2030-05-01T19:00:00+02:00',
  options,
  ...more,
});

/** Operator data for `startStack({ seed })`. */
export const ruleSeed = {
  companies: [
    shop,
    { ...shop, slug: 'other', name: 'Other ApS' },
    { ...shop, slug: 'agency', name: 'Agency', assigned: ['shop'] },
    { ...shop, slug: 'homeless', name: 'Homeless', approved_urls: [] },
    { ...shop, slug: 'offline', name: 'Offline', contract: { checkout: false, settlement_modes: ['invoice'] } },
  ],
  api_keys: [
    { company: 'shop', label: 'all', key: API_KEY, scopes: ALL_SCOPES },
    { company: 'shop', label: 'test', environment: 'test', key: TEST_KEY, scopes: ALL_SCOPES },
    { company: 'other', label: 'all', key: FOREIGN_KEY, scopes: ALL_SCOPES },
    { company: 'agency', label: 'all', key: AGENCY_KEY, scopes: ALL_SCOPES },
    { company: 'offline', label: 'all', key: NO_CHECKOUT_KEY, scopes: ALL_SCOPES },
    { company: 'homeless', label: 'all', key: HOMELESS_KEY, scopes: ALL_SCOPES },
  ],
  experiences: [
    experience(1, 1),
    experience(2, 2, { stock: 50 }),
    experience(3, 3, { quantity: { minimum: 2, maximum: 4 } }),
    { ...experience(4, 4), company_required: true },
    experience(5, 5, { quantity: { maximum: 1000 } }),
    experience(6, 6, { stock: 3 }),
  ],
  events: [
    event(1, [{ id: 1, name: 'Seat', amount: 25000, ticket_fee: 500, stock: 100 }]),
    event(
      2,
      [
        { id: 2, name: 'A', amount: 25000, stock: 10 },
        { id: 3, name: 'B', amount: 15000, stock: 10 },
      ],
      {
        seats: 12,
      },
    ),
    event(
      3,
      [
        { id: 4, name: 'A', amount: 25000, stock: 50 },
        { id: 5, name: 'B', amount: 15000, stock: 50 },
      ],
      {
        capacity_mode: 'per_order',
        tickets_per_event: 6,
        comment: { available: true, label: 'Allergies', max_length: 10 },
      },
    ),
    event(4, [{ id: 6, name: 'Table', amount: 40000, stock: 20 }], { grouped_tickets: true }),
    event(5, [
      { id: 7, name: 'Seat', amount: 25000, stock: 20 },
      { id: 8, name: 'Dinner', amount: 9000, stock: 20, add_on: true },
    ]),
  ],
  special_offers: [
    { company: 'shop', id: 1, name: 'Offer', options: [{ id: 1, name: 'Voucher', amount: 30000, stock: 5 }] },
    {
      company: 'shop',
      id: 2,
      name: 'Regular',
      options: [{ id: 2, name: 'V', amount: 30000, regular_amount: 50000, redeem_at_regular: true, stock: 20 }],
    },
  ],
  discount_codes: [
    { company: 'shop', code: 'TENOFF', percent: 10 },
    { company: 'shop', code: 'ONLYFIVE', percent: 10, max_uses: 5 },
    { company: 'shop', code: 'FREEPOST', percent: 100, applies_to: 'shipping' },
  ],
};

const CARDS = {
  paid: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  late: '4000 0000 0000 0341',
  noisy: '4000 0000 0000 0259',
  unrefundable: '4000 0000 0000 5126',
  short: '4000 0000 0000 0085',
};
export type Card = keyof typeof CARDS;

/** Form of the payment page for a card. */
export const cardForm = (card: Card): string =>
  new URLSearchParams({ card_number: CARDS[card], expiry: '12/40', cvc: '123' }).toString();
