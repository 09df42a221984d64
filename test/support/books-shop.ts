import { ALL_SCOPES } from './seed.ts';

const keyOf = (digit: string): string => `lp_live_${digit.repeat(32)}_${'6'.repeat(64)}`;

/**
 * Keys of the bookkeeping shop, of a company whose currency has no decimals, of one whose currency has three, and of
 * the shop without the scope for reports.
 */
export const BOOKS_KEY = keyOf('1');
export const YEN_KEY = keyOf('2');
export const DINAR_KEY = keyOf('3');
export const NO_REPORTS_KEY = keyOf('4');

const company = {
  language: 'en',
  contract: {
    checkout: true,
    invoice_settlement: true,
    settlement_modes: ['invoice'],
    commission_percent: 5,
  },
  approved_urls: ['https://shop.example/'],
};

const card = { name: 'Gift card', minimum_amount: 100, maximum_amount: 5_000_000, order_fee: 1000 };

/** Account numbers of a journal. */
export const ACCOUNTS = {
  gateway: '5830',
  receivables: '5600',
  liability: '6900',
  fees: '1050',
  postage: '1060',
  discount: '1090',
  commission: '1310',
  breakage: '1080',
  adjustments: '1095',
  disputes: '1330',
  revenue: [
    { vat_rate: 25, account: '1010' },
    { vat_rate: 12, account: '1011' },
    { vat_rate: 6, account: '1012' },
  ],
  vat: [
    { vat_rate: 25, account: '6902' },
    { vat_rate: 12, account: '6903' },
    { vat_rate: 6, account: '6904' },
  ],
};

/** A shop with every VAT treatment, and a commission; and companies whose currencies have no or three decimals. */
export const booksSeed = {
  companies: [
    {
      ...company,
      slug: 'books',
      name: 'Books ApS, Århus',
      vat_number: 'DK12345678',
      address: { street: 'Havnegade 1', postcode: '8000', city: 'Aarhus', country: 'DK' },
      currency: 'DKK',
      vat_percent: 25,
      claim_expired: 0,
      gift_card: card,
      delivery: {
        postal: { carrier: 'own_post', destinations: [{ country: 'DK', private: 4900 }], extra_card: 500 },
      },
    },
    {
      ...company,
      slug: 'yen',
      name: 'Yen KK',
      currency: 'JPY',
      time_zone: 'Asia/Tokyo',
      vat_percent: 10,
      gift_card: { ...card, order_fee: 99 },
    },
    {
      ...company,
      slug: 'dinar',
      name: 'Dinar WLL',
      language: 'sv',
      currency: 'KWD',
      time_zone: 'Asia/Kuwait',
      vat_percent: 15,
      gift_card: { ...card, order_fee: 1001 },
    },
  ],
  api_keys: [
    { company: 'books', label: 'all', key: BOOKS_KEY, scopes: ALL_SCOPES },
    { company: 'yen', label: 'all', key: YEN_KEY, scopes: ALL_SCOPES },
    { company: 'dinar', label: 'all', key: DINAR_KEY, scopes: ALL_SCOPES },
    {
      company: 'books',
      label: 'no reports',
      key: NO_REPORTS_KEY,
      scopes: ALL_SCOPES.filter((scope) => scope !== 'reports:read'),
    },
  ],
  experiences: [
    { company: 'books', id: 1, name: 'Tasting', options: [{ id: 1, name: 'For two', amount: 79_900 }] },
    {
      company: 'books',
      id: 2,
      name: 'Museum',
      vat_treatment: 'single_purpose',
      options: [{ id: 2, name: 'Entry', amount: 9999 }],
    },
    { company: 'books', id: 3, name: 'Book', vat_percent: 6, options: [{ id: 3, name: 'One', amount: 1003 }] },
    {
      company: 'books',
      id: 4,
      name: 'Dinner',
      vat_treatment: 'multi_purpose',
      vat_percent: 12,
      options: [{ id: 4, name: 'One', amount: 50_000 }],
    },
  ],
  events: [
    {
      company: 'books',
      id: 1,
      slug: 'concert',
      name: 'Concert',
      starts_at: '2035-05-01T19:00:00+02:00',
      vat_treatment: 'single_purpose',
      options: [
        { id: 1, name: 'Seat', amount: 25_000, ticket_fee: 500 },
        { id: 2, name: 'Programme', amount: 3333, vat_percent: 6 },
        { id: 3, name: 'Dinner', amount: 30_000, vat_treatment: 'multi_purpose' },
      ],
    },
  ],
  discount_codes: [{ company: 'books', code: 'TENTH', percent: 10 }],
};
