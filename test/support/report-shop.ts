import { ALL_SCOPES } from './seed.ts';
import { itemSeed } from './item-shop.ts';

const keyOf = (digit: string): string => `lp_live_${digit.repeat(32)}_${'8'.repeat(64)}`;

/**
 * Keys of a root company, of its child, of the shop (lacking the scope for reports), of an empty company, and of one
 * with many items.
 */
export const ROOT_KEY = keyOf('a');
export const CHILD_KEY = keyOf('b');
export const NO_REPORTS_KEY = keyOf('c');
export const EMPTY_KEY = keyOf('d');
export const MANY_ITEMS_KEY = keyOf('e');

const event = (id: number, more: object) => ({
  company: 'till',
  id,
  slug: `event-${id}`,
  name: `Event ${id}`,
  starts_at: '2030-05-01T19:00:00+02:00',
  options: [{ id: id * 10, name: 'Seat', amount: 10000, stock: 20 }],
  ...more,
});

const company = { ...itemSeed.companies[1], claim_expired: undefined };

/** The items shop with events of every kind, and a root company with two children. */
export const reportSeed = {
  ...itemSeed,
  companies: [
    ...itemSeed.companies,
    { ...company, slug: 'root', name: 'Root ApS' },
    { ...company, slug: 'child', name: 'Child ApS', parent: 'root' },
    { ...company, slug: 'second-child', name: 'Second child', parent: 'root' },
    { ...company, slug: 'empty', name: 'Empty ApS' },
    { ...company, slug: 'crowd', name: 'Crowd ApS' },
  ],
  api_keys: [
    ...itemSeed.api_keys,
    { company: 'root', label: 'root', key: ROOT_KEY, scopes: ALL_SCOPES },
    { company: 'child', label: 'child', key: CHILD_KEY, scopes: ALL_SCOPES },
    {
      company: 'till',
      label: 'no reports',
      key: NO_REPORTS_KEY,
      scopes: ALL_SCOPES.filter((scope) => scope !== 'reports:read'),
    },
    { company: 'empty', label: 'empty', key: EMPTY_KEY, scopes: ALL_SCOPES },
    { company: 'crowd', label: 'crowd', key: MANY_ITEMS_KEY, scopes: ALL_SCOPES },
  ],
  events: [
    ...itemSeed.events,
    event(3, {
      comment: { available: true, label: 'Allergies', max_length: 50 },
      venue: { name: 'Hall', address: 'Street 1', postcode: '2100' },
      opens_at: '2020-01-01T12:00:00Z',
      closes_at: '2040-07-01T12:00:00Z',
      seats: 12,
      options: [
        { id: 30, name: 'Stalls', amount: 20000, stock: 10 },
        { id: 31, name: 'Balcony', amount: 15000, stock: 10 },
        { id: 32, name: 'Dinner', amount: 9000, stock: 50, add_on: true },
      ],
    }),
    event(4, { public: false }),
    event(5, { online: false }),
    event(6, { starts_at: null }),
    event(7, { public: false, online: false }),
  ],
};
