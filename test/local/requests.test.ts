import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { routes } from '../../functions/routes.ts';
import { isList, scopesOf } from '../../functions/pipeline/route.ts';
import { API_KEY, ALL_SCOPES, ruleSeed } from '../support/seed.ts';
import { giftCard, orderBody, Shop, ticket, type ErrorBody, type OrderBody } from '../support/shop.ts';
import { runStack, startStack, type Answer, type RunningStack } from '../support/stack.ts';

const ONLY_RECIPIENT_KEY = `lp_live_${'7'.repeat(32)}_${'a'.repeat(64)}`;

const seed = {
  ...ruleSeed,
  companies: [
    ...ruleSeed.companies,
    {
      slug: 'mailer',
      name: 'Mailer',
      currency: 'DKK',
      language: 'da',
      contract: { checkout: true },
      approved_urls: ['https://shop.example/'],
      delivery: { sender_email: { available: false } },
      gift_card: { name: 'Card', minimum_amount: 100, maximum_amount: 500000 },
    },
  ],
  api_keys: [...ruleSeed.api_keys, { company: 'mailer', label: 'mailer', key: ONLY_RECIPIENT_KEY, scopes: ALL_SCOPES }],
  events: [
    ...ruleSeed.events,
    {
      company: 'shop',
      id: 9,
      slug: 'few',
      name: 'Few',
      starts_at: '2030-05-01T19:00:00+02:00',
      tickets_per_event: 4,
      options: [
        { id: 90, name: 'Seat', amount: 1000, stock: 100 },
        { id: 91, name: 'Pair', amount: 1000, stock: 3, publish_stock: true },
        { id: 92, name: 'Dinner', amount: 1000, stock: 100, add_on: true },
      ],
    },
  ],
};

let stack: RunningStack;
let shop: Shop;
beforeAll(async () => {
  stack = await startStack({ seed });
  shop = new Shop(stack);
}, 60_000);
afterAll(() => stack.stop());

const JSON_TYPE = { 'Content-Type': 'application/json' };
const send = (path: string, body: string | Buffer, headers: Record<string, string> = {}): Promise<Answer<ErrorBody>> =>
  stack.post<ErrorBody>(path, { key: API_KEY, idempotencyKey: true, body, headers: { ...JSON_TYPE, ...headers } });
const fieldsOf = ({ status, body }: Answer<ErrorBody>) => [status, Object.keys(body.error.fields ?? {})];

describe('a body', () => {
  it.each([
    ['an invalid first byte', [0xff]],
    ['half of a character', [0xf0, 0x9f, 0x98]],
    ['Latin-1', [0xe6, 0xf8]],
  ])('that is not UTF-8 (%s) is rejected by orders and quotes', async (_, bytes) => {
    const order = JSON.stringify(orderBody(giftCard(), { client_reference: '@' }));
    const [before, after] = order.split('@').map((part) => Buffer.from(part));
    const body = Buffer.concat([before ?? Buffer.of(), Buffer.from(bytes), after ?? Buffer.of()]);
    expect(fieldsOf(await send('/v2/orders', body))).toEqual([422, ['body']]);
    expect(fieldsOf(await send('/v2/quotes', body))).toEqual([422, ['body']]);
  });

  it('may contain every Unicode character, including the replacement character', async () => {
    const reference = 'smörgås 😀 \uFFFD';
    const { status, body } = await shop.order(giftCard(), { client_reference: reference });
    expect([status, body.client_reference]).toEqual([201, reference]);
  });

  it('of null is not a valid refund, and refunds nothing', async () => {
    const order = await shop.sell(giftCard());
    expect(fieldsOf(await send(`/v2/orders/${order.id}/refund`, 'null'))).toEqual([422, ['body']]);
    expect((await shop.read(order.id)).payment.refunded_amount).toBe(0);
    expect(fieldsOf(await send(`/v2/orders/${order.id}/checkout-sessions`, 'null'))).toEqual([422, ['body']]);
  });

  const PATHS = ['/v2/orders', '/v2/quotes', '/v2/items', '/v2/orders/sold/refund', '/v2/webhook-endpoints'];
  let sold: string;
  beforeAll(async () => {
    sold = (await shop.sell(giftCard())).id;
  });
  const sendTo = (path: string, body: object) => send(path.replace('sold', sold), JSON.stringify(body));

  test.each(PATHS)('of 150,000 unknown fields is rejected, and 20 are named: %s', async (path) => {
    const fields = Object.fromEntries(Array.from({ length: 150_000 }, (_, at) => [`field_${at}`, at]));
    const answer = await sendTo(path, fields);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.error.fields ?? {})).toHaveLength(20);
    expect(answer.body.error.message).toMatch(/\(and \d+ more\)$/);
  });

  test.each(PATHS)('with a string of 3.5 MB is rejected without repeating it: %s', async (path) => {
    const text = 'x'.repeat(3_500_000);
    for (const body of [{ [text]: 1 }, { locale: text }, { items: text }, { url: text }]) {
      const answer = await sendTo(path, body);
      expect([answer.status, answer.bytes.length < 10_000]).toEqual([422, true]);
    }
  });

  it('has a locale of at most 35 characters', async () => {
    const locale = (length: number): string => 'en-x-abcdefgh-abcdefgh-abcdefgh-abcdefgh'.slice(0, length);
    expect((await shop.order(giftCard(), { locale: locale(35) })).status).toBe(201);
    expect(fieldsOf(await shop.refused(giftCard(), { locale: locale(36) }))).toEqual([422, ['locale']]);
  });
});

describe('a query', () => {
  const lists = routes.filter((route) => {
    const { shape = {} } = (route.query ?? {}) as { shape?: object };
    const mayRead = scopesOf(route).every((scope) => ALL_SCOPES.includes(scope));
    const isUnpaged = isList(route) && mayRead;
    return route.method === 'GET' && route.access === 'api-key' && ('starting_after' in shape || isUnpaged);
  });

  test('with an empty starting_after is refused by every list', async () => {
    expect(lists.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['list-orders', 'list-products', 'list-pickup-points']),
    );
    for (const { path } of lists) {
      const query = { starting_after: '', search: 'anna@example.com', since: '2026-01-01T00:00:00Z' };
      const answer = await stack.get<ErrorBody>(path.replace(/\{[^}]+\}/g, 'x'), { key: API_KEY, query });
      expect([path, ...fieldsOf(answer)]).toEqual([path, 422, ['starting_after']]);
    }
  });

  test.each(['status', 'payment_status', 'email', 'client_reference', 'created_after', 'created_before'])(
    'of orders with a blank %s is refused',
    async (name) => {
      for (const blank of ['', ' ', ',', ' , ,']) {
        const answer = await stack.get<ErrorBody>('/v2/orders', { key: API_KEY, query: { [name]: blank } });
        expect(fieldsOf(answer)).toEqual([422, [name]]);
      }
    },
  );

  test('of orders accepts 20 values of a filter at a low cost, and rejects more with the name of the filter', async () => {
    const emails = (count: number) => Array.from({ length: count }, (_, at) => `b${at}@e.dk`).join(',');
    const listed = (name: string, count: number) =>
      stack.get<ErrorBody>('/v2/orders', { key: API_KEY, query: { [name]: emails(count) } });
    for (const name of ['email', 'client_reference']) {
      expect(fieldsOf(await listed(name, 900))).toEqual([422, [name]]);
      expect((await listed(name, 21)).body.error.fields?.[name]?.[0]).toContain('at most 20');
      await stack.resetUsage();
      expect((await listed(name, 20)).status).toBe(200);
      expect((await stack.usage())['list-orders']?.rcu).toBeLessThanOrEqual(50);
    }
  });

  test('of orders with few matches returns short pages that lead to all matches', async () => {
    const email = 'regular@example.com';
    const sender = { name: 'Regular', email };
    const first = (await shop.order(giftCard(), { sender, client_reference: 'needle' })).body.id;
    for (let batch = 0; batch < 15; batch++) {
      await Promise.all(Array.from({ length: 10 }, () => shop.order(giftCard(), { sender })));
      await stack.advance(2);
    }
    const results: string[] = [];
    let cursor: string | null = null;
    do {
      const query: Record<string, string> = { email, created_before: '2100-01-01', status: 'paid,pending_payment' };
      await stack.resetUsage();
      const answer: Answer<{ data: OrderBody[]; next_cursor: string | null }> = await stack.get('/v2/orders', {
        key: API_KEY,
        query: { ...query, ...(cursor === null ? {} : { starting_after: cursor }) },
      });
      expect((await stack.usage())['list-orders']?.rcu).toBeLessThanOrEqual(60);
      results.push(...answer.body.data.map(({ id }) => id));
      cursor = answer.body.next_cursor;
    } while (cursor !== null);
    expect([results.length, new Set(results).size, results.at(-1)]).toEqual([151, 151, first]);
    const none = { email, payment_status: 'captured' };
    await stack.resetUsage();
    const { body } = await stack.get<{ data: OrderBody[]; has_more: boolean }>('/v2/orders', {
      key: API_KEY,
      query: none,
    });
    expect(body).toMatchObject({ data: [], has_more: true });
    expect((await stack.usage())['list-orders']?.rcu).toBeLessThanOrEqual(60);
  }, 120_000);

  test('with an unknown parameter ignores it and reports its name', async () => {
    const read = (path: string) => stack.get(path, { key: API_KEY });
    const named = (answer: Answer): string | null => answer.headers.get('x-ignored-query');
    const orders = await read('/v2/orders?statuss=paid&limit=1&%C3%A6%0D%0A=1');
    expect([orders.status, named(orders)]).toEqual([200, 'statuss, %C3%A6%0D%0A']);
    expect(named(await read('/v2/orders?status=paid&company=shop&starting_after='))).toBeNull();
    expect(named(await read('/v2/me?verbose=1'))).toBe('verbose');
    expect(named(await read('/v2/products/none?x[]=1'))).toBe('x');
    const many = await read(`/v2/products?${Array.from({ length: 50 }, (_, at) => `p${at}=1`).join('&')}`);
    expect(named(many)?.split(', ')).toHaveLength(20);
    const quote = await stack.post('/v2/quotes?dry=1', { key: API_KEY, body: { items: giftCard() } });
    expect([quote.status, named(quote)]).toEqual([200, 'dry']);
  });
});

describe('quantity and delivery of an order', () => {
  test('the quantity of an event option is limited by the maximum of the event for one order', async () => {
    const { body } = await stack.get<{ options: { id: string; quantity: { maximum: number } }[] }>(
      '/v2/products/evt_9',
      {
        key: API_KEY,
      },
    );
    expect(body.options.map(({ id, quantity }) => [id, quantity.maximum])).toEqual([
      ['evto_90', 4],
      ['evto_91', 3],
      ['evto_92', 100],
    ]);
    const quote = (quantity: number) =>
      stack.post('/v2/quotes', { key: API_KEY, body: { items: [ticket(9, 90, quantity)] } });
    expect([(await quote(4)).status, (await quote(5)).status]).toEqual([200, 422]);
  });

  test('the delivery defaults to the recipient for a company that emails to recipients only', async () => {
    const create = (more: object) => {
      const { recipient: _none, ...body } = orderBody(giftCard());
      return stack.post<OrderBody>('/v2/orders', {
        key: ONLY_RECIPIENT_KEY,
        idempotencyKey: true,
        body: { ...body, ...more },
      });
    };
    for (const more of [{}, { recipient: { name: 'Bo' } }, { recipient: { email: 'anna@example.com' } }]) {
      const { status, body } = await create(more);
      expect([status, body.delivery?.['method']]).toEqual([201, 'recipient_email']);
    }
    const mailer = new Shop(stack, ONLY_RECIPIENT_KEY);
    const { body: order } = await create({});
    await mailer.pay((await mailer.session(order.id)).body.url);
    await stack.idle();
    expect((await mailer.read(order.id)).status).toBe('fulfilled');
    const mails = await stack.mail('anna@example.com');
    expect(mails.some(({ attachments }) => attachments.length > 0)).toBe(true);
  });

  test('an event option whose minimum is above the maximum of the event for one order is refused', async () => {
    const [company] = ruleSeed.companies;
    const option = { id: 1, name: 'Group', amount: 1000, stock: 10, quantity: { minimum: 5 } };
    const event = { company: 'shop', id: 1, slug: 'e', name: 'E', starts_at: '2030-05-01T19:00:00+02:00' };
    const { status, stderr } = await runStack({
      seed: { companies: [company], events: [{ ...event, tickets_per_event: 4, options: [option] }] },
    });
    expect(status).toBe(1);
    expect(stderr).toContain('$.events[0].options[0].quantity.minimum: This is more than the maximum, 4.');
  });
});
