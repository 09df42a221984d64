import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, fieldsOf } from '../support/order-page.ts';
import { AGENCY_KEY, API_KEY, FOREIGN_KEY, ruleSeed } from '../support/seed.ts';
import { orderBody, ticket, type OrderBody } from '../support/shop.ts';
import { startStack, type Answer, type CallOptions, type RunningStack } from '../support/stack.ts';

interface Option {
  id: number;
  option_id: string;
  name: string;
  amount: number;
  active: boolean;
}
interface ManagedProduct {
  object: string;
  product_id: string;
  id: number;
  name: string;
  active: boolean;
  options: Option[];
  published: boolean;
  withheld: string[];
}
interface List<T> {
  data: T[];
  has_more: boolean;
  next_cursor: string | null;
}
interface AuditEntry {
  operation: string;
  channel: string;
  by: { key_id: string | null };
  subject: Record<string, string>;
  changes: { member: string; before: unknown; after: unknown }[];
}

let stack: RunningStack;
beforeAll(async () => {
  stack = await startStack({ seed: ruleSeed });
});
afterAll(() => stack.stop());

const get = <T = ManagedProduct>(path: string, query: Record<string, string> = {}, key = API_KEY): Promise<Answer<T>> =>
  stack.get<T>(`/v2/catalog/${path}`, { key, query });
const post = <T = ManagedProduct>(path: string, body: object, options: CallOptions = {}): Promise<Answer<T>> =>
  stack.post<T>(`/v2/catalog/${path}`, { key: API_KEY, idempotencyKey: true, body, ...options });
const send = <T = ManagedProduct>(
  method: 'PATCH' | 'PUT',
  path: string,
  body: object,
  tag?: string,
): Promise<Answer<T>> =>
  stack.call<T>(method, `/v2/catalog/${path}`, {
    key: API_KEY,
    body,
    ...(tag === undefined ? {} : { headers: { 'If-Match': tag } }),
  });
const tagOf = async (path: string): Promise<string> => (await get(path)).headers.get('etag') ?? '';
const patch = async (path: string, body: object): Promise<Answer<ManagedProduct>> =>
  send('PATCH', path, body, await tagOf(path));
const archive = (path: string): Promise<Answer<unknown>> =>
  stack.call('DELETE', `/v2/catalog/${path}`, { key: API_KEY });

const tour = (more: object = {}) => ({ name: 'Tour', options: [{ name: 'One hour', amount: 20_000 }], ...more });
const createProduct = async (family = 'experiences', body: object = tour()): Promise<ManagedProduct> => {
  const answer = await post(family, body);
  expect(answer.status, answer.bytes.toString()).toBe(201);
  return answer.body;
};
const publicly = async (productId: string): Promise<number> =>
  (await stack.get(`/v2/products/${productId}`, { key: API_KEY })).status;

describe('POST /v2/catalog/{family}', () => {
  test('creates a product that is visible to buyers, with assigned ids', async () => {
    const answer = await post('experiences', tour());
    expect(answer.status).toBe(201);
    expect(answer.headers.get('etag')).toMatch(/^"[^"]+"$/);
    const { body } = answer;
    expect(body).toMatchObject({ object: 'managed_product', name: 'Tour', published: true, withheld: [] });
    expect(body.product_id).toBe(`gcv_${body.id}`);
    expect(body.options[0]?.option_id).toBe(`gcvo_${body.options[0]?.id}`);
    expect((await get(`experiences/${body.id}`)).body).toEqual(body);
    expect(await publicly(body.product_id)).toBe(200);
  });

  test('keeps a given id, and rejects an id that is taken', async () => {
    expect(
      (await createProduct('experiences', tour({ id: 700, options: [{ id: 970, name: 'A', amount: 1 }] }))).id,
    ).toBe(700);
    const taken = await post('experiences', tour({ id: 700 }));
    expect(taken.status).toBe(422);
    expect(Object.keys(fieldsOf(taken))).toContain('id');
    const option = await post(
      'experiences',
      tour({
        options: [
          { name: 'A', amount: 1 },
          { id: 970, name: 'B', amount: 1 },
        ],
      }),
    );
    expect(Object.keys(fieldsOf(option))).toEqual(['options.1.id']);
  });

  test.each([
    ['experiences', {}],
    ['events', { slug: 'unnamed' }],
    ['special-offers', {}],
  ])('rejects a name without a visible character: %s', async (family, more) => {
    for (const name of ['', '  ', '\u200B']) {
      const answer = await post(family, { ...more, name, options: [] });
      expect([answer.status, fieldsOf(answer)]).toEqual([422, { name: ['This must not be empty.'] }]);
    }
  });

  test('reports the same errors as an import, under the same paths', async () => {
    const shape = await post('experiences', tour({ colour: 'red', options: [{ name: 'A', amount: -1 }] }));
    expect(shape.status).toBe(422);
    expect(fieldsOf(shape)).toMatchObject({
      colour: ['This member is not known here.'],
      'options.0.amount': expect.anything(),
    });
    const rules = await post('special-offers', {
      name: 'Offer',
      options: [{ name: 'V', amount: 100, stock: 1, redeem_at_regular: true, quantity: { minimum: 5, maximum: 2 } }],
    });
    expect(fieldsOf(rules)).toEqual({
      'options.0.quantity.minimum': ['This is more than the maximum, 2.'],
      'options.0.redeem_at_regular': ['Name the regular_amount that the voucher redeems at.'],
    });
  });

  test('limits texts of an event, so that an order of 20 tickets fits', async () => {
    const eventWith = (slug: string, text: string) => ({
      slug,
      name: 'Concert',
      starts_at: '2027-05-01T19:00:00+02:00',
      tagline: text,
      venue: { name: text, address: text, postcode: text },
      comment: { available: true, label: text },
      collection_points: [{ id: 1, name: text, address: text, city: text }],
      options: Array.from({ length: 20 }, () => ({
        name: 'Seat',
        amount: 10_000,
        requires: { code: false, address: false, collection_point: true },
      })),
    });
    expect(Object.keys(fieldsOf(await post('events', eventWith('too-long', 'x'.repeat(501)))))).toEqual([
      'tagline',
      'venue.name',
      'venue.address',
      'venue.postcode',
      'comment.label',
      'collection_points.0.name',
      'collection_points.0.address',
      'collection_points.0.city',
    ]);
    const { product_id, options } = await createProduct('events', eventWith('longest', '漢'.repeat(500)));
    const items = options.map(({ option_id }) => ({
      product_id,
      product_option_id: option_id,
      quantity: 1,
      ticket: { collection_point_id: 'epp_1' },
    }));
    const order = await stack.post('/v2/orders', { key: API_KEY, idempotencyKey: true, body: orderBody(items) });
    expect(order.status, order.bytes.toString()).toBe(201);
  });

  test('requires an idempotency key, and the same key creates one product', async () => {
    expect(codeOf(await post('experiences', tour(), { idempotencyKey: undefined }))).toBe('idempotency_key_required');
    const [one, two] = [
      await post('experiences', tour(), { idempotencyKey: 'tour-1' }),
      await post('experiences', tour(), { idempotencyKey: 'tour-1' }),
    ];
    expect(two.body).toEqual(one.body);
    expect(two.headers.get('idempotency-replayed')).toBe('true');
  });

  test('products that are created concurrently have different ids', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => post('experiences', tour())));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(8);
    expect(new Set(answers.map(({ body }) => body.options[0]?.id)).size).toBe(8);
  });

  test('an unknown family and a product of another company are not found, unless it is assigned', async () => {
    expect((await get('cars')).status).toBe(404);
    const { id } = await createProduct();
    expect((await get(`experiences/${id}`, {}, FOREIGN_KEY)).status).toBe(404);
    expect((await get(`experiences/${id}`, { company: 'shop' }, AGENCY_KEY)).status).toBe(200);
  });
});

describe('GET /v2/catalog/{family}', () => {
  test('lists unpublished products too, newest first, with filters and pages', async () => {
    const name = 'Listed once';
    await send('PUT', 'categories', { categories: [{ id: 3, name: 'Spa' }] }, await tagOf('categories'));
    const hidden = await createProduct('special-offers', {
      name,
      active: false,
      categories: [3],
      options: [{ name: 'V', amount: 5, stock: 1 }],
    });
    const shown = await createProduct('special-offers', {
      name: 'listed Once more',
      options: [{ name: 'V', amount: 5, stock: 1 }],
    });
    const ids = async (query: Record<string, string>) =>
      (await get<List<ManagedProduct>>('special-offers', query)).body.data.map(({ id }) => id);
    expect((await ids({})).slice(0, 2)).toEqual([shown.id, hidden.id]);
    expect(await ids({ search: 'listed once' })).toEqual([shown.id, hidden.id]);
    expect(await ids({ search: 'listed', active: 'false' })).toEqual([hidden.id]);
    expect(await ids({ search: 'listed', published: 'true' })).toEqual([shown.id]);
    expect(await ids({ category: 'cat_3' })).toEqual([hidden.id]);
    expect(await ids({ category: '3' })).toEqual([hidden.id]);
    const first = (await get<List<ManagedProduct>>('special-offers', { limit: '1' })).body;
    expect(first).toMatchObject({ has_more: true, data: [{ id: shown.id }] });
    expect(await ids({ limit: '1', starting_after: first.next_cursor ?? '' })).toEqual([hidden.id]);
  });
});

describe('withheld', () => {
  const PAST = '2020-01-01T00:00:00Z';
  test.each([
    ['experiences', { active: false }, ['inactive']],
    ['experiences', { public: false }, ['not_public']],
    ['experiences', { kind: 'enquiry' }, ['not_orderable']],
    ['experiences', { published_until: PAST }, ['outside_window']],
    ['experiences', { options: [] }, ['no_options']],
    ['experiences', { options: [{ name: 'A', amount: 1, stock: 0 }] }, ['sold_out']],
    ['events', { slug: 'undated' }, ['undated']],
    ['events', { slug: 'over', starts_at: PAST }, ['outside_window']],
    [
      'experiences',
      { active: false, public: false, published_until: PAST },
      ['inactive', 'not_public', 'outside_window'],
    ],
  ])('%s with %j is withheld for %j', async (family, more, withheld) => {
    const product = await createProduct(family, tour(more));
    expect(product).toMatchObject({ published: false, withheld });
    expect(await publicly(product.product_id)).toBe(404);
  });
});

describe('PATCH /v2/catalog/{family}/{id}', () => {
  test('is a merge patch: it keeps unnamed members and merges options by id', async () => {
    const { id, options } = await createProduct(
      'experiences',
      tour({
        description: '<p>x</p>',
        options: [
          { name: 'A', amount: 1 },
          { name: 'B', amount: 2 },
        ],
      }),
    );
    const [a, b] = options as [Option, Option];
    const answer = await patch(`experiences/${id}`, {
      description: null,
      options: [
        { id: b.id, amount: 3 },
        { name: 'C', amount: 4 },
      ],
    });
    expect(answer.status, answer.bytes.toString()).toBe(200);
    expect(answer.body).toMatchObject({ name: 'Tour', description: null });
    expect(answer.body.options.map(({ id: option, name, amount }) => [option, name, amount])).toEqual([
      [a.id, 'A', 1],
      [b.id, 'B', 3],
      [expect.any(Number), 'C', 4],
    ]);
  });

  test('requires If-Match, and returns 412 to all but one of several concurrent changes', async () => {
    const { id } = await createProduct();
    const path = `experiences/${id}`;
    expect((await send('PATCH', path, { name: 'X' })).status).toBe(428);
    const tag = await tagOf(path);
    const answers = await Promise.all(['A', 'B', 'C'].map((name) => send('PATCH', path, { name }, tag)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412]);
    const winner = answers.find(({ status }) => status === 200);
    expect((await get(path)).body.name).toBe(winner?.body.name);
    expect(await tagOf(path)).toBe(winner?.headers.get('etag'));
  });

  test('concurrent changes to different members: one is rejected, and none is lost', async () => {
    const { id, options } = await createProduct();
    const path = `experiences/${id}`;
    const tag = await tagOf(path);
    const replies = await Promise.all([
      send('PATCH', path, { name: 'Other' }, tag),
      send('PATCH', path, { options: [{ id: options[0]?.id, amount: 9 }] }, tag),
    ]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 412]);
  });

  test('error paths use the positions of options in the request', async () => {
    const { id, options } = await createProduct(
      'experiences',
      tour({
        options: [
          { name: 'A', amount: 1 },
          { name: 'B', amount: 2 },
        ],
      }),
    );
    const answer = await patch(`experiences/${id}`, {
      options: [{ id: options[1]?.id, quantity: { minimum: 9, maximum: 2 } }],
    });
    expect(fieldsOf(answer)).toEqual({ 'options.0.quantity.minimum': ['This is more than the maximum, 2.'] });
    const unknown = await patch(`experiences/${id}`, { options: [{ id: options[0]?.id }, { id: 999_999 }] });
    expect(Object.keys(fieldsOf(unknown))).toEqual(['options.1.id']);
    expect(Object.keys(fieldsOf(await patch(`experiences/${id}`, { id: 3 })))).toEqual(['id']);
  });

  test('an option that is removed is never sold again', async () => {
    const {
      id,
      product_id: product,
      options,
    } = await createProduct(
      'experiences',
      tour({
        options: [
          { name: 'A', amount: 1 },
          { name: 'B', amount: 2 },
        ],
      }),
    );
    const [a, b] = options as [Option, Option];
    const answer = await patch(`experiences/${id}`, { options: [{ id: a.id, removed: true }] });
    expect(answer.body.options.map((option) => option.id)).toEqual([b.id]);
    const item = (option: string) => ({ items: [{ product_id: product, product_option_id: option, quantity: 1 }] });
    const quote = (option: string) => stack.post('/v2/quotes', { key: API_KEY, body: item(option) });
    expect((await quote(a.option_id)).status).toBe(422);
    expect((await quote(b.option_id)).status).toBe(200);
    expect((await patch(`experiences/${id}`, { options: [{ id: a.id, active: true }] })).status).toBe(422);
  });

  test('an open order keeps its price and name', async () => {
    const { id, product_id: product, options } = await createProduct();
    const items = [{ product_id: product, product_option_id: options[0]?.option_id, quantity: 1 }];
    const order = await stack.post<OrderBody>('/v2/orders', {
      key: API_KEY,
      idempotencyKey: true,
      body: orderBody(items),
    });
    expect(order.status, order.bytes.toString()).toBe(201);
    await patch(`experiences/${id}`, { name: 'Dearer', options: [{ id: options[0]?.id, amount: 99_000 }] });
    const after = await stack.get<OrderBody>(`/v2/orders/${order.body.id}`, { key: API_KEY });
    expect(after.body.amounts).toEqual(order.body.amounts);
    expect(after.body.line_items).toEqual(order.body.line_items);
  });

  test('the number of seats can be changed', async () => {
    const {
      id,
      product_id: product,
      options,
    } = await createProduct(
      'events',
      tour({
        slug: 'seats',
        starts_at: '2031-05-01T19:00:00Z',
        seats: 5,
        options: [{ name: 'A', amount: 100, publish_stock: true }],
      }),
    );
    const { status } = await patch(`events/${id}`, { seats: 2 });
    expect(status).toBe(200);
    const order = (quantity: number) =>
      stack.post('/v2/orders', {
        key: API_KEY,
        idempotencyKey: true,
        body: orderBody([ticket(id, options[0]?.id ?? 0, quantity)]),
      });
    expect(product).toBe(`evt_${id}`);
    expect((await order(3)).status).toBe(422);
    expect((await order(2)).status).toBe(201);
  });
});

describe('DELETE and duplicate', () => {
  test('an archived product is readable, absent from lists, and cannot be changed', async () => {
    const { id, product_id: product } = await createProduct();
    expect((await archive(`experiences/${id}`)).status).toBe(204);
    const { body, headers } = await get(`experiences/${id}`);
    expect(body).toMatchObject({ published: false, withheld: ['archived'] });
    const { data } = (await get<List<ManagedProduct>>('experiences', { limit: '100' })).body;
    expect(data.map((each) => each.id)).not.toContain(id);
    expect(await publicly(product)).toBe(404);
    expect(codeOf(await send('PATCH', `experiences/${id}`, { name: 'X' }, headers.get('etag') ?? ''))).toBe(
      'product_archived',
    );
    expect((await archive(`experiences/${id}`)).status).toBe(204);
    expect((await archive('experiences/424242')).status).toBe(404);
  });

  test('a copy is inactive, with new ids and a name in the language of the company', async () => {
    const event = await createProduct('events', tour({ slug: 'copied', starts_at: '2031-05-01T19:00:00Z' }));
    const answer = await post(`events/${event.id}/duplicate`, {});
    expect(answer.status, answer.bytes.toString()).toBe(201);
    expect(answer.body).toMatchObject({ name: 'Tour (kopi)', active: false, published: false, withheld: ['inactive'] });
    expect(answer.body.id).not.toBe(event.id);
    expect(answer.body.options[0]?.id).not.toBe(event.options[0]?.id);
    // Keeps as many characters of a long name as fit, without splitting one.
    const { id } = await createProduct('experiences', tour({ name: '😀'.repeat(500) }));
    expect((await post(`experiences/${id}/duplicate`, {})).body.name).toBe(`${'😀'.repeat(493)} (kopi)`);
  });
});

describe('gift card and categories', () => {
  test('the value product is changed, removed and created', async () => {
    const read = await get('gift-card');
    expect(read.body).toMatchObject({
      object: 'managed_product',
      product_id: 'gift_card_value',
      published: true,
      withheld: [],
    });
    expect((await send('PATCH', 'gift-card', { name: 'X' })).status).toBe(428);
    const changed = await patch('gift-card', { minimum_amount: 20_000 });
    expect(changed.body).toMatchObject({ name: 'Gift card', minimum_amount: 20_000 });
    expect((await send('PATCH', 'gift-card', { name: 'X' }, read.headers.get('etag') ?? '')).status).toBe(412);
    expect(Object.keys(fieldsOf(await patch('gift-card', { minimum_amount: 900_000 })))).toEqual(['minimum_amount']);
    expect((await patch('gift-card', { gift_card: null })).status).toBe(204);
    const gone = await get('gift-card');
    expect(gone.status).toBe(404);
    expect(await publicly('gift_card_value')).toBe(404);
    const missing = await send('PATCH', 'gift-card', { name: 'Card' }, gone.headers.get('etag') ?? '');
    expect(Object.keys(fieldsOf(missing))).toEqual(['minimum_amount', 'maximum_amount']);
    const full = { name: 'Card', minimum_amount: 100, maximum_amount: 500 };
    expect((await send('PATCH', 'gift-card', full, gone.headers.get('etag') ?? '')).status).toBe(200);
    expect(await publicly('gift_card_value')).toBe(200);
  });

  test('categories are replaced as a whole', async () => {
    const read = await get<{ categories: object[] }>('categories');
    expect(read.body).toEqual({ categories: [{ id: 3, name: 'Spa' }] });
    const body = { categories: [{ id: 4, name: 'Concerts' }, ...read.body.categories] };
    expect((await send('PUT', 'categories', body)).status).toBe(428);
    const tag = read.headers.get('etag') ?? '';
    expect((await send('PUT', 'categories', body, tag)).body).toEqual(body);
    expect((await send('PUT', 'categories', { categories: [] }, tag)).status).toBe(412);
    const twice = await send(
      'PUT',
      'categories',
      {
        categories: [
          { id: 3, name: 'A' },
          { id: 3, name: 'B' },
        ],
      },
      await tagOf('categories'),
    );
    expect(fieldsOf(twice)).toEqual({ 'categories.1.id': ['Another entry has the same id.'] });
  });

  test('a product can have only categories of its company, and loses a removed one', async () => {
    const unknown = { 'categories.1': ['The company has no category 9.'] };
    const wrong = { categories: [3, 9] };
    expect(fieldsOf(await post('experiences', tour(wrong)))).toEqual(unknown);
    const { id, product_id: productId } = await createProduct('experiences', tour({ categories: [3, 4] }));
    expect((await patch(`experiences/${id}`, { categories: [3, 4, 3] })).body).toMatchObject({ categories: [3, 4] });
    expect((await patch('gift-card', { categories: [3, 4, 3] })).body).toMatchObject({ categories: [3, 4] });
    expect(fieldsOf(await patch(`experiences/${id}`, wrong))).toEqual(unknown);
    expect(fieldsOf(await patch('gift-card', wrong))).toEqual(unknown);
    expect((await patch('gift-card', { categories: [3] })).status).toBe(200);
    const remaining = { categories: [{ id: 4, name: 'Concerts' }] };
    expect((await send('PUT', 'categories', remaining, await tagOf('categories'))).status).toBe(200);
    expect((await get('gift-card')).body).toMatchObject({ categories: [] });
    expect((await get(`experiences/${id}`)).body).toMatchObject({ categories: [4] });
    const { body } = await stack.get<{ categories: string[] }>(`/v2/products/${productId}`, { key: API_KEY });
    expect(body.categories).toEqual(['cat_4']);
    expect((await get<List<ManagedProduct>>('experiences', { category: '3' })).body.data).toEqual([]);
    // Obsolete members of the row do not make later changes fail.
    expect((await patch(`experiences/${id}`, { name: 'Other name' })).body).toMatchObject({ categories: [4] });
    expect((await post(`experiences/${id}/duplicate`, {})).status).toBe(201);
  });
});

describe('audit', () => {
  test('a change is recorded with its old and new value, its actor and its channel', async () => {
    const { id, product_id: product, options } = await createProduct();
    await patch(`experiences/${id}`, { name: 'Renamed', options: [{ id: options[0]?.id, amount: 5 }] });
    const { body } = await stack.get<List<AuditEntry>>('/v2/audit-log', {
      key: API_KEY,
      query: { operation: 'update-managed-product' },
    });
    expect(body.data[0]).toMatchObject({
      channel: 'api',
      by: { key_id: '1'.repeat(32) },
      subject: { family: 'experiences', id: String(id), product_id: product },
      changes: [
        { member: 'name', before: 'Tour', after: 'Renamed' },
        { member: `options.${options[0]?.id}.amount`, before: 20_000, after: 5 },
      ],
    });
  });
});
