import * as z from 'zod/mini';
import { describe, expect, test } from 'vitest';
import {
  checkOperatorData,
  type StoredReferences,
} from '../../../functions/domain/administration/operator-data/check.ts';
import { operatorDataSchema } from '../../../functions/domain/administration/operator-data/schema.ts';
import { company, event, experience, offer, option } from './samples.ts';

const NOTHING: StoredReferences = {
  companies: new Set(),
  rated: new Set(),
  categories: new Map(),
  users: new Set(),
  experiences: new Set(),
  counters: new Map(),
  taken: { options: new Map(), slugs: new Map() },
  printed: new Set(),
};

const faultPaths = (file: object, known: Partial<StoredReferences> = {}): string[] =>
  checkOperatorData(z.parse(operatorDataSchema, file), { ...NOTHING, ...known }).map(({ path }) => path);

const companies = [company('a')];

describe('rules across the operator data file', () => {
  test('single-purpose goods have a VAT rate, or their company has one', () => {
    const card = { name: 'Card', minimum_amount: 1, maximum_amount: 2, vat_treatment: 'single_purpose' };
    const taxed = { vat_treatment: 'single_purpose' };
    const file = {
      companies: [{ ...company('a'), gift_card: card }],
      experiences: [experience('a', 1, [option(11)], taxed), experience('a', 2, [option(21)], { vat_percent: 6 })],
      events: [event('a', 1, [option(12, taxed)])],
    };
    expect(faultPaths(file)).toEqual([
      '$.companies[0].gift_card.vat_percent',
      '$.experiences[0].vat_percent',
      '$.events[0].options[0].vat_percent',
    ]);
    expect(faultPaths(file, { rated: new Set(['a']) })).toEqual([]);
    expect(faultPaths({ ...file, companies: [{ ...company('a'), gift_card: card, vat_percent: 0 }] })).toEqual([]);
  });

  test('a category has a name', () => {
    const categories = ['Spa', '', ' \u200B'].map((name, at) => ({ id: at + 1, name }));
    expect(faultPaths({ companies: [{ ...company('a'), categories }] })).toEqual([
      '$.companies[0].categories[1].name',
      '$.companies[0].categories[2].name',
    ]);
  });

  test('a product has categories of its company, from the file or stored', () => {
    const card = { name: 'Card', minimum_amount: 1, maximum_amount: 2, categories: [3, 4] };
    const products = {
      experiences: [experience('a', 1, [option(11)], { categories: [3] })],
      events: [event('a', 1, [option(12)], { categories: [3, 5] })],
      special_offers: [offer('b', 1, [option(13, { stock: 1 })], { categories: [7, 8] })],
    };
    const file = {
      companies: [{ ...company('a'), gift_card: card, categories: [{ id: 3, name: 'Spa' }] }],
      ...products,
    };
    const known = {
      companies: new Set(['b']),
      categories: new Map([
        ['b', new Set([7])],
        ['a', new Set([4, 5])],
      ]),
    };
    expect(faultPaths(file, known)).toEqual([
      '$.companies[0].gift_card.categories[1]',
      '$.events[0].categories[1]',
      '$.special_offers[0].categories[1]',
    ]);
  });

  test('names and places on cards and tickets can be printed', () => {
    const name = 'Ꮳ Spa';
    const place = { name, address: '', city: name };
    const file = {
      companies: [{ ...company('a'), gift_card: { name, minimum_amount: 1, maximum_amount: 2 } }],
      campaigns: [{ company: 'a', id: 1, name, applies_to: 'gift_card', kind: 'added-value', value: 5 }],
      experiences: [experience('a', 1, [option(11, { name })], { name })],
      events: [
        event('a', 1, [option(12)], {
          venue: { name: 'Hall 𝓗', address: name, postcode: '' },
          collection_points: [{ id: 1, ...place }],
        }),
      ],
      special_offers: [offer('a', 1, [option(13, { stock: 1 })], { name: 'お誕生日 👍🏽\u0007' })],
    };
    expect(faultPaths(file)).toEqual([
      '$.companies[0].gift_card.name',
      '$.campaigns[0].name',
      '$.experiences[0].name',
      '$.experiences[0].options[0].name',
      '$.events[0].venue.address',
      '$.events[0].collection_points[0].name',
      '$.events[0].collection_points[0].city',
    ]);
  });

  test('a company has a name', () => {
    const result = z.safeParse(operatorDataSchema, { companies: [{ ...company('a'), name: ' ' }] });
    expect(result.error?.issues.map(({ path }) => path.join('.'))).toEqual(['companies.0.name']);
  });

  test('a consistent file has no fault', () => {
    const file = {
      companies,
      experiences: [experience('a', 1, [option(1, { stock: 3 }), option(2)])],
      events: [event('a', 1, [option(1)], { seats: 10 })],
      special_offers: [offer('a', 1, [option(1, { stock: 4 })])],
      restock: [
        { option: 'gcvo_1', remaining: 5 },
        { option: 'evt_1', remaining: 8 },
      ],
    };
    expect(faultPaths(file)).toEqual([]);
  });

  test('every entry belongs to a company in the file or in the environment', () => {
    const file = {
      api_keys: [{ company: 'b', label: 'x', scopes: [] }],
      experiences: [experience('b', 1, [])],
      events: [event('b', 1, [])],
      special_offers: [offer('b', 1, [])],
      campaigns: [{ company: 'b', id: 1, name: '', applies_to: 'gift_card', kind: 'added-value', value: 5 }],
      discount_codes: [{ company: 'b', code: 'ABCDE', percent: 5 }],
      users: [{ username: 'u', password: 'p', company: 'b' }],
      oauth_clients: [{ client_id: 'c', client_secret: 's', company: 'b' }],
    };
    expect(faultPaths(file)).toEqual([
      '$.api_keys[0].company',
      '$.experiences[0].company',
      '$.events[0].company',
      '$.special_offers[0].company',
      '$.campaigns[0].company',
      '$.discount_codes[0].company',
      '$.users[0].company',
      '$.oauth_clients[0].company',
    ]);
    expect(faultPaths(file, { companies: new Set(['b']) })).toEqual([]);
  });

  test('parents and assigned companies exist and are not the company itself', () => {
    const file = { companies: [company('a', { parent: 'a', assigned: ['b', 'x'] }), company('b', { parent: 'y' })] };
    expect(faultPaths(file)).toEqual(['$.companies[0].parent', '$.companies[0].assigned[1]', '$.companies[1].parent']);
  });

  test('slugs, ids and codes are unique in their company', () => {
    const file = {
      companies: [company('a'), company('a'), company('b')],
      experiences: [
        experience('a', 1, [option(1), option(1)]),
        experience('a', 1, []),
        experience('b', 1, [option(1)]),
      ],
      events: [event('a', 1, []), event('a', 2, [], { slug: 'event-1' })],
      discount_codes: [
        { company: 'a', code: 'SUMMER', percent: 5 },
        { company: 'a', code: 'summer', percent: 6 },
        { company: 'b', code: 'SUMMER', percent: 5 },
      ],
    };
    expect(faultPaths(file)).toEqual([
      '$.companies[1].slug',
      '$.experiences[1].id',
      '$.experiences[0].options[1].id',
      '$.events[1].slug',
      '$.discount_codes[1].code',
    ]);
  });

  test('the id of an option stays with its product, even if the file contains that product without the option', () => {
    const taken = { options: new Map([['a/gcvo_1', ['gcv_1']]]), slugs: new Map() };
    const file = { companies, experiences: [experience('a', 1, [option(2)]), experience('a', 2, [option(1)])] };
    expect(faultPaths(file, { taken })).toEqual(['$.experiences[1].options[0].id']);
    expect(faultPaths({ companies, experiences: [experience('a', 1, [option(1)])] }, { taken })).toEqual([]);
    expect(faultPaths({ companies, events: [event('a', 2, [option(1)])] }, { taken })).toEqual([]);
  });

  test('the slug of an event is free once the event gets another one', () => {
    const taken = { options: new Map(), slugs: new Map([['a/jazz', ['evt_1']]]) };
    const jazz = (id: number) => event('a', id, [], { slug: 'jazz' });
    expect(faultPaths({ companies, events: [jazz(2)] }, { taken })).toEqual(['$.events[0].slug']);
    expect(faultPaths({ companies, events: [jazz(1)] }, { taken })).toEqual([]);
    expect(faultPaths({ companies, events: [event('a', 1, []), jazz(2)] }, { taken })).toEqual([]);
  });

  test('ids that two stored products already share can still be imported', () => {
    const taken = {
      options: new Map([['a/gcvo_1', ['gcv_1', 'gcv_2']]]),
      slugs: new Map([['a/event-2', ['evt_1', 'evt_2']]]),
    };
    const file = { companies, experiences: [experience('a', 2, [option(1)])], events: [event('a', 2, [])] };
    expect(faultPaths(file, { taken })).toEqual([]);
    expect(faultPaths({ companies, experiences: [experience('a', 3, [option(1)])], events: [] }, { taken })).toEqual([
      '$.experiences[0].options[0].id',
    ]);
  });

  test('a minimum is not above its maximum', () => {
    const giftCard = { name: '', minimum_amount: 500, maximum_amount: 400, quantity: { minimum: 3, maximum: 2 } };
    const campaign = { company: 'a', id: 1, name: '', applies_to: 'gift_card', kind: 'added-value', value: 5 };
    const file = {
      companies: [company('a', { gift_card: giftCard })],
      experiences: [experience('a', 1, [option(1, { quantity: { minimum: 5, maximum: 4 } })])],
      campaigns: [{ ...campaign, amount_from: 2, amount_to: 1 }],
    };
    expect(faultPaths(file)).toEqual([
      '$.companies[0].gift_card.minimum_amount',
      '$.companies[0].gift_card.quantity.minimum',
      '$.experiences[0].options[0].quantity.minimum',
      '$.campaigns[0].amount_from',
    ]);
  });

  test('the value of a gift card is above zero', () => {
    const giftCard = { name: '', minimum_amount: 0, maximum_amount: 400 };
    expect(faultPaths({ companies: [company('a', { gift_card: giftCard })] })).toEqual([
      '$.companies[0].gift_card.minimum_amount',
    ]);
  });

  test('a time zone must exist', () => {
    expect(faultPaths({ companies: [company('a', { time_zone: 'Europe/Atlantis' })] })).toEqual([
      '$.companies[0].time_zone',
    ]);
  });

  test('priorities require the carrier own_post, and at most one of them is the default', () => {
    const priority = (id: number) => ({ id, label: '', price_per_card: 100, default: true });
    const post = (carrier: string) => ({
      delivery: { postal: { carrier, destinations: [], priorities: [priority(1), priority(2)] } },
    });
    expect(faultPaths({ companies: [company('a', post('own_post'))] })).toEqual([
      '$.companies[0].delivery.postal.priorities[1].default',
    ]);
    expect(faultPaths({ companies: [company('a', post('courier'))] })).toContain(
      '$.companies[0].delivery.postal.priorities',
    );
  });

  test('a time must exist in the calendar, and a wrong one is reported once', () => {
    const faults = (starts_at: string) => {
      const read = z.safeParse(operatorDataSchema, { companies, events: [event('a', 1, [], { starts_at })] });
      return read.success ? [] : read.error.issues.map(({ path }) => path.join('.'));
    };
    for (const text of ['2027-02-30T10:00:00Z', '2027-05-01T24:00:00Z', '2027-05-01T10:00:00', '2027-05-01', 'soon']) {
      expect(faults(text)).toEqual(['events.0.starts_at']);
    }
    for (const text of ['2028-02-29T10:00:00Z', '2027-05-01t10:00:00z', '2027-05-01T10:00+14:00']) {
      expect(faults(text)).toEqual([]);
    }
  });

  test('a minimum is not above the maximum, including defaults', () => {
    const of = (quantity: object) =>
      faultPaths({ companies, experiences: [experience('a', 1, [option(1, { quantity })])] });
    const fault = ['$.experiences[0].options[0].quantity.minimum'];
    expect(of({ minimum: 6, maximum: 5 })).toEqual(fault);
    expect(of({ minimum: 101 })).toEqual(fault);
    expect(of({ minimum: 1001, maximum: 2000 })).toEqual(fault);
    expect(of({ minimum: 100 })).toEqual([]);
    expect(of({ minimum: 1000, maximum: 2000 })).toEqual([]);
  });

  test('a product fits in one row of the table', () => {
    const options = (count: number) =>
      Array.from({ length: count }, (_, at) => option(at + 1, { description: 'x'.repeat(20_000) }));
    expect(faultPaths({ companies, experiences: [experience('a', 1, options(15))] })).toEqual([]);
    expect(faultPaths({ companies, experiences: [experience('a', 1, options(20))] })).toEqual(['$.experiences[0]']);
  });

  test('windows do not close before they open', () => {
    const [late, early] = ['2027-05-02T00:00:00Z', '2027-05-01T00:00:00Z'];
    const file = {
      companies,
      experiences: [experience('a', 1, [], { published_from: late, published_until: early })],
      events: [event('a', 1, [], { starts_at: late, ends_at: early, opens_at: late, closes_at: early })],
      discount_codes: [{ company: 'a', code: 'ABCDE', percent: 5, opens_at: late, closes_at: early }],
    };
    expect(faultPaths(file)).toEqual([
      '$.experiences[0].published_until',
      '$.events[0].ends_at',
      '$.events[0].closes_at',
      '$.discount_codes[0].closes_at',
    ]);
  });

  test('a campaign on an experience names an experience of the company', () => {
    const campaign = { company: 'a', id: 1, name: '', applies_to: { experience: 12 }, kind: 'added-value', value: 5 };
    expect(faultPaths({ companies, campaigns: [campaign] })).toEqual(['$.campaigns[0].applies_to.experience']);
    expect(faultPaths({ companies, campaigns: [campaign] }, { experiences: new Set(['a/12']) })).toEqual([]);
  });

  test('a price cannot be reduced by more than itself', () => {
    const campaign = { company: 'a', id: 1, name: '', applies_to: 'gift_card', kind: 'reduced-price', value: 101 };
    expect(faultPaths({ companies, campaigns: [campaign] })).toEqual(['$.campaigns[0].value']);
  });

  test('each dormant code of a company is unique', () => {
    const campaign = { company: 'a', name: '', applies_to: 'gift_card', kind: 'added-value', value: 5 };
    const file = {
      companies,
      campaigns: [
        { ...campaign, id: 1, codes: ['SPRING-1', 'spring-1'] },
        { ...campaign, id: 2, codes: ['SPRING-1'] },
      ],
    };
    expect(faultPaths(file)).toEqual(['$.campaigns[0].codes[1]', '$.campaigns[1].codes[0]']);
  });

  test('a voucher that redeems at the regular price has a regular price', () => {
    const file = { companies, special_offers: [offer('a', 1, [option(1, { stock: 1, redeem_at_regular: true })])] };
    expect(faultPaths(file)).toEqual(['$.special_offers[0].options[0].redeem_at_regular']);
  });

  test('the value of the voucher of an offer is at least its price', () => {
    const of = (more: object) =>
      faultPaths({ companies, special_offers: [offer('a', 1, [option(1, { stock: 1, amount: 30_000, ...more })])] });
    const fault = ['$.special_offers[0].options[0].regular_amount'];
    expect(of({ regular_amount: 10_000, redeem_at_regular: true })).toEqual(fault);
    expect(of({ regular_amount: 0, redeem_at_regular: true })).toEqual(fault);
    expect(of({ regular_amount: 29_999 })).toEqual([]);
    expect(of({ regular_amount: 30_000, redeem_at_regular: true })).toEqual([]);
    expect(of({ regular_amount: 50_000, redeem_at_regular: true })).toEqual([]);
  });

  test('restocking requires an option with stock, and its company if several have that option', () => {
    const limited = [option(1, { stock: 1 }), option(2)];
    const file = {
      companies: [company('a'), company('b')],
      experiences: [experience('a', 1, limited), experience('b', 1, limited)],
      restock: [
        { option: 'gcvo_2', remaining: 1 },
        { option: 'gcvo_1', remaining: 1 },
        { option: 'gcvo_1', remaining: 1, company: 'b' },
        { option: 'evto_9', remaining: 1 },
      ],
    };
    expect(faultPaths(file)).toEqual(['$.restock[0].option', '$.restock[1].option', '$.restock[3].option']);
    expect(
      faultPaths({ restock: [{ option: 'evto_9', remaining: 1 }] }, { counters: new Map([['evto_9', ['a']]]) }),
    ).toEqual([]);
  });

  test('a given key matches its environment, and occurs once in the file', () => {
    const key = `lp_test_${'a'.repeat(32)}_${'b'.repeat(64)}`;
    const entry = { company: 'a', label: 'x', scopes: [], key };
    expect(faultPaths({ companies, api_keys: [entry] })).toEqual([]);
    expect(faultPaths({ companies, api_keys: [{ ...entry, environment: 'live' }, entry] })).toEqual([
      '$.api_keys[0].environment',
      '$.api_keys[1].key',
    ]);
  });

  test('new keys are distinguished by company, environment and label', () => {
    const entry = { company: 'a', label: 'x', scopes: [] };
    expect(faultPaths({ companies, api_keys: [entry, { ...entry, environment: 'test' }, entry] })).toEqual([
      '$.api_keys[2].label',
    ]);
  });

  test('a key is created by an existing user', () => {
    const entry = { company: 'a', label: 'x', scopes: [], created_by: 'anna' };
    expect(faultPaths({ companies, api_keys: [entry] })).toEqual(['$.api_keys[0].created_by']);
    expect(faultPaths({ companies, api_keys: [entry] }, { users: new Set(['anna']) })).toEqual([]);
  });
});
