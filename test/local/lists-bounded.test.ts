import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../functions/storage/table.ts';
import { endpointKey, type WebhookEndpointRow } from '../../functions/domain/notifications/webhooks/rows.ts';
import { replies } from '../../functions/replies.ts';
import { routes } from '../../functions/routes.ts';
import { codeOf, emailOf, EVENT_SLUG, LARGE_COMPANY, orderIdOf, rowsOfItems, ZONE } from '../bench/items-data.ts';
import { aDelivery } from '../support/deliveries.ts';
import { loadTable } from '../support/load-table.ts';
import { anOrder } from '../support/orders.ts';
import { postedMonths } from '../support/posted-days.ts';
import { ALL_SCOPES } from '../support/seed.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

const KEY = `lp_live_${'9'.repeat(32)}_${'a'.repeat(64)}`;
const ITEMS = 1000;
const ORDERS = 900;
const DELIVERIES = 1200;
/** The maximum number of endpoints of a company. */
const ENDPOINTS = 50;
const RARE_DELIVERIES = 3;

const seed = {
  companies: [
    {
      slug: LARGE_COMPANY,
      name: 'Large ApS',
      currency: 'DKK',
      language: 'da',
      time_zone: ZONE,
      contract: { checkout: true, invoice_settlement: true },
      approved_urls: ['https://shop.example/'],
      gift_card: { name: 'Gift card', minimum_amount: 10_000, maximum_amount: 500_000 },
    },
  ],
  api_keys: [{ company: LARGE_COMPANY, label: 'large', key: KEY, scopes: [...ALL_SCOPES, 'orderpage:read'] }],
  events: [
    {
      company: LARGE_COMPANY,
      id: 1,
      slug: EVENT_SLUG,
      name: 'Festival',
      starts_at: '2031-05-01T19:00:00+02:00',
      options: [{ id: 1, name: 'Seat', amount: 25_000, stock: 100_000 }],
    },
  ],
  users: [{ username: 'till', password: 'a password of a till', company: LARGE_COMPANY, can_list: true }],
  oauth_clients: [{ client_id: 'till', client_secret: 'a secret of a till', company: LARGE_COMPANY }],
};

const hex = (number: number): string => number.toString(16).padStart(32, '0');
const endpointIdOf = (number: number): string => `wh_${hex(number)}`;

const endpointRow = (number: number, atMs: number): WebhookEndpointRow => ({
  ...endpointKey(LARGE_COMPANY, endpointIdOf(number)),
  type: 'webhook-endpoint',
  v: 1,
  id: endpointIdOf(number),
  company: LARGE_COMPANY,
  url: 'https://shop.example/hooks',
  events: ['order.expired'],
  status: 'disabled',
  disabledReason: 'request',
  createdAtMs: atMs,
  updatedAtMs: atMs,
  receivesFromMs: atMs,
  secret: { version: 1, sealed: 'sealed' },
  version: 1,
  failures: 0,
  consecutiveFailures: 0,
});

const isRare = (number: number): boolean => number % Math.floor(DELIVERIES / RARE_DELIVERIES) === 0 && number > 0;

/** Row of a delivery. Nearly all deliveries are for new orders; a few are queued. */
const deliveryRow = (number: number, newestMs: number): Row =>
  aDelivery({
    id: `whd_${hex(number)}`,
    company: LARGE_COMPANY,
    endpointId: endpointIdOf(number % ENDPOINTS),
    eventId: `evt_${hex(number)}`,
    eventType: isRare(number) ? 'order.expired' : 'order.created',
    orderId: `po_${hex(number % 2)}`,
    status: number % 10 === 9 ? 'queued' : 'delivered',
    createdAtMs: newestMs - number * 1000,
  });

const BUYERS = 20;
const BUYER = 'anna@example.com';
/** One in three orders is of the same buyer, the others of many buyers. */
const buyerOf = (number: number): string => (number % 3 === 2 ? BUYER : `buyer-${number % (BUYERS - 1)}@example.com`);
const buyers = [BUYER, ...Array.from({ length: BUYERS - 1 }, (_, at) => `buyer-${at}@example.com`)];

/** One in three hundred orders is refunded. */
const orderRows = (endMs: number): Row[] =>
  Array.from({ length: ORDERS }, (_, number) =>
    anOrder({
      company: LARGE_COMPANY,
      id: `po_${hex(number)}`,
      createdAtMs: endMs - number * 1000,
      status: 'fulfilled',
      payment: {
        status: number % 300 === 299 ? 'refunded' : 'captured',
        captured: 51_000,
        refunded: number % 300 === 299 ? 51_000 : 0,
        failedAttempts: [],
      },
      fulfillment: { status: 'fulfilled' },
      clientReference: 'cart',
      sender: { name: 'Anna', email: buyerOf(number) },
    }),
  );

const endMs = Date.now() - 60_000;
const posted = postedMonths(LARGE_COMPANY, ZONE, endMs);

function* allRows(): Generator<Row[], void, undefined> {
  yield* rowsOfItems(ITEMS, endMs);
  yield orderRows(endMs);
  yield posted.rows;
  yield Array.from({ length: ENDPOINTS }, (_, number) => endpointRow(number, endMs));
  yield Array.from({ length: DELIVERIES }, (_, number) => deliveryRow(number, endMs));
}

let stack: RunningStack;
let folder: string;
let token: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lists-'));
  await loadTable(folder, allRows());
  stack = await startStack({ seed, dataDir: folder });
  const grant = { grant_type: 'password', username: 'till', password: 'a password of a till' };
  const client = { client_id: 'till', client_secret: 'a secret of a till' };
  const answer = await stack.post<{ access_token: string }>('/token', {
    body: new URLSearchParams({ ...grant, ...client }).toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });
  token = answer.body.access_token;
}, 120_000);
afterAll(async () => {
  await stack.stop();
  await rm(folder, { recursive: true, force: true });
});

type Query = Record<string, string>;

const ONE = { limit: '1' };
const MANY = { limit: '100' };
const PAGES = [{}, ONE, MANY];
const order = orderIdOf(20);
const days = { date_from: '2020-01-01', date_to: '2035-01-01' };
const unclear = { search: 'mail.test' };

interface BoundedList {
  path?: string;
  queries: Query[];
  /** Maximum table calls for one response, including authentication. */
  calls: number;
  /** Maximum chain of sequential calls. */
  chain: number;
  /** Maximum read units of one response. */
  rcu: number;
}

const FEW = { calls: 8, chain: 3, rcu: 5 };

/** Most expensive filters of each list. */
const BOUNDED_LISTS: Record<string, BoundedList> = {
  'list-companies': { queries: PAGES, ...FEW },
  'list-api-keys': { queries: [{}], ...FEW },
  'list-audit-log': {
    queries: [...PAGES, { ...ONE, by: 'nobody' }, { ...ONE, operation: 'item.claim' }],
    ...FEW,
    rcu: 60,
  },
  'list-brand-assets': { path: `/v2/companies/${LARGE_COMPANY}/brand/assets`, queries: [{}], ...FEW },
  'list-products': { queries: [...PAGES, { ...ONE, type: 'special_offer' }], ...FEW },
  'list-managed-products': { path: '/v2/catalog/events', queries: [...PAGES, { ...ONE, published: 'false' }], ...FEW },
  'list-users': { queries: PAGES, ...FEW },
  'list-campaigns': { queries: PAGES, ...FEW },
  'list-discount-codes': { queries: PAGES, ...FEW },
  'list-pickup-points': { queries: [{ country: 'DK', postcode: '2100' }], ...FEW },
  'list-promotions': { queries: PAGES, ...FEW },
  'list-orders': {
    queries: [
      ...PAGES,
      { ...ONE, payment_status: 'refunded' },
      { ...ONE, payment_status: 'refunded', email: BUYER },
      { ...MANY, status: 'paid', client_reference: 'cart' },
      { ...ONE, status: 'pending_payment,paid,fulfilled,cancelled,expired', created_before: '2020-01-01' },
    ],
    // Each state has its own list.
    calls: 16,
    chain: 3,
    rcu: 59,
  },
  'list-webhook-deliveries': {
    queries: [
      ...PAGES,
      { ...ONE, event_type: 'order.expired' },
      { ...MANY, event_type: 'order.expired' },
      { ...ONE, event_type: 'order.expired', status: 'queued' },
      { ...ONE, event_type: 'order.expired', endpoint_id: endpointIdOf(7) },
      { ...ONE, event_type: 'order.expired', order_id: `po_${hex(1)}` },
      { ...ONE, status: 'failed' },
    ],
    // Queued deliveries are listed by endpoint, so the lists of fifty endpoints are read.
    calls: ENDPOINTS + 8,
    chain: 3,
    rcu: 92,
  },
  'list-webhook-endpoints': { queries: PAGES, ...FEW, rcu: 6 },
  'list-webhook-events': { queries: [...PAGES, { since: '2020-01-01T00:00:00Z' }, { item: `itm_${hex(1)}` }], ...FEW },
  'search-items': {
    queries: [
      { ...ONE, order_id: order, status: '4' },
      { ...ONE, ...unclear, status: '4' },
      { ...MANY, ...unclear },
    ],
    // A search text may match thirty orders, each of which is read.
    calls: 110,
    chain: 8,
    rcu: 6,
  },
  'list-redemptions': { queries: [{ reference: 'R-1' }, { reference: 'R-1', ...ONE }], ...FEW },
  'read-journal': {
    queries: [posted.range, { ...posted.range, ...ONE }, { ...posted.range, ...MANY }],
    // The route also reads the row that closes each shown day, and yesterday and today.
    calls: 8,
    chain: 7,
    rcu: 8,
  },
  'list-statement-lines': {
    path: `/v2/reports/statement/${posted.month}/lines`,
    queries: PAGES,
    // The route reads the days of the month up to the last one shown, including days without orders.
    calls: 36,
    chain: 35,
    rcu: 44,
  },
  'list-shipments': { queries: [...PAGES, { ...ONE, status: 'waiting' }], ...FEW },
  'list-event-types': { queries: [{}], ...FEW },
  'read-item-history': { path: `/v2/items/${codeOf(0)}/history`, queries: PAGES, ...FEW, rcu: 8 },
  'list-events': { queries: [...PAGES, { private: 'true' }], ...FEW },
  'list-participants': {
    path: `/v2/events/${EVENT_SLUG}/participants`,
    queries: [...PAGES, { ...ONE, search: 'nobody at all' }],
    // The route reads at most 3000 tickets.
    calls: 50,
    chain: 32,
    rcu: 59,
  },
  'read-analytics': {
    queries: [{}, { ...MANY, offset: '900' }, { ...ONE, status: '4', search: 'x' }],
    // The route reads at most 3000 items, and uses counters for larger numbers.
    calls: 45,
    chain: 6,
    rcu: 566,
  },
  'list-claimed-items': { queries: [days, { ...days, ...MANY, offset: '200' }], ...FEW, rcu: 34 },
  'list-subscribers': { queries: [...PAGES, days], ...FEW, rcu: 58 },
  'list-pdf-templates': { queries: PAGES, calls: 8, chain: 5, rcu: 5 },
  'list-order-events': { path: `/v2/orders/po_${hex(1)}/events`, queries: PAGES, ...FEW },
  'list-order-page-drafts': { queries: [{}], ...FEW, rcu: 7 },
  'list-order-page-revisions': { queries: [{}], ...FEW },
  'v1-list-items': {
    queries: [
      { ...ONE, search: emailOf(20), status: '4' },
      { ...ONE, ...unclear },
    ],
    // The response contains the total of all matches, up to 20,000.
    calls: 420,
    chain: 60,
    rcu: 10,
  },
  'v1-analytics': { queries: [{ ...ONE, status: '4', search: 'nobody at all' }], calls: 45, chain: 8, rcu: 570 },
  'v1-claimed-items': { queries: [{ ...days, ...MANY }], ...FEW, rcu: 65 },
  'v1-subscribers': { queries: [{}, ONE], calls: 12, chain: 8, rcu: 117 },
  'v1-events': { queries: [{}], ...FEW },
  'v1-event-participants': { queries: [{ ...ONE, slug: EVENT_SLUG }], calls: 60, chain: 30, rcu: 62 },
  'v1-gc-modifications': { queries: [{}], ...FEW },
};

const isList = (reply: string): boolean => {
  const shape: object = (replies as Record<string, { shape?: object }>)[reply]?.shape ?? {};
  return (
    'has_more' in shape ||
    ('itemsCount' in shape && !('order_id' in shape)) ||
    /^Legacy(\w+List|Analytics|ClaimedItems|Subscribers|Events|Participants|Modifications)$/.test(reply)
  );
};

const lists = routes.filter(
  (route) => isList(String(route.replies[200])) && (route.method === 'GET' || route.access === 'v1'),
);

/** Table calls for one response, and the longest chain. */
const costOf = async (route: (typeof routes)[number], path: string, query: Query) => {
  await stack.resetUsage();
  const form = new URLSearchParams(query).toString();
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/x-www-form-urlencoded' };
  const answer =
    route.access === 'api-key'
      ? await stack.get(path, { key: KEY, query })
      : await stack.call(route.method, path, route.method === 'GET' ? { query, headers } : { body: form, headers });
  expect([path, query, answer.status, answer.body['status'] ?? 'OK']).toEqual([path, query, 200, 'OK']);
  return (await stack.usage())[route.name]!;
};

describe('a page of a list takes a bounded number of table calls and read units, for every filter', () => {
  it('every list has defined queries and limits', () => {
    expect(
      lists.map(({ name }) => name).filter((name) => !(name in BOUNDED_LISTS)),
      'Add these lists to BOUNDED_LISTS, with their queries and bounds. SHOW_CALLS=1 prints the measured calls',
    ).toEqual([]);
  });

  const bounded = lists.filter(({ name }) => name in BOUNDED_LISTS);
  it.each(bounded.map((route) => [route.name, route] as const))('%s', async (name, route) => {
    const list = BOUNDED_LISTS[name]!;
    // The first response from a function may fill its caches.
    await costOf(route, list.path ?? route.path, list.queries[0]!);
    let maximum = { calls: 0, sequential: 0, rcu: 0 };
    for (const query of list.queries) {
      const cost = () => costOf(route, list.path ?? route.path, query);
      const first = await cost();
      // Every hundredth request from a company makes one additional call, which counts these hundred requests.
      const { calls, sequential, rcu } = first.calls > list.calls ? await cost() : first;
      if (process.env['SHOW_CALLS']) console.log(name, query, calls, sequential, rcu);
      maximum = {
        calls: Math.max(calls, maximum.calls),
        sequential: Math.max(sequential, maximum.sequential),
        rcu: Math.max(rcu, maximum.rcu),
      };
    }
    expect(maximum.calls).toBeLessThanOrEqual(list.calls);
    expect(maximum.sequential).toBeLessThanOrEqual(list.chain);
    expect(maximum.rcu).toBeLessThanOrEqual(list.rcu);
  });
});

describe('orders of the maximum number of buyers', () => {
  it('take one call for each buyer, and the calls for their page', async () => {
    const route = routes.find(({ name }) => name === 'list-orders')!;
    const { calls, rcu } = await costOf(route, route.path, { ...MANY, email: buyers.join() });
    if (process.env['SHOW_CALLS']) console.log('list-orders by buyers', calls, rcu);
    expect(calls).toBeLessThanOrEqual(BUYERS + 4);
    expect(rcu).toBeLessThanOrEqual(80);
  });
});

describe('pages with few matches', () => {
  interface Page {
    data: { id: string }[];
    next_cursor: string | null;
  }

  const readAll = async (path: string, query: Query): Promise<string[]> => {
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const after: Query = cursor === '' ? {} : { starting_after: cursor };
      const { body }: { body: Page } = await stack.get<Page>(path, { key: KEY, query: { ...query, ...after } });
      ids.push(...body.data.map(({ id }) => id));
      cursor = body.next_cursor;
    }
    return ids;
  };

  const expected = (passes: (number: number) => boolean): string[] =>
    Array.from({ length: DELIVERIES }, (_, number) => number)
      .filter(passes)
      .map((number) => `whd_${hex(number)}`);

  it.each(['1', '100'])(
    'contain every delivery of a rare event once, newest first, with a limit of %s',
    async (limit) => {
      const of = (query: Query) => readAll('/v2/webhook-deliveries', { limit, event_type: 'order.expired', ...query });
      expect(await of({})).toEqual(expected(isRare));
      expect(await of({ order_id: `po_${hex(1)}` })).toEqual(expected((number) => isRare(number) && number % 2 === 1));
      const endpoint = Math.floor(DELIVERIES / RARE_DELIVERIES) % ENDPOINTS;
      expect(await of({ endpoint_id: endpointIdOf(endpoint) })).toEqual(
        expected((number) => isRare(number) && number % ENDPOINTS === endpoint),
      );
    },
  );

  it('contain every order once', async () => {
    const found = await readAll('/v2/orders', { limit: '50', payment_status: 'refunded', email: BUYER });
    expect(found).toEqual([299, 599, 899].map((number) => `po_${hex(number)}`));
  });
});
