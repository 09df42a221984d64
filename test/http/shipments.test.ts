import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startReceiver } from '../support/receiver.ts';
import { ruleSeed } from '../support/seed.ts';
import { giftCard, Shop, type ErrorBody } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

const [shopSeed] = ruleSeed.companies;
const [allScopes] = ruleSeed.api_keys;
const COURIER_KEY = `lp_live_${'c0'.repeat(16)}_${'e'.repeat(64)}`;
const destinations = [{ country: 'DK', private: 4900 }];
const seed = {
  ...ruleSeed,
  companies: [
    ...ruleSeed.companies,
    {
      ...shopSeed,
      slug: 'courier',
      approved_urls: ['https://shop.example/', 'http://127.0.0.1'],
      delivery: { postal: { carrier: 'courier', destinations } },
    },
  ],
  api_keys: [...ruleSeed.api_keys, { ...allScopes, company: 'courier', key: COURIER_KEY }],
};

let stack: RunningStack;
let shop: Shop;
let byCourier: Shop;
beforeAll(async () => {
  stack = await startStack({ seed });
  [shop, byCourier] = [new Shop(stack), new Shop(stack, COURIER_KEY)];
});
afterAll(() => stack.stop());

interface Shipment {
  id: string;
  order_id: string;
  status: string;
  carrier: string | null;
  posted_at: string | null;
}

const address = { kind: 'private', name: 'Bo', street: 'Gade 1', postcode: '8000', city: 'Aarhus', country: 'DK' };
const sellByPost = (from = shop) => from.sell(giftCard(20000, 2), { delivery: { method: 'postal', address } });
const list = async (query: Record<string, string> = {}, { key } = shop) =>
  (
    await stack.get<{ data: Shipment[]; has_more: boolean; next_cursor: string | null }>('/v2/shipments', {
      key,
      query,
    })
  ).body;
const shipmentOf = async (orderId: string, from = shop) => {
  const { data } = await list({ limit: '100' }, from);
  return data.find(({ order_id: id }) => id === orderId);
};
let keys = 0;
const step = (id: string, verb: string, body?: object, key = `step-${++keys}`, from = shop) =>
  stack.post<Shipment & ErrorBody>(`/v2/shipments/${id}/${verb}`, {
    key: from.key,
    headers: { 'Idempotency-Key': key },
    ...(body ? { body } : {}),
  });
const itemsOf = async (orderId: string, { key } = shop) => {
  const query = { order_id: orderId };
  const { data } = (await stack.get<{ data: { code: string }[] }>('/v2/items', { key, query })).body;
  const items = data.map(({ code }) =>
    stack.get<{ delivered_to_post_at: string | null }>(`/v2/items/${code}`, { key }),
  );
  return (await Promise.all(items)).map(({ body }) => body.delivered_to_post_at);
};

describe('a shipment', () => {
  test('is created at fulfillment, and packed, posted and returned once each', async () => {
    const order = await sellByPost();
    const waiting = await shipmentOf(order.id);
    expect(waiting).toEqual({
      id: expect.stringMatching(/^shp_[0-9a-f]{32}$/) as string,
      object: 'shipment',
      order_id: order.id,
      status: 'waiting',
      carrier: null,
      tracking_number: null,
      tracking_url: null,
      packed_at: null,
      posted_at: null,
      returned_at: null,
      return_reason: null,
    });
    const id = waiting?.id ?? '';
    expect(await itemsOf(order.id)).toEqual([null, null]);
    expect(await step(id, 'returned')).toMatchObject({ status: 409, body: { error: { code: 'shipment_not_open' } } });
    expect(await step(id, 'packed')).toMatchObject({ status: 200, body: { status: 'packed' } });
    expect(await step(id, 'packed')).toMatchObject({ status: 409, body: { error: { code: 'shipment_not_open' } } });
    const posting = { carrier: 'PostNord', tracking_number: 'DK1', tracking_url: 'https://track.example/DK1' };
    const at = '2026-01-05T10:00:00+01:00';
    const posted = await step(id, 'posted', { ...posting, posted_at: at }, 'post-once');
    expect(posted).toMatchObject({
      status: 200,
      body: { ...posting, status: 'posted', posted_at: '2026-01-05T09:00:00+00:00' },
    });
    expect((await step(id, 'posted', { ...posting, posted_at: at }, 'post-once')).body).toEqual(posted.body);
    expect((await step(id, 'posted', { nonsense: true }, 'post-once')).status).toBe(409);
    expect(await step(id, 'posted', {}, 'post-once')).toMatchObject({
      body: { error: { code: 'idempotency_conflict' } },
    });
    expect(await step(id, 'posted', posting)).toMatchObject({
      status: 409,
      body: { error: { code: 'shipment_not_open' } },
    });
    expect(await step(id, 'packed')).toMatchObject({ status: 409 });
    expect(await itemsOf(order.id)).toEqual(['2026-01-05 10:00:00', '2026-01-05 10:00:00']);
    const back = await step(id, 'returned', { reason: 'Unknown' });
    expect(back).toMatchObject({
      status: 200,
      body: { status: 'returned', return_reason: 'Unknown', carrier: 'PostNord' },
    });
    expect(await step(id, 'returned')).toMatchObject({ status: 409 });
  });

  test('can be posted without being packed, and concurrent reports send one email with the link', async () => {
    const order = await sellByPost();
    const id = (await shipmentOf(order.id))?.id ?? '';
    const reports = await Promise.all(
      [1, 2, 3].map((n) => step(id, 'posted', { carrier: `C${n}`, tracking_url: `https://track.example/${n}` })),
    );
    expect(reports.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const won = reports.find(({ status }) => status === 200)?.body;
    await stack.idle();
    const sent = (await stack.mail()).filter(
      ({ text }) => text?.includes(order.reference) && text.includes('track.example'),
    );
    expect(sent).toHaveLength(1);
    expect(sent[0]?.text).toContain(String(won?.carrier));
  });

  test('is listed by status, newest first, in full pages without refunded orders', async () => {
    const orders = [await sellByPost(), await sellByPost(), await sellByPost()];
    await shop.refund(orders[1]?.id ?? '');
    await stack.idle();
    const waiting = (await list({ status: 'waiting', limit: '100' })).data;
    expect(waiting.every(({ status }) => status === 'waiting')).toBe(true);
    expect(waiting.slice(0, 2).map(({ order_id: id }) => id)).toEqual([orders[2]?.id, orders[0]?.id]);
    const all = (await list({ limit: '100' })).data.map(({ id }) => id);
    expect(all.length).toBeGreaterThan(3);
    for (const limit of [1, 2]) {
      const pages: string[][] = [];
      let next: string | null = null;
      do {
        const page = await list({ limit: String(limit), ...(next === null ? {} : { starting_after: next }) });
        pages.push(page.data.map(({ id }) => id));
        next = page.next_cursor;
      } while (next !== null);
      expect(pages.flat()).toEqual(all);
      expect(pages.slice(0, -1).every((page) => page.length === limit)).toBe(true);
    }
    const posted = (await list({ status: 'returned' })).data;
    expect(posted.every(({ status }) => status === 'returned')).toBe(true);
  });

  test('of a courier order has the same steps, and its posting emits an event without personal data', async () => {
    const receiver = await startReceiver();
    const endpoint = { url: receiver.url, events: ['shipment.posted'] };
    const registered = await stack.post('/v2/webhook-endpoints', {
      key: COURIER_KEY,
      idempotencyKey: true,
      body: endpoint,
    });
    expect(registered.status).toBe(201);
    const order = await sellByPost(byCourier);
    const { id = '', status } = (await shipmentOf(order.id, byCourier)) ?? {};
    expect([status, await itemsOf(order.id, byCourier)]).toEqual(['waiting', [null, null]]);
    expect(await shipmentOf(order.id)).toBeUndefined();
    expect((await step(id, 'posted', {})).status).toBe(404);
    expect(await step(id, 'packed', undefined, 'c-packed', byCourier)).toMatchObject({ body: { status: 'packed' } });
    const posting = { carrier: 'Courier', tracking_number: 'C1', tracking_url: 'https://track.example/C1' };
    const posted = await step(id, 'posted', posting, 'c-posted', byCourier);
    expect(posted).toMatchObject({ status: 200, body: { ...posting, status: 'posted' } });
    await step(id, 'posted', posting, 'c-posted', byCourier);
    expect((await step(id, 'posted', posting, 'c-again', byCourier)).status).toBe(409);
    await stack.idle();
    const events = receiver.received.map(({ event }) => event);
    expect(events.map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'shipment.posted', data: { shipment: posted.body } },
    ]);
    expect(JSON.stringify(events)).not.toMatch(/Gade 1|"Bo"|8000|@/);
    const mails = (await stack.mail()).filter(({ text }) => text?.includes('https://track.example/C1'));
    expect(mails).toHaveLength(1);
    for (const at of await itemsOf(order.id, byCourier)) expect(at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(await step(id, 'returned', { reason: 'Refused' }, 'c-back', byCourier)).toMatchObject({
      body: { status: 'returned', return_reason: 'Refused' },
    });
    await stack.idle();
    expect(receiver.received).toHaveLength(1);
    await receiver.close();
  });

  test('of a refunded order cannot be posted', async () => {
    const order = await sellByPost();
    const id = (await shipmentOf(order.id))?.id ?? '';
    await shop.refund(order.id);
    expect(await step(id, 'posted')).toMatchObject({ status: 409, body: { error: { code: 'shipment_not_open' } } });
  });
});

test('the list takes several statuses, in every spelling of a filter', async () => {
  const [waiting, packed, posted] = [await sellByPost(), await sellByPost(), await sellByPost()];
  await step((await shipmentOf(packed.id))?.id ?? '', 'packed');
  await step((await shipmentOf(posted.id))?.id ?? '', 'posted');
  const ours = async (query: string): Promise<string[]> => {
    const { body } = await stack.get<{ data: Shipment[] }>(`/v2/shipments?limit=100&${query}`, { key: shop.key });
    return body.data.map(({ order_id }) => order_id).filter((id) => [waiting.id, packed.id, posted.id].includes(id));
  };
  expect(await ours('status=waiting,packed')).toEqual([packed.id, waiting.id]);
  expect(await ours('status=posted&status=packed')).toEqual([posted.id, packed.id]);
  expect(await ours('status[]=waiting')).toEqual([waiting.id]);
  expect(await ours('status=waiting,packed,posted,returned')).toEqual([posted.id, packed.id, waiting.id]);
});

describe('a refusal', () => {
  test.each([
    ['a link that is not https', { tracking_url: 'http://track.example/1' }, 'tracking_url'],
    ['no address', { tracking_url: 'track' }, 'tracking_url'],
    ['a link with a space', { tracking_url: 'https://track.example/a b' }, 'tracking_url'],
    ['a link with credentials', { tracking_url: 'https://track.example@other.example/' }, 'tracking_url'],
    ['a time in the future', { posted_at: '2999-01-01T00:00:00Z' }, 'posted_at'],
    ['a text that is not a time', { posted_at: 'yesterday' }, 'posted_at'],
    ['a time without an offset', { posted_at: '2026-01-01T00:00:00' }, 'posted_at'],
    ['a long carrier', { carrier: 'x'.repeat(61) }, 'carrier'],
    ['an unknown member', { weight: 3 }, 'weight'],
  ])('%s is reported as a fault of its field and changes nothing', async (_, body, field) => {
    const order = await sellByPost();
    const id = (await shipmentOf(order.id))?.id ?? '';
    const { status, body: answer } = await step(id, 'posted', body);
    expect([status, Object.keys(answer.error.fields ?? {})]).toEqual([422, [field]]);
    expect((await shipmentOf(order.id))?.status).toBe('waiting');
  });

  test('an unknown shipment returns 404, an unknown status 422, and an idempotency key is required', async () => {
    expect((await step(`shp_${'0'.repeat(32)}`, 'posted')).status).toBe(404);
    const unknown = await stack.get<ErrorBody>('/v2/shipments', { key: shop.key, query: { status: 'lost' } });
    expect(Object.keys(unknown.body.error.fields ?? {})).toEqual(['status']);
    for (const status of ['', 'waiting,lost']) {
      expect((await stack.get('/v2/shipments', { key: shop.key, query: { status } })).status).toBe(422);
    }
    const order = await sellByPost();
    const id = (await shipmentOf(order.id))?.id ?? '';
    expect((await stack.post(`/v2/shipments/${id}/packed`, { key: shop.key })).status).toBe(422);
    expect((await step(id, 'packed', { note: 'x' })).status).toBe(422);
  });
});
