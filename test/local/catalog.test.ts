import * as z from 'zod/mini';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogReplies } from '../../functions/api/catalog/replies.ts';
import { startStack, type RunningStack } from '../support/stack.ts';
import { AGENCY, LISTED, NO_SCOPES, NOT_LISTED, OTHER, seed, SHOP } from '../support/catalog-seed.ts';

interface ProductBody extends Record<string, unknown> {
  id: string;
  type: string;
  options?: (Record<string, unknown> & { id: string })[];
}
interface ListBody {
  object: string;
  data: ProductBody[];
  has_more: boolean;
  next_cursor: string | null;
}
interface ErrorBody {
  error: { code: string; message: string; fields?: Record<string, string[]> };
}

let stack: RunningStack;
beforeAll(async () => {
  stack = await startStack({ seed });
});
afterAll(() => stack.stop());

const list = async (query = '', key = SHOP) => (await stack.get<ListBody>(`/v2/products${query}`, { key })).body;
const ids = async (query = '', key = SHOP) => (await list(query, key)).data.map((product) => product.id);
const read = async (id: string, key = SHOP, query = '') =>
  stack.get<ProductBody & ErrorBody>(`/v2/products/${id}${query}`, { key });

describe('GET /v2/products', () => {
  test('lists the whole catalog without a limit, the value product first', async () => {
    const body = await list();
    expect(body).toMatchObject({ object: 'list', has_more: false, next_cursor: null });
    expect(body.data.map((product) => product.id)).toEqual(LISTED);
  });

  test('matches its description', async () => {
    expect(z.safeParse(catalogReplies.ProductList, await list()).error).toBeUndefined();
  });

  test('filters by type', async () => {
    expect(await ids('?type=gift_card')).toEqual(['gift_card_value']);
    expect(await ids('?type=gift_card_variant')).toEqual(['gcv_1', 'gcv_2']);
    expect(await ids('?type=event_ticket')).toEqual(['evt_1', 'evt_2']);
    expect(await ids('?type=special_offer')).toEqual(['so_1']);
  });

  test('rejects an unknown type with a list of the known ones', async () => {
    const answer = await stack.get<ErrorBody>('/v2/products?type=mug', { key: SHOP });
    expect(answer.status).toBe(422);
    expect(answer.body.error.fields?.['type']?.[0]).toContain('special_offer');
  });

  test('filters by category, by its id or its number', async () => {
    expect(await ids('?category=cat_3')).toEqual(['gift_card_value', 'gcv_1']);
    expect(await ids('?category=3')).toEqual(['gift_card_value', 'gcv_1']);
    expect(await ids('?category=4&type=gift_card')).toEqual([]);
    expect(await ids('?category=cat_x')).toEqual([]);
  });

  test.each([1, 2, 5])('pages through the same catalog with limit %i', async (limit) => {
    const results: string[] = [];
    let after: string | null = '';
    while (after !== null) {
      const page: ListBody = await list(`?limit=${limit}${after ? `&starting_after=${after}` : ''}`);
      expect(page.data.length).toBeLessThanOrEqual(limit);
      expect(page.has_more).toBe(page.next_cursor !== null);
      results.push(...page.data.map((product) => product.id));
      after = page.next_cursor;
    }
    expect(results).toEqual(LISTED);
  });

  test('clamps a limit out of range and ignores an invalid one', async () => {
    expect(await ids('?limit=0')).toHaveLength(1);
    expect(await ids('?limit=1000')).toEqual(LISTED);
    expect(await ids('?limit=many')).toEqual(LISTED);
  });

  test('rejects a cursor that was not issued to this company', async () => {
    const { next_cursor: cursor } = await list('?limit=1');
    for (const [after, query, key] of [
      ['gcv_1', '', SHOP],
      [`${cursor}x`, '', SHOP],
      [cursor, '&company=courier-shop', AGENCY],
    ]) {
      const answer = await stack.get<ErrorBody>(`/v2/products?starting_after=${after}${query}`, { key: key ?? SHOP });
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.body.error.fields ?? {})).toEqual(['starting_after']);
    }
  });

  test('returns the language of its texts', async () => {
    expect((await stack.get('/v2/products', { key: SHOP })).headers.get('content-language')).toBe('da');
    const english = await stack.get('/v2/products?company=courier-shop', { key: AGENCY });
    expect(english.headers.get('content-language')).toBe('en');
  });

  test('has no value product for a company without gift cards', async () => {
    expect(await ids('', OTHER)).toEqual(['gcv_30']);
    expect((await read('gift_card_value', OTHER)).status).toBe(404);
  });

  test('shows an agency the catalogs of assigned companies only', async () => {
    expect(await ids('?company=shop', AGENCY)).toEqual(LISTED);
    expect((await stack.get('/v2/products?company=bare', { key: AGENCY })).status).toBe(404);
  });

  test('requires catalog:read', async () => {
    const answer = await stack.get<ErrorBody>('/v2/products', { key: NO_SCOPES });
    expect(answer.status).toBe(403);
    expect(answer.body.error).toMatchObject({ code: 'insufficient_scope' });
    expect(answer.body.error.message).toContain('catalog:read');
  });

  test('takes at most two sequential table calls, including authentication', async () => {
    await stack.resetUsage();
    await list();
    await read('gcv_1');
    const usage = await stack.usage();
    expect(usage['list-products']?.sequential).toBeLessThanOrEqual(2);
    expect(usage['read-product']?.sequential).toBeLessThanOrEqual(2);
  });
});

describe('GET /v2/products/{product_id}', () => {
  test.each(LISTED)('%s equals its entry in the list', async (id) => {
    const answer = await read(id);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual((await list()).data.find((product) => product.id === id));
  });

  test.each(NOT_LISTED)('%s: not found', async (why) => {
    const answer = await read(why.split(' ')[0] ?? '');
    expect(answer.status).toBe(404);
    expect(answer.body.error.code).toBe('not_found');
  });

  test('shows HTML without scripts', async () => {
    expect((await read('gcv_1')).body['description']).toBe('<p>Hi</p>');
    expect((await read('gcv_1')).body['terms']).toEqual({ url: null, html: '<p>Terms</p>' });
  });

  test('shows active options, sold-out ones included, and stock only where it is published', async () => {
    const { body } = await read('gcv_1');
    expect(body.options?.map(({ id, availability, quantity }) => ({ id, availability, quantity }))).toEqual([
      {
        id: 'gcvo_10',
        availability: { limited: false, in_stock: true, remaining: null },
        quantity: { minimum: 1, maximum: 100 },
      },
      {
        id: 'gcvo_11',
        availability: { limited: true, in_stock: true, remaining: 3 },
        quantity: { minimum: 1, maximum: 3 },
      },
      {
        id: 'gcvo_12',
        availability: { limited: true, in_stock: true, remaining: null },
        quantity: { minimum: 1, maximum: 100 },
      },
      {
        id: 'gcvo_14',
        availability: { limited: true, in_stock: false, remaining: 0 },
        quantity: { minimum: 1, maximum: 0 },
      },
    ]);
  });

  test('publishes priorities of delivery by post if they can be selected', async () => {
    const { body } = await read('gift_card_value');
    expect(body['delivery_methods']).toMatchObject({
      recipient_email: { available: true, price: 0, supports_send_at: true },
      postal: {
        available: true,
        price: 6100,
        price_varies: true,
        supports_send_at: false,
        destinations: [{ country: 'DK', private: 4900, collection: null, company: 5900 }],
        priorities: [
          { id: 'spri_1', price_per_card: 1200, default: true },
          { id: 'spri_2', price_per_card: 2500, default: false },
        ],
      },
    });
    const { body: courier } = await read('gift_card_value', AGENCY, '?company=courier-shop');
    expect((courier['delivery_methods'] as { postal: object }).postal).not.toHaveProperty('priorities');
  });

  test('events and offers cannot be posted', async () => {
    for (const id of ['evt_1', 'so_1']) {
      expect((await read(id)).body['delivery_methods']).toMatchObject({ postal: { available: false } });
    }
  });

  test('shows personalization on every product', async () => {
    const { data } = await list();
    expect(data).not.toEqual([]);
    for (const product of data) {
      expect(product['personalization']).toEqual({
        greeting: {
          max_length: 200,
          image: { accepted_mime: ['image/jpeg', 'image/png', 'image/webp'], max_bytes: 10 * 1024 * 1024 },
        },
        designs: [{ id: 'gid_7', name: 'Birthday', url: 'https://shop.example/7.png' }],
        amount_images: [],
      });
    }
  });

  test('shows open public campaigns on the value product, without their codes', async () => {
    const { body, bytes } = await read('gift_card_value');
    expect(body['promotions']).toEqual([
      { id: 4, name: 'More', kind: 'added-value', value: 20, amount_from: 50_000, amount_to: 500_000 },
    ]);
    expect(bytes.toString()).not.toContain('SPRING');
  });

  test('shows the event and the required input of its tickets', async () => {
    const { body } = await read('evt_1');
    expect(body).toMatchObject({
      fee_basis: 'per_ticket',
      validity: { type: 'fixed_date', months: null, valid_from: '2098-05-01T19:00:00+02:00', valid_until: null },
      event: {
        starts_at: '2098-05-01T19:00:00+02:00',
        ends_at: null,
        date_precision: 'date_time',
        tagline: 'Loud',
        venue: { name: 'Hall', address: 'A 1', postcode: '2100' },
        comment: { available: true, label: 'Diet', max_length: 10 },
        capacity_mode: 'per_ticket',
        tickets_per_event: null,
        collection_points: [{ id: 'epp_2', object: 'collection_point', name: 'Desk', address: 'A 1', city: 'B' }],
      },
      options: [
        { id: 'evto_10', fees: { ticket_fee: 500 }, add_on: false, availability: { limited: true, remaining: 20 } },
        { id: 'evto_11', fees: { ticket_fee: 0 }, add_on: true, availability: { limited: true, remaining: null } },
        { id: 'evto_12', requires: { code: false, address: false, collection_point: true } },
      ],
    });
  });

  test('shows the savings of an offer, the value of its voucher and its end of sale', async () => {
    expect((await read('so_1')).body).toMatchObject({
      available_until: '2099-01-01T00:00:00Z',
      options: [{ amount: 10_000, regular_amount: 20_000, discount_percent: 50, redemption_value: 20_000 }],
    });
  });
});
