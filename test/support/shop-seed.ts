import { ALL_SCOPES, ruleSeed } from './seed.ts';

/** Key with all permissions on the shop. */
export const SHOP_KEY = `lp_live_${'7'.repeat(32)}_${'9'.repeat(64)}`;
const OFFLINE_KEY = `lp_live_${'8'.repeat(32)}_${'9'.repeat(64)}`;
export const BARE_KEY = `lp_live_${'e'.repeat(32)}_${'9'.repeat(64)}`;
const SCOPES = [...ALL_SCOPES, 'orderpage:read', 'orderpage:write'];

const values = {
  open: true,
  title: { da: 'Gavebutikken', en: 'The Gift Shop' },
  introduction: { da: '<p>Gaver til <strong>alle</strong>.</p>' },
  closed_message: { da: 'Vi åbner igen i morgen.', en: 'We open again tomorrow.' },
  suggested_amounts: [20000, 50000, 100000],
  'greeting.own_picture': true,
  'marketing_consent.text': { da: 'Ja tak til nyheder.', en: 'Yes, send me news.' },
  'terms.text': { en: '<p>All sales are final.</p>' },
  return_url: 'https://shop.example/',
};

const courierPost = {
  postal: {
    carrier: 'courier',
    destinations: [
      { country: 'DK', private: 4900, collection: 3900, company: 5900 },
      { country: 'SE', private: 9900 },
    ],
    extra_card: 500,
  },
};

const [shop, ...others] = ruleSeed.companies;
const event = (id: number, options: object[], more: object = {}) => ({
  company: 'shop',
  id,
  slug: `event-${id}`,
  name: `Event ${id}`,
  starts_at: '2030-05-01T19:00:00+02:00',
  options,
  ...more,
});

/** A name with every kind of character that needs escaping. */
export const HOSTILE_NAME = `<script>alert(1)</script> & "Sons" 'Ø'`;

/**
 * A shop with a page that sells everything, one without checkout, one that delivers by courier, and one without a page.
 */
export const shopSeed = {
  ...ruleSeed,
  companies: [
    { ...shop, language: 'da', order_page: { values } },
    ...others.map((company) => {
      if (company.slug === 'offline') return { ...company, order_page: { values: { open: true } } };
      return company.slug === 'other' ? { ...company, delivery: courierPost, order_page: { values } } : company;
    }),
    { ...shop, slug: 'bare', name: 'Bare ApS', gift_card: undefined, greeting: undefined, delivery: undefined },
  ],
  api_keys: [
    ...ruleSeed.api_keys,
    { company: 'shop', label: 'page', key: SHOP_KEY, scopes: SCOPES },
    { company: 'offline', label: 'page', key: OFFLINE_KEY, scopes: SCOPES },
    { company: 'bare', label: 'page', key: BARE_KEY, scopes: SCOPES },
  ],
  experiences: [
    ...ruleSeed.experiences,
    { company: 'shop', id: 20, name: HOSTILE_NAME, options: [{ id: 20, name: HOSTILE_NAME, amount: 20000 }] },
  ],
  events: [
    ...ruleSeed.events,
    event(20, [{ id: 20, name: 'Member', amount: 20000, stock: 50, requires: { code: true } }], {
      comment: { available: true, label: 'Allergies', max_length: 20 },
    }),
    event(
      21,
      [{ id: 21, name: 'Box', amount: 20000, stock: 1500, publish_stock: true, requires: { collection_point: true } }],
      {
        collection_points: [
          { id: 1, name: 'Reception', address: 'Havnegade 1', city: 'Aarhus' },
          { id: 2, name: 'Library', address: 'Torvet 2', city: 'Aarhus' },
        ],
      },
    ),
    event(22, [{ id: 22, name: 'Gone', amount: 20000, stock: 0 }]),
    event(23, [{ id: 23, name: 'Runner', amount: 20000, stock: 9, requires: { address: true } }]),
  ],
};

/** N experiences of the shop. */
export const manyProducts = (count: number): object[] =>
  Array.from({ length: count }, (_, at) => ({
    company: 'shop',
    id: at + 1,
    name: `Experience ${at + 1}`,
    description: '<p>Three hours by the sea, with sauna, steam bath and a cold dip.</p>',
    options: [{ id: at + 1, name: 'Option', amount: 20000 + at * 100 }],
  }));
