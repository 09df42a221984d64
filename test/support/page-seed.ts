import { ALL_SCOPES } from './seed.ts';

/** A company with an order page, and related ones, for tests of the page. */
export const PAGE_KEY = `lp_live_${'a1'.repeat(16)}_${'1'.repeat(64)}`;
export const READ_KEY = `lp_live_${'a2'.repeat(16)}_${'2'.repeat(64)}`;
export const PAGE_AGENCY_KEY = `lp_live_${'a3'.repeat(16)}_${'3'.repeat(64)}`;
export const STRANGER_KEY = `lp_live_${'a4'.repeat(16)}_${'4'.repeat(64)}`;
export const UNATTRIBUTED_KEY = `lp_live_${'a5'.repeat(16)}_${'5'.repeat(64)}`;

const PAGE_SCOPES = [...ALL_SCOPES, 'orderpage:read', 'orderpage:write'];

const base = {
  currency: 'DKK',
  language: 'da',
  contract: { checkout: true },
  approved_urls: ['https://cafe.example/', 'http://127.0.0.1'],
};

/** A company with a gift card, postal delivery and a greeting design. */
export const cafe = {
  ...base,
  slug: 'cafe',
  name: 'Café Æblegård',
  vat_number: 'DK12345678',
  gift_card: { name: 'Gavekort', minimum_amount: 10000, maximum_amount: 500000, order_fee: 1000 },
  delivery: {
    postal: {
      carrier: 'courier',
      destinations: [{ country: 'DK', private: 4900, collection: 3900, company: 5900 }],
      extra_card: 500,
    },
  },
  greeting: { max_length: 40, designs: [{ id: 7, name: 'Fødselsdag', url: 'https://cafe.example/7.png' }] },
};

export const experience = (id: number, more: object = {}) => ({
  company: 'cafe',
  id,
  name: `Oplevelse ${id}`,
  options: [{ id, name: 'Standard', amount: 20000 }],
  ...more,
});

export const pageSeed = {
  companies: [
    cafe,
    { ...base, slug: 'agency', name: 'Bureau', assigned: ['cafe'] },
    { ...base, slug: 'stranger', name: 'Fremmed' },
  ],
  api_keys: [
    { company: 'cafe', label: 'page', key: PAGE_KEY, scopes: PAGE_SCOPES },
    { company: 'cafe', label: 'reader', key: READ_KEY, scopes: ['orderpage:read'] },
    { company: 'agency', label: 'agency', key: PAGE_AGENCY_KEY, scopes: PAGE_SCOPES },
    { company: 'stranger', label: 'stranger', key: STRANGER_KEY, scopes: PAGE_SCOPES },
    { company: 'cafe', label: 'old', key: UNATTRIBUTED_KEY, scopes: PAGE_SCOPES, attributed: false },
  ],
  experiences: [experience(1), experience(2), experience(3, { active: false })],
};
