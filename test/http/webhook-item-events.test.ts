import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { webhookEvent, webhookReplies } from '../../functions/api/webhooks/replies.ts';
import { itemSeed, READ_KEY, Till, TILL_KEY, LENIENT_KEY } from '../support/item-shop.ts';
import { isSignedWith, startReceiver, type ReceivedDelivery, type Receiver } from '../support/receiver.ts';
import { experience, giftCard, Shop } from '../support/shop.ts';
import { startStack, type Answer, type RunningStack } from '../support/stack.ts';
import type { DeliveryBody, EndpointBody, ListBody } from '../support/webhooks.ts';

interface ErrorBody {
  error: { code: string; message: string; fields?: Record<string, string[]> };
}

interface ItemEvent {
  id: string;
  type: string;
  sequence: number;
  data: {
    item: Record<string, unknown> & { id: string };
    transaction: (Record<string, unknown> & { id: string; type: string }) | null;
  };
}

const SEED = {
  ...itemSeed,
  companies: itemSeed.companies.map((company) => ({
    ...company,
    approved_urls: ['https://shop.example/', 'http://127.0.0.1'],
  })),
};
const ENDPOINTS = '/v2/webhook-endpoints';
const DAY = 24 * 3600;

let stack: RunningStack;
let till: Till;
const receivers: Receiver[] = [];
beforeAll(async () => {
  stack = await startStack({ seed: SEED });
  till = new Till(stack);
});
afterEach(async () => {
  const { data } = (await stack.get<ListBody<{ id: string }>>(ENDPOINTS, { key: TILL_KEY })).body;
  await Promise.all(data.map(({ id }) => stack.call('DELETE', `${ENDPOINTS}/${id}`, { key: TILL_KEY })));
  await stack.idle();
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
});
afterAll(() => stack?.stop());

type NewEndpoint = EndpointBody & { secret: string; filter: unknown } & ErrorBody;

const register = (body: object, key = TILL_KEY): Promise<Answer<NewEndpoint>> =>
  stack.post<NewEndpoint>(ENDPOINTS, { key, idempotencyKey: true, body });

/** Registers a receiver for some event types. */
const receive = async (
  events: string[],
  more: object = {},
): Promise<Receiver & { secret: string; endpoint: string }> => {
  const receiver = await startReceiver();
  receivers.push(receiver);
  const { status, body } = await register({ url: receiver.url, events, ...more });
  if (status !== 201) throw new Error(`register: ${status} ${JSON.stringify(body)}`);
  return Object.assign(receiver, { secret: body.secret, endpoint: body.id });
};

const eventOf = ({ event }: ReceivedDelivery): ItemEvent => event as unknown as ItemEvent;
const eventsIn = (receiver: Receiver): ItemEvent[] =>
  receiver.received.map(eventOf).toSorted((left, right) => left.sequence - right.sequence);
const feed = async (query: Record<string, string> = {}, key = TILL_KEY): Promise<ItemEvent[]> => {
  const { status, body } = await stack.get<ListBody<ItemEvent>>('/v2/webhook-events', {
    key,
    query: { limit: '100', ...query },
  });
  if (status !== 200) throw new Error(`feed: ${status} ${JSON.stringify(body)}`);
  return body.data;
};

const ALL = [
  'issued',
  'activated',
  'claimed',
  'refunded',
  'cancelled',
  'withdrawn',
  'blocked',
  'unblocked',
  'replaced',
  'adjusted',
  'extended',
  'expired',
  'expiring',
].map((name) => `item.${name}`);

describe('events of items', () => {
  it('are sent for each change to an item, in the envelope and with the headers of every event', async () => {
    const receiver = await receive(ALL);
    const code = await till.card(100);
    await till.claim(code, { type: 'amount', amount: 30 });
    await till.do(code, 'refund', { type: 'amount', amount: 30 });
    await till.do(code, 'cancel');
    await stack.idle();
    const events = eventsIn(receiver);
    expect(events.map(({ type }) => type)).toEqual(['item.issued', 'item.claimed', 'item.refunded', 'item.cancelled']);
    expect(events.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
    for (const received of receiver.received) {
      expect(isSignedWith(receiver.secret, received)).toBe(true);
      expect(webhookEvent.safeParse(received.event).error).toBeUndefined();
      expect(received.headers['service-webhook-id']).toBe(received.event.id);
      expect(received.raw.toString()).not.toContain(code);
      expect(received.raw.toString()).not.toContain(code.replaceAll('-', ''));
    }
    const item = await till.item(code);
    const [, claimed] = events;
    expect(claimed!.data.item).toEqual({
      id: expect.stringMatching(/^itm_[0-9a-f]{32}$/) as string,
      order_id: item.order_id,
      product_id: null,
      item_type_identification: item.item_type_identification,
      code_last4: code.slice(-4),
      amount: 100,
      remaining_amount: 70,
      held_amount: 0,
      remaining_pieces: 1,
      currency: 'DKK',
      status: 6,
      status_name: 'Paid',
      validity: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/) as string,
    });
    const [, entry] = (await till.history(code)).data;
    expect(claimed!.data.transaction).toEqual({
      id: entry!['transaction_id'],
      type: 'claim',
      amount: 30,
      number: 0,
      reference: null,
      location: null,
      redemption_id: null,
      at: entry!['occurred_at'],
    });
    expect(new Set(events.map(({ data }) => data.item.id)).size).toBe(1);
    expect(events.at(-1)!.data.item).toMatchObject({ remaining_amount: 0, status: 4, status_name: 'Cancelled' });
  });

  it('are sent once for each change in one transaction, each with the item after that change', async () => {
    const receiver = await receive(ALL);
    await till.claim('FIXED-0001', { type: 'amount', amount: 50 });
    await stack.idle();
    const events = eventsIn(receiver);
    expect(events.map(({ type, data }) => [type, data.item['status_name'], data.item['remaining_amount']])).toEqual([
      ['item.issued', 'Awaiting Payment', 250],
      ['item.activated', 'Paid', 250],
      ['item.claimed', 'Paid', 200],
    ]);
  });

  it('report an adjustment, and a replacement as one event about the old item', async () => {
    const receiver = await receive(ALL);
    const code = await till.card(100);
    const keyed = { 'Idempotency-Key': 'adjusted and replaced' };
    await till.do(code, 'adjust', { amount: -40, reason: 'wrong amount' }, keyed);
    const { body: next } = await till.do(code, 'replace', undefined, keyed);
    await stack.idle();
    const [, adjusted, replaced, ...more] = eventsIn(receiver);
    expect(more).toEqual([]);
    expect(adjusted).toMatchObject({
      type: 'item.adjusted',
      data: { item: { remaining_amount: 60 }, transaction: { type: 'adjust', amount: 40 } },
    });
    expect(replaced).toMatchObject({
      type: 'item.replaced',
      data: {
        item: { id: next['replaces'], replaced_by: next['id'], remaining_amount: 0, status: 4 },
        transaction: { type: 'replace', amount: 60 },
      },
    });
    for (const { event, raw } of receiver.received) {
      expect(webhookEvent.safeParse(event).error).toBeUndefined();
      expect(raw.toString()).not.toContain(next['code']);
    }
    await till.claim(next['code'] as string);
    await stack.idle();
    expect((await feed({ item: next['id'] as string })).map(({ type }) => type)).toEqual(['item.claimed']);
  });

  it('report blocks, an extension and captures of a till, but no hold', async () => {
    const receiver = await receive(ALL);
    const code = await till.card(100);
    let keys = 0;
    const post = (path: string, body?: object) =>
      stack.post<{ id: string }>(path, {
        key: TILL_KEY,
        idempotencyKey: `events-${++keys}`,
        ...(body ? { body } : {}),
      });
    const sources = [{ code, amount: 40 }];
    const more = { capture: false, reference: 'R-1', location: 'Bar' };
    const { body: hold } = await post('/v2/redemptions', { sources, ...more });
    await post(`/v2/items/${code}/block`, { reason: 'lost' });
    await post(`/v2/redemptions/${hold.id}/capture`);
    await post(`/v2/items/${code}/unblock`);
    await post(`/v2/items/${code}/extend`, { validity: '2045-01-01' });
    await post(`/v2/redemptions/${hold.id}/refund`, { amount: 10 });
    await stack.idle();
    const seen = eventsIn(receiver);
    expect(seen.map(({ type, data }) => [type, data.item['remaining_amount'], data.item['held_amount']])).toEqual([
      ['item.issued', 100, 0],
      ['item.blocked', 100, 40],
      ['item.claimed', 60, 0],
      ['item.unblocked', 60, 0],
      ['item.extended', 60, 0],
      ['item.refunded', 70, 0],
    ]);
    const transaction = { reference: 'R-1', location: 'Bar', redemption_id: hold.id };
    expect(seen[2]?.data.transaction).toMatchObject({ type: 'claim', amount: 40, ...transaction });
    expect(seen[4]?.data.item['validity']).toMatch(/^2045-01-01T/);
    for (const { event } of receiver.received) expect(webhookEvent.safeParse(event).error).toBeUndefined();
  });

  it('are sent for value withdrawn by a refund of the order', async () => {
    const shop = new Shop(stack, TILL_KEY);
    const receiver = await receive(['item.withdrawn']);
    const order = await shop.sell(giftCard(10000));
    await shop.refund(order.id);
    await stack.idle();
    const [event] = eventsIn(receiver);
    expect(event).toMatchObject({
      type: 'item.withdrawn',
      data: { item: { order_id: order.id, remaining_amount: 0 }, transaction: { type: 'withdraw', amount: 100 } },
    });
  });

  it('can be read in the feed as they were sent, for all items or for one', async () => {
    const receiver = await receive(ALL);
    const [one, other] = [await till.card(100), await till.card(200)];
    await till.claim(one, { type: 'amount', amount: 10 });
    await stack.idle();
    const sent = eventsIn(receiver);
    const id = sent.find(({ data }) => data.item['code_last4'] === one.slice(-4))!.data.item.id;
    const ofOne = await feed({ item: id });
    expect(ofOne.map(({ type }) => type)).toEqual(['item.issued', 'item.claimed']);
    for (const event of ofOne) expect(sent).toContainEqual(event);
    const all = await feed();
    expect(all.map(({ data }) => data.item?.['code_last4'])).toContain(other.slice(-4));
    const first = await stack.get<ListBody<ItemEvent>>('/v2/webhook-events', {
      key: TILL_KEY,
      query: { item: id, limit: '1' },
    });
    const reply = await feed({ item: id, starting_after: first.body.next_cursor! });
    expect([...first.body.data, ...reply]).toEqual(ofOne);
    expect(await feed({ item: id }, LENIENT_KEY)).toEqual([]);
    const wrong = await stack.get<ErrorBody>('/v2/webhook-events', { key: TILL_KEY, query: { item: one } });
    expect([wrong.status, Object.keys(wrong.body.error.fields ?? {})]).toEqual([422, ['item']]);
  });

  it('are not recorded for a company without a subscriber to their type', async () => {
    const before = (await feed()).length;
    await receive(['order.created', 'item.cancelled']);
    const code = await till.card(100);
    await till.claim(code);
    await stack.idle();
    expect((await feed()).length).toBe(before);
  });

  it('have the same bytes in a retry and in a replay', async () => {
    const receiver = await receive(['item.issued']);
    receiver.answerWith(500);
    await till.card(100);
    await stack.idle();
    const query = { endpoint: receiver.endpoint };
    const { body } = await stack.get<ListBody<DeliveryBody>>('/v2/webhook-deliveries', { key: TILL_KEY, query });
    expect(body.data).toMatchObject([{ event_type: 'item.issued', status: 'queued', order_id: null }]);
    receiver.answerWith(204);
    await stack.advance(6);
    await stack.idle();
    const [failed, retried] = receiver.received;
    expect(retried!.raw).toEqual(failed!.raw);
    const path = `/v2/webhook-deliveries/${body.data[0]!.id}/replay`;
    expect((await stack.post(path, { key: TILL_KEY, idempotencyKey: true })).status).toBe(202);
    await stack.idle();
    expect(receiver.received).toHaveLength(3);
    expect(receiver.received.at(-1)!.raw).toEqual(failed!.raw);
  });
});

describe('the filter of an endpoint', () => {
  it('passes items of its types and products, and all other events', async () => {
    const cards = await receive(['item.issued', 'order.created'], { filter: { item_types: ['giftcard'] } });
    const tastings = await receive(['item.issued'], { filter: { product_ids: ['gcv_1'] } });
    const neither = await receive(['item.issued'], { filter: { item_types: ['TICKET'], product_ids: ['gcv_1'] } });
    const shop = new Shop(stack, TILL_KEY);
    await shop.sell(experience(1));
    await shop.sell(giftCard(10000));
    await stack.idle();
    expect(cards.types().toSorted()).toEqual(['item.issued', 'order.created', 'order.created']);
    expect(tastings.received.map(({ event }) => event.data['item']?.['product_id'])).toEqual(['gcv_1']);
    expect(neither.received).toEqual([]);
  });

  it('is shown, replaced and removed', async () => {
    const { endpoint } = await receive(['item.issued'], { filter: { item_types: ['ticket', 'GIFTCARD'] } });
    const path = `${ENDPOINTS}/${endpoint}`;
    const shown = async () => (await stack.get<NewEndpoint>(path, { key: TILL_KEY })).body.filter;
    expect(await shown()).toEqual({ item_types: ['GIFTCARD', 'TICKET'] });
    const change = (filter: unknown) => stack.call<NewEndpoint>('PATCH', path, { key: TILL_KEY, body: { filter } });
    const replaced = await change({ product_ids: ['gcv_2', 'gift_card_value'] });
    expect(webhookReplies.WebhookEndpoint.safeParse(replaced.body).error).toBeUndefined();
    expect(replaced.body.filter).toEqual({ product_ids: ['gcv_2', 'gift_card_value'] });
    await stack.call('PATCH', path, { key: TILL_KEY, body: { events: ['item.claimed'] } });
    const { body } = await stack.get<ListBody<NewEndpoint>>(ENDPOINTS, { key: TILL_KEY });
    expect(body.data.map(({ filter }) => filter)).toEqual([{ product_ids: ['gcv_2', 'gift_card_value'] }]);
    expect((await change(null)).body.filter).toBeNull();
    expect(await shown()).toBeNull();
  });

  it.each([
    ['an unknown type', { item_types: ['GIFTCARD', 'BOOK'] }, 'filter.item_types.1'],
    ['a type twice', { item_types: ['GIFTCARD', 'giftcard'] }, 'filter.item_types'],
    ['no types', { item_types: [] }, 'filter.item_types'],
    ['an unknown product', { product_ids: ['gcv_1', 'gcv_999'] }, 'filter.product_ids.1'],
    ['an invalid product id', { product_ids: ['concert'] }, 'filter.product_ids.0'],
    ['a product twice', { product_ids: ['gcv_1', 'gcv_1'] }, 'filter.product_ids'],
    ['nothing', {}, 'filter'],
    ['an unknown member', { types: ['GIFTCARD'] }, 'filter.types'],
  ])('with %s returns 422', async (_case, filter, field) => {
    const url = 'http://127.0.0.1:9/';
    const refused = await register({ url, events: ['item.issued'], filter });
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.error.fields ?? {})).toContain(field);
    const { endpoint } = await receive(['item.issued']);
    const change = await stack.call<ErrorBody>('PATCH', `${ENDPOINTS}/${endpoint}`, {
      key: TILL_KEY,
      body: { filter },
    });
    expect(change.status).toBe(422);
    expect(change.body.error.fields).toEqual(refused.body.error.fields);
  });
});

describe('webhook.endpoint_disabled', () => {
  it('is sent to all other endpoints of the company', async () => {
    const events = ['webhook.endpoint_disabled'];
    const [one, other] = [await receive(events), await receive(events)];
    await stack.call('PATCH', `${ENDPOINTS}/${one.endpoint}`, { key: TILL_KEY, body: { enabled: false } });
    await stack.idle();
    expect(one.received).toEqual([]);
    expect(other.received.map(({ event }) => [event.type, event.data])).toEqual([
      ['webhook.endpoint_disabled', { endpoint: { id: one.endpoint } }],
    ]);
    expect(webhookEvent.safeParse(other.received[0]!.event).error).toBeUndefined();
    expect((await feed()).map(({ id }) => id)).toContain(other.received[0]!.event.id);
  });

  it('is sent once for a deleted endpoint that was enabled', async () => {
    const [one, other] = [await receive(['order.created']), await receive(['webhook.endpoint_disabled'])];
    const remove = () => stack.call('DELETE', `${ENDPOINTS}/${one.endpoint}`, { key: TILL_KEY });
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 404]);
    await stack.idle();
    expect(other.received.map(({ event }) => event.data)).toEqual([{ endpoint: { id: one.endpoint } }]);
    const two = await receive(['order.created']);
    await stack.call('PATCH', `${ENDPOINTS}/${two.endpoint}`, { key: TILL_KEY, body: { enabled: false } });
    await stack.idle();
    await stack.call('DELETE', `${ENDPOINTS}/${two.endpoint}`, { key: TILL_KEY });
    await stack.idle();
    expect(other.received.map(({ event }) => event.data)).toEqual(
      [one, two].map(({ endpoint }) => ({ endpoint: { id: endpoint } })),
    );
  });
});

describe('the list of event types', () => {
  it('contains every type that can be subscribed to, with a schema and an example of its envelope', async () => {
    const { status, body } = await stack.get<
      ListBody<{ type: string; description: string; schema: Record<string, unknown>; example: { type: string } }>
    >('/v2/event-types', { key: TILL_KEY });
    expect(status).toBe(200);
    expect(webhookReplies.EventTypeList.safeParse(body).error).toBeUndefined();
    expect([body.has_more, body.next_cursor]).toEqual([false, null]);
    const types = body.data.map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining([...ALL, 'order.created', 'item.replaced', 'webhook.ping']));
    const url = 'http://127.0.0.1:9/';
    const events = types.filter((type) => type !== 'webhook.ping');
    expect((await register({ url, events })).body.events).toEqual(events);
    for (const { type, schema, example } of body.data) {
      expect(example.type, type).toBe(type);
      expect(webhookEvent.safeParse(example).error, type).toBeUndefined();
      expect(schema).toMatchObject({ type: 'object', properties: { type: { const: type }, data: { type: 'object' } } });
    }
  });

  it('requires webhooks:read', async () => {
    expect((await stack.get('/v2/event-types', { key: READ_KEY })).status).toBe(403);
    expect((await stack.get('/v2/event-types', {})).status).toBe(401);
  });
});

describe('expiry', () => {
  it('is announced once 60 days before and once 14 days before, and then reported', async () => {
    const receiver = await receive(['item.expiring', 'item.expired']);
    const code = await till.card(100);
    await stack.runSchedule('item-expiring');
    await stack.idle();
    const { validity } = await till.item(code);
    const matches = () => eventsIn(receiver).filter(({ data }) => data.item['code_last4'] === code.slice(-4));
    const results: string[][] = [];
    for (const before of [61, 59, 58, 13, 12, -2]) {
      await stack.moveTo(new Date(Date.parse(`${validity.replace(' ', 'T')}Z`) - before * DAY * 1000).toISOString());
      for (const schedule of ['item-expiring', 'item-expiry']) await stack.runSchedule(schedule);
      await stack.idle();
      results.push(matches().map(({ type }) => type));
    }
    expect(results).toEqual([
      [],
      ['item.expiring'],
      ['item.expiring'],
      ['item.expiring', 'item.expiring'],
      ['item.expiring', 'item.expiring'],
      ['item.expiring', 'item.expiring', 'item.expired'],
    ]);
    expect(matches().map(({ data }) => data.transaction?.type ?? null)).toEqual([null, null, 'expire']);
    expect(matches().at(-1)!.data.item).toMatchObject({ status: 5, status_name: 'Expired', remaining_amount: 100 });
    expect(new Set(matches().map(({ id }) => id)).size).toBe(3);
  });
});
