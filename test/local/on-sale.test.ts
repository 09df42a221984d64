import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isNewer } from '../support/calendar.ts';
import { importOperatorFile, ops } from '../support/ops.ts';
import { textOfPages } from '../support/read-pdf.ts';
import { GIFT, Visitor } from '../support/page-visitor.ts';
import { offer, orderBody, Shop, ticket, type ErrorBody, type OrderBody } from '../support/shop.ts';
import { SHOP_KEY, shopSeed } from '../support/shop-seed.ts';
import { startStack, type Answer, type RunningStack } from '../support/stack.ts';

const hot = { id: 40, name: 'Standing', amount: 25_000, stock: 60, publish_stock: true, on_sale: true };
const events = [
  {
    company: 'shop',
    id: 40,
    slug: 'stadium',
    name: 'Stadium',
    starts_at: '2030-05-01T19:00:00+02:00',
    tickets_per_event: 45,
    options: [hot],
  },
  {
    company: 'shop',
    id: 41,
    slug: 'club',
    name: 'Club',
    starts_at: '2030-05-01T19:00:00+02:00',
    seats: 12,
    options: [
      { id: 41, name: 'Floor', amount: 15_000, stock: 30, on_sale: true },
      { id: 42, name: 'Balcony', amount: 25_000, stock: 30 },
    ],
  },
];
const open = {
  company: 'shop',
  id: 42,
  slug: 'park',
  name: 'Park',
  starts_at: '2030-05-01T19:00:00+02:00',
  options: [{ id: 43, name: 'Lawn', amount: 15_000, publish_stock: true }],
};
const fair = { ...open, id: 43, slug: 'fair', name: 'Fair', options: [{ id: 44, name: 'Seat', amount: 15_000 }] };
const MAY = /1\.? (maj|May|mai) 2030/;
const JUNE = /1\.? (juni|June) 2030/;
const spread = { id: 40, name: 'V', amount: 30_000, stock: 35, publish_stock: true, on_sale: true };
const special_offers = [
  { company: 'shop', id: 40, name: 'Hot offer', options: [spread] },
  { company: 'shop', id: 41, name: 'Cool offer', options: [{ ...spread, id: 41, on_sale: false }] },
];

let stack: RunningStack;
let shop: Shop;
/** Ids of two orders for the fair: one issued before the fair is rescheduled, and one after. */
let fairOrders: string[] = [];
let fairFile: string;
beforeAll(async () => {
  const seed = {
    ...shopSeed,
    events: [...shopSeed.events, ...events, open, fair],
    special_offers: [...shopSeed.special_offers, ...special_offers],
  };
  stack = await startStack({ seed });
  shop = new Shop(stack, SHOP_KEY);
});
afterAll(() => stack.stop());

const optionOf = async (product: string) => {
  const { body } = await stack.get<{ options: { availability: { in_stock: boolean; remaining: number } }[] }>(
    `/v2/products/${product}`,
    { key: SHOP_KEY },
  );
  return body.options[0]?.availability;
};

/** Waits until the shop shows the remaining units, which may be two seconds old. */
const shows = (product: string, remaining: number): Promise<void> =>
  expect.poll(async () => (await optionOf(product))?.remaining).toBe(remaining);

const createdCount = (answers: readonly Answer<unknown>[]): number =>
  answers.filter(({ status }) => status === 201).length;
const sideBySide = (buyers: number, items: object[]): Promise<Answer<OrderBody>[]> =>
  Promise.all(Array.from({ length: buyers }, () => shop.order(items)));
const refusal = ({ status, body }: Answer<ErrorBody>): unknown[] => [status, body.error.code];

describe('an option on sale', () => {
  it('sells 60 units exactly 60 times to 80 concurrent buyers, and is shown as sold out', async () => {
    const answers = await sideBySide(80, [ticket(40, 40)]);
    expect(createdCount(answers)).toBe(60);
    for (const lost of answers.filter(({ status }) => status !== 201) as unknown as Answer<ErrorBody>[]) {
      expect(refusal(lost)).toEqual([422, 'above_maximum']);
      expect(Object.keys(lost.body.error.fields ?? {})).toEqual(['items.0.quantity']);
    }
    await shows('evt_40', 0);
    expect(await optionOf('evt_40')).toMatchObject({ in_stock: false });
  });

  it('releases every unit exactly once when unpaid orders expire', async () => {
    await stack.advance(25 * 3600);
    await stack.idle();
    await shows('evt_40', 60);
  });

  it('sells an order larger than each share, up to the last unit, but not above the maximum', async () => {
    expect(refusal(await shop.refused([ticket(40, 40, 46)]))).toEqual([422, 'above_maximum']);
    expect((await shop.order([ticket(40, 40, 45)])).status).toBe(201);
    const short = await shop.refused([ticket(40, 40, 16)]);
    expect(short.body.error.fields).toEqual({ 'items.0.quantity': ['Only 15 of this are left.'] });
    expect((await shop.order([ticket(40, 40, 15)])).status).toBe(201);
    expect(refusal(await shop.refused([ticket(40, 40)]))).toEqual([422, 'above_maximum']);
  });

  it('never sells more seats than the event has, across all options', async () => {
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, at) => shop.order([ticket(41, at % 2 === 0 ? 41 : 42)])),
    );
    expect(createdCount(answers)).toBe(12);
  });

  it('is reset by restock, and importing the same file again changes nothing', async () => {
    const restock = [{ option: 'evto_40', company: 'shop', remaining: 7 }];
    expect((await importOperatorFile(stack, { events, restock })).stdout).not.toContain('Nothing changed');
    expect((await importOperatorFile(stack, { events, restock })).stdout).toContain('Nothing changed');
    await shows('evt_40', 7);
    expect(createdCount(await sideBySide(10, [ticket(40, 40)]))).toBe(7);
  });

  it('sells units returned by a refund of an unissued order', async () => {
    const sendAt = new Date(Date.now() + 40 * 24 * 3600_000).toISOString();
    const later = { delivery: { method: 'recipient_email', send_at: sendAt } };
    const { body } = await shop.order(offer(40, 35), later);
    const session = await shop.session(body.id);
    await shop.pay(session.body.url);
    await stack.idle();
    expect(refusal(await shop.refused(offer(40)))).toEqual([409, 'insufficient_stock']);
    expect((await shop.refund(body.id)).status).toBe(200);
    expect((await shop.order(offer(40, 30))).status).toBe(201);
  });
});

describe('an event whose limit or day an operator changes after sales', () => {
  type Report = Answer<{ data: { slug: string; sold: number; blocked: number; all: number }[] }>;
  const report = async () => {
    const { body }: Report = await stack.get('/v2/events', { key: SHOP_KEY });
    const { sold, blocked, all } = body.data.find(({ slug }) => slug === 'park') ?? {};
    return [sold, blocked, all];
  };
  const document = async (id: string): Promise<string> => {
    const { bytes } = await stack.get(`/v2/orders/${id}/gift-card.pdf`, { key: SHOP_KEY });
    return (await textOfPages(bytes)).join('\n');
  };
  const calendar = async (id: string) =>
    (await stack.get(`/c/shop/${(await itemOf(id)).code}/event.ics`)).bytes.toString();
  const itemOf = async (id: string) => {
    const query = { order_id: id };
    const { body } = await stack.get<{ data: { code: string; validity: string }[] }>('/v2/items', {
      key: SHOP_KEY,
      query,
    });
    return body.data[0] ?? { code: '', validity: '' };
  };

  it('counts its seats without a limit, and includes sold seats in a later limit', async () => {
    await shop.sell([ticket(42, 43, 3)]);
    await shop.order([ticket(42, 43, 2)]);
    expect(await report()).toEqual([3, 2, 5]);
    const order = await shop.sell([ticket(43, 44)]);
    const sendAt = new Date((await stack.nowMs()) + 3_600_000).toISOString();
    const later = await shop.sell([ticket(43, 44)], { delivery: { method: 'recipient_email', send_at: sendAt } });
    fairOrders = [order.id, later.id];
    fairFile = await calendar(order.id);
    expect(await calendar(order.id)).toBe(fairFile);
    expect(await document(order.id)).toMatch(MAY);
    const june = '2030-06-01T19:00:00+02:00';
    await importOperatorFile(stack, {
      events: [
        { ...open, seats: 6 },
        { ...fair, starts_at: june },
      ],
    });
    expect(await report()).toEqual([3, 2, 6]);
    expect((await optionOf('evt_42'))?.remaining).toBe(1);
    expect(refusal(await shop.refused([ticket(42, 43, 2)]))).toEqual([422, 'above_maximum']);
    expect(createdCount(await sideBySide(4, [ticket(42, 43)]))).toBe(1);
    expect(await optionOf('evt_42')).toEqual({ limited: true, in_stock: false, remaining: 0 });
  });

  it('updates tickets issued before or after to the new day, on page, calendar and documents', async () => {
    const [before = '', after = ''] = fairOrders;
    for (let minute = 0; minute < 2; minute++) {
      await stack.advance(61);
      await stack.idle();
    }
    const page = await stack.get(`/c/shop/${(await itemOf(before)).code}`);
    const file = await calendar(before);
    expect(page.bytes.toString().replaceAll('\u00a0', ' ')).toMatch(JUNE);
    expect(file).toContain('DTSTART:20300601T170000Z');
    expect(isNewer(file, fairFile)).toBe(true);
    expect(await document(before)).toMatch(JUNE);
    await stack.advance(3600);
    await stack.idle();
    expect(await document(after)).toMatch(JUNE);
    const items = [await itemOf(before), await itemOf(after)];
    expect(items.map(({ validity }) => validity)).toEqual(['2030-06-01 23:59:59', '2030-06-01 23:59:59']);
  });
});

describe('npm run ops -- stock', () => {
  it('splits the counter of an option during sales, and merges it again', async () => {
    expect((await shop.order(offer(41, 5))).status).toBe(201);
    expect(await ops(stack, 'stock', 'spread', 'sov_41', '--company', 'shop')).toMatchObject({ status: 0 });
    await shows('so_41', 30);
    expect((await shop.order(offer(41, 20))).status).toBe(201);
    const gathered = await ops(stack, 'stock', 'gather', 'sov_41');
    expect(gathered.stdout).toContain('The stock of sov_41 of shop is now in one counter.');
    const { body: log } = await stack.get<{ data: { operation: string; subject: object }[] }>('/v2/audit-log', {
      key: SHOP_KEY,
      query: { channel: 'operator' },
    });
    expect(log.data.slice(0, 2).map(({ operation, subject }) => ({ operation, subject }))).toEqual([
      { operation: 'stock-gather', subject: { option: 'sov_41' } },
      { operation: 'stock-spread', subject: { option: 'sov_41' } },
    ]);
    expect(createdCount(await sideBySide(12, offer(41)))).toBe(10);
    await stack.advance(25 * 3600);
    await stack.idle();
    await shows('so_41', 35);
    expect(createdCount(await sideBySide(4, offer(41, 10)))).toBe(3);
  });

  it.each([
    [['spread', 'sov_999'], 'No option with a stock has the id sov_999.'],
    [['spread'], 'Usage: npm run ops -- stock spread OPTION'],
  ])('%j is rejected', async (args, reason) => {
    const { status, stderr } = await ops(stack, 'stock', ...args);
    expect([status, stderr]).toEqual([1, expect.stringContaining(reason)]);
  });
});

describe('an order that fails in a crowd', () => {
  it('gets 429 with Retry-After without an order, and the same request succeeds later', async () => {
    await stack.fault('table', 'conflict', 1000);
    const request = { idempotencyKey: 'patient', body: orderBody(offer(40)) };
    const refused = await shop.order<ErrorBody>([], {}, request);
    await stack.control('DELETE', '/faults');
    expect(refusal(refused)).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
    expect((await shop.order([], {}, request)).status).toBe(201);
  });

  it('is reported on the order page, with a button that sends the order again', async () => {
    const visitor = new Visitor(() => stack, { address: '203.0.113.9' });
    const summary = await visitor.submit(await visitor.open('/shop/shop/en/buy?item=so_40:sov_40:1'), GIFT);
    await stack.fault('table', 'conflict', 1000);
    const page = await visitor.submit(summary, {}, { step: 'confirm' });
    await stack.control('DELETE', '/faults');
    expect([page.status, page.textOf('h1')]).toEqual([429, 'We cannot do that just now']);
    expect(Number(page.header('Retry-After'))).toBeGreaterThanOrEqual(1);
    expect(page.textOf('form button')).toBe('Try again');
  });
});

it('sales of an on-sale are in the right order among other sales in every list', async () => {
  const sold: string[] = [];
  for (const option of [40, 41, 40, 41, 40]) {
    const { id } = await shop.sell(offer(option));
    sold.unshift(id);
    await stack.advance(1);
  }
  await stack.advance(10);
  type Page = { data: Record<string, unknown>[]; next_cursor: string | null };
  const read = async (path: string, query: Record<string, string>): Promise<Record<string, unknown>[]> => {
    const rows: Record<string, unknown>[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const after: Record<string, string> = cursor === '' ? {} : { starting_after: cursor };
      const page = await stack.get<Page>(path, { key: SHOP_KEY, query: { limit: '2', ...query, ...after } });
      rows.push(...page.body.data);
      cursor = page.body.next_cursor;
    }
    return rows;
  };
  const idsOf = (rows: Record<string, unknown>[], name: string) => rows.map((row) => String(row[name]));
  expect(idsOf(await read('/v2/orders', { status: 'fulfilled' }), 'id').slice(0, 5)).toEqual(sold);
  const all = idsOf(await read('/v2/orders', { limit: '100' }), 'id');
  expect([all.slice(0, 5), new Set(all).size]).toEqual([sold, all.length]);
  const events = await read('/v2/webhook-events', { limit: '100' });
  const delivered = events.filter(({ type }) => type === 'order.fulfilled').slice(-5);
  expect(delivered.map(({ data }) => (data as { order: { id: string } }).order.id)).toEqual(sold.toReversed());
  const analytics = await stack.get<{ itemsCount: number; items: object[] }>('/v2/reports/analytics', {
    key: SHOP_KEY,
    query: { limit: '100' },
  });
  expect(analytics.body.items).toHaveLength(analytics.body.itemsCount);
  expect(analytics.body.itemsCount).toBeGreaterThanOrEqual(5);
});

it('the nightly check finds no difference in units', async () => {
  await stack.idle();
  await stack.runSchedule('integrity-check');
  const { body } = await stack.get<{ ok: boolean; findings: object[] }>('/v2/reports/integrity', { key: SHOP_KEY });
  expect(body).toMatchObject({ ok: true, findings: [] });
});
