import { ALL_SCOPES, API_KEY } from '../support/seed.ts';

/**
 * Products without fees, whose price is their value: what was captured is then what was issued, to the last øre. Stock
 * is published, so that the books can be read through the API.
 */
export const STOCKED = [
  { product: 'gcv_1', option: 'gcvo_1', amount: 20000, stock: 400 },
  { product: 'evt_1', option: 'evto_1', amount: 25000, stock: 400 },
  { product: 'so_1', option: 'sov_1', amount: 30000, stock: 400 },
] as const;

export const GIFT_CARD_AMOUNTS = [10000, 25000, 50000] as const;

export const simulationSeed = {
  companies: [
    {
      slug: 'shop',
      name: 'Shop',
      currency: 'DKK',
      language: 'en',
      contract: { checkout: true },
      approved_urls: ['https://shop.example/'],
      gift_card: { name: 'Gift card', minimum_amount: 10000, maximum_amount: 500000 },
    },
  ],
  api_keys: [{ company: 'shop', label: 'simulation', key: API_KEY, scopes: ALL_SCOPES }],
  experiences: [
    {
      company: 'shop',
      id: 1,
      name: 'Experience',
      options: [{ id: 1, name: 'A', amount: 20000, stock: 400, publish_stock: true }],
    },
  ],
  events: [
    {
      company: 'shop',
      id: 1,
      slug: 'event',
      name: 'Event',
      starts_at: '2045-05-01T19:00:00+02:00',
      options: [{ id: 1, name: 'A', amount: 25000, stock: 400, publish_stock: true }],
    },
  ],
  special_offers: [
    {
      company: 'shop',
      id: 1,
      name: 'Offer',
      options: [{ id: 1, name: 'A', amount: 30000, stock: 400, publish_stock: true }],
    },
  ],
};
