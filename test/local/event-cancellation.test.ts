import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ALL_SCOPES, API_KEY, FOREIGN_KEY, ruleSeed } from '../support/seed.ts';
import { Shop, ticket, type ErrorBody, type OrderBody } from '../support/shop.ts';
import { startStack, type Answer, type CallOptions, type RunningStack } from '../support/stack.ts';

interface Cancellation {
  object: string;
  id: string;
  status: string;
  orders: number;
  refunded_orders: number;
  failed_orders: number;
  refunded_amount: number;
  failures: { order_id: string; code: string; message: string }[];
}
interface ManagedEvent {
  id: number;
  product_id: string;
  published: boolean;
  withheld: string[];
  options: { id: number }[];
}

const NO_REFUND_KEY = `${API_KEY.slice(0, -64)}${'ab'.repeat(32)}`.replace(
  /_live_[0-9a-f]{32}/,
  `_live_${'7'.repeat(32)}`,
);
const WAIT_MS = 30_000;

let stack: RunningStack;
let shop: Shop;
beforeAll(async () => {
  const scopes = ALL_SCOPES.filter((scope) => scope !== 'orders:refund');
  const key = { company: 'shop', label: 'no refunds', key: NO_REFUND_KEY, scopes };
  stack = await startStack({ seed: { ...ruleSeed, api_keys: [...ruleSeed.api_keys, key] } });
  shop = new Shop(stack);
});
afterAll(() => stack.stop());

let events = 0;
/** A new event with a seat for 250.00 and a fee of 5.00, and an add-on for 90.00. */
const newEvent = async (more: object = {}): Promise<ManagedEvent> => {
  const answer = await stack.post<ManagedEvent>('/v2/catalog/events', {
    key: API_KEY,
    idempotencyKey: true,
    body: {
      slug: `concert-${++events}`,
      name: `Concert ${events}`,
      starts_at: '2030-05-01T19:00:00+02:00',
      options: [
        { name: 'Seat', amount: 25_000, ticket_fee: 500, stock: 50 },
        { name: 'Dinner', amount: 9_000, add_on: true },
      ],
      ...more,
    },
  });
  expect(answer.status, answer.bytes.toString()).toBe(201);
  return answer.body;
};
const seat = ({ id, options }: ManagedEvent, quantity = 1) => ticket(id, options[0]!.id, quantity);
const dinner = ({ id, options }: ManagedEvent, quantity = 1) => ticket(id, options[1]!.id, quantity);
const buyer = (email: string) => ({ sender: { name: 'Anna', email }, recipient: { name: 'Bo', email } });

const cancel = <T = Cancellation>(id: number, body: object, options: CallOptions = {}): Promise<Answer<T>> =>
  stack.post<T>(`/v2/catalog/events/${id}/cancel`, { key: API_KEY, idempotencyKey: true, body, ...options });
const read = async (id: string): Promise<Cancellation> =>
  (await stack.get<Cancellation>(`/v2/catalog/event-cancellations/${id}`, { key: API_KEY })).body;
/** Waits until a cancellation is finished, and checks its progress. Returns the finished cancellation. */
const finished = async (id: string): Promise<Cancellation> => {
  const untilMs = performance.now() + WAIT_MS;
  for (;;) {
    const now = await read(id);
    expect(now.refunded_orders + now.failed_orders).toBeLessThanOrEqual(now.orders);
    if (now.status === 'finished') return now;
    if (performance.now() > untilMs) throw new Error(`Not finished: ${JSON.stringify(now)}`);
    await sleep(200);
  }
};
const codesOf = async (order: OrderBody): Promise<string[]> => {
  const { body } = await stack.get<{ data: { code: string }[] }>('/v2/items', {
    key: API_KEY,
    query: { order_id: order.id },
  });
  return body.data.map(({ code }) => code);
};
const statusOf = async (path: string): Promise<number> => (await stack.get(path, { key: API_KEY })).status;
const mailsTo = async (email: string): Promise<string[]> => (await stack.mail(email)).map(({ subject }) => subject);

describe('POST /v2/catalog/events/{id}/cancel', () => {
  test('withdraws tickets, notifies buyers and refunds all payments, including used tickets and add-ons', async () => {
    const event = await newEvent();
    const anna = 'cancelled-anna@example.com';
    const used = await shop.sell([seat(event, 2), dinner(event)], buyer(anna));
    const whole = await shop.sell([seat(event)], buyer('cancelled-bo@example.com'));
    const gone = await shop.sell([seat(event)], buyer('cancelled-cy@example.com'));
    expect((await shop.refund(gone.id)).status).toBe(200);
    const [first] = await codesOf(used);
    const claim = await stack.post(`/v2/items/${first}/claim`, { key: API_KEY, body: { type: 'all' } });
    expect(claim.status, claim.bytes.toString()).toBe(200);
    const { body: open } = await shop.order([seat(event)]);
    const { body: session } = await shop.session(open.id);
    await stack.idle();
    const before = await mailsTo(anna);

    const { status, body } = await cancel(event.id, { refund: 'all', message: 'The singer is ill.' });
    expect(status).toBe(202);
    expect(body).toEqual({
      object: 'event_cancellation',
      id: expect.stringMatching(/^evc_[0-9a-f]{32}$/) as unknown,
      status: 'running',
      orders: 0,
      refunded_orders: 0,
      failed_orders: 0,
      refunded_amount: 0,
      failures: [],
    });
    const end = await finished(body.id);
    expect(end).toMatchObject({
      orders: 2,
      refunded_orders: 2,
      failed_orders: 0,
      refunded_amount: used.amounts.total + whole.amounts.total,
      failures: [],
    });
    await stack.idle();

    for (const order of [used, whole]) {
      const after = await shop.read(order.id);
      expect(after.payment).toMatchObject({ status: 'refunded', refunded_amount: order.amounts.total });
      for (const line of order.line_items) {
        expect(await statusOf(`/v2/orders/${order.id}/lines/${line.id}/gift-card.pdf`)).toBe(404);
      }
      for (const code of await codesOf(order)) {
        expect((await stack.post(`/v2/items/${code}/claim`, { key: API_KEY, body: { type: 'all' } })).status).toBe(422);
      }
    }
    const mails = await stack.mail(anna);
    expect(mails.length).toBe(before.length + 1);
    const notice = mails.find(({ subject }) => subject.startsWith('Aflyst'));
    expect(notice?.text).toContain('The singer is ill.');
    expect(notice?.text).toMatch(/600\skr/);
    expect((await mailsTo('cancelled-cy@example.com')).some((subject) => subject.startsWith('Aflyst'))).toBe(false);

    const product = await stack.get<ManagedEvent>(`/v2/catalog/events/${event.id}`, { key: API_KEY });
    expect(product.body).toMatchObject({ published: false, withheld: ['inactive'] });
    expect((await shop.order([seat(event)])).status).toBe(422);
    expect((await shop.session<ErrorBody>(open.id)).body.error.code).toBe('order_not_payable');
    await shop.pay(session.url);
    await stack.idle();
    expect((await shop.read(open.id)).status).toBe('expired');
  });

  test('without a refund removes the documents, and leaves a refund possible', async () => {
    const event = await newEvent();
    const email = 'not-refunded@example.com';
    const order = await shop.sell([seat(event)], buyer(email));
    const used = await shop.sell([seat(event)], buyer(email));
    const [code] = await codesOf(used);
    await stack.post(`/v2/items/${code}/claim`, { key: API_KEY, body: { type: 'all' } });
    const { body } = await cancel(event.id, { refund: 'none' }, { key: NO_REFUND_KEY });
    expect(await finished(body.id)).toMatchObject({
      orders: 2,
      refunded_orders: 0,
      failed_orders: 0,
      refunded_amount: 0,
    });
    await stack.idle();
    for (const each of [order, used]) {
      expect((await shop.read(each.id)).payment).toMatchObject({ status: 'captured', refunded_amount: 0 });
      expect(await statusOf(`/v2/orders/${each.id}/gift-card.pdf`)).toBe(404);
      const [item] = await codesOf(each);
      expect(await statusOf(`/v2/items/${item}/document`)).toBe(404);
    }
    const undo = await stack.post(`/v2/items/${code}/refund`, { key: API_KEY, body: { type: 'all' } });
    expect(undo.status).toBe(422);
    const notices = (await stack.mail(email)).filter(({ subject }) => subject.startsWith('Aflyst'));
    expect(notices).toHaveLength(2);
    expect(notices[0]?.text).not.toContain('betaler');
    // The money can still be refunded manually.
    expect((await shop.refund(order.id)).status).toBe(200);
  });

  test('requires a scope for refunds, a key and an event, and returns the first result for a repeat', async () => {
    const event = await newEvent();
    await shop.sell([seat(event)]);
    const forbidden = await cancel<ErrorBody>(event.id, { refund: 'all' }, { key: NO_REFUND_KEY });
    expect([forbidden.status, forbidden.body.error.code]).toEqual([403, 'insufficient_scope']);
    expect((await cancel(event.id, { refund: 'all' }, { key: FOREIGN_KEY })).status).toBe(404);
    expect((await cancel(9_999_999, { refund: 'none' })).status).toBe(404);
    const keyless = await cancel<ErrorBody>(event.id, { refund: 'none' }, { idempotencyKey: undefined });
    expect(keyless.body.error.code).toBe('idempotency_key_required');
    const wrong = await cancel<ErrorBody>(event.id, { message: 'x'.repeat(1001) });
    expect(Object.keys(wrong.body.error.fields ?? {}).toSorted()).toEqual(['message', 'refund']);

    const replies = await Promise.all([
      cancel(event.id, { refund: 'all' }, { idempotencyKey: 'cancel-1' }),
      cancel(event.id, { refund: 'all' }, { idempotencyKey: 'cancel-2' }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([202, 202]);
    expect(replies[0].body.id).toBe(replies[1].body.id);
    const end = await finished(replies[0].body.id);
    expect(end.refunded_orders).toBe(1);
    const second = await cancel(event.id, { refund: 'none' });
    expect([second.status, second.body]).toEqual([202, end]);
    expect((await cancel(event.id, { refund: 'all' }, { idempotencyKey: 'cancel-1' })).body.status).toBe('running');
    expect((await stack.get(`/v2/catalog/event-cancellations/${end.id}`, { key: FOREIGN_KEY })).status).toBe(404);
    expect((await stack.get('/v2/catalog/event-cancellations/evc_1', { key: API_KEY })).status).toBe(404);
  });

  test('lists orders that cannot be refunded, and returns value to gift cards', async () => {
    const event = await newEvent();
    const { body: settled } = await shop.order([seat(event)]);
    const settle = await stack.post(`/v2/orders/${settled.id}/settle`, {
      key: API_KEY,
      idempotencyKey: true,
      body: { mode: 'invoice', external_reference: `invoice-${event.id}` },
    });
    expect(settle.status, settle.bytes.toString()).toBe(200);
    const cardOrder = await shop.sell([{ product_id: 'gift_card_value', amount: 50_000, quantity: 1 }]);
    const [card] = await codesOf(cardOrder);
    const { body: byCard } = await shop.order([seat(event)]);
    const applied = await stack.post(`/v2/orders/${byCard.id}/gift-cards`, {
      key: API_KEY,
      idempotencyKey: true,
      body: { code: card },
    });
    expect(applied.status, applied.bytes.toString()).toBe(201);
    await stack.idle();
    const { body } = await cancel(event.id, { refund: 'all' });
    const end = await finished(body.id);
    expect(end).toMatchObject({ orders: 2, refunded_orders: 1, failed_orders: 1, refunded_amount: 25_500 });
    expect(end.failures).toEqual([
      { order_id: settled.id, code: 'order_not_refundable', message: expect.any(String) as unknown },
    ]);
    const item = await stack.get<{ remaining_amount: number }>(`/v2/items/${card}`, { key: API_KEY });
    expect(item.body.remaining_amount).toBe(500);
  });

  test('refunds only the tickets of its event in a mixed order, and leaves other orders unchanged', async () => {
    const [event, other] = [await newEvent(), await newEvent()];
    const mixed = await shop.sell([seat(event), seat(other)]);
    const untouched = await shop.sell([seat(other)]);
    const { body } = await cancel(event.id, { refund: 'all' });
    expect(await finished(body.id)).toMatchObject({ orders: 1, refunded_orders: 1, refunded_amount: 25_500 });
    expect((await shop.read(mixed.id)).payment).toMatchObject({
      status: 'partially_refunded',
      refunded_amount: 25_500,
    });
    const [gone, kept] = mixed.line_items;
    expect(await statusOf(`/v2/orders/${mixed.id}/lines/${gone!.id}/gift-card.pdf`)).toBe(404);
    expect(await statusOf(`/v2/orders/${mixed.id}/lines/${kept!.id}/gift-card.pdf`)).toBe(200);
    expect((await shop.read(untouched.id)).payment.status).toBe('captured');
  });

  test('refunds a payment that is still being captured once it is captured, and counts it then', async () => {
    const event = await newEvent();
    const { body: order } = await shop.order([seat(event)]);
    await shop.pay((await shop.session(order.id)).body.url, 'late');
    await stack.idle();
    expect((await shop.read(order.id)).payment).toMatchObject({ status: 'authorized', captured_amount: 0 });
    await stack.advance(20);
    const { body } = await cancel(event.id, { refund: 'all' });
    await stack.idle();
    expect(await read(body.id)).toMatchObject({ status: 'running', orders: 1, refunded_orders: 0, refunded_amount: 0 });
    await stack.advance(180);
    await stack.idle();
    expect(await read(body.id)).toMatchObject({
      status: 'finished',
      orders: 1,
      refunded_orders: 1,
      refunded_amount: 25_500,
    });
    expect((await shop.read(order.id)).payment).toMatchObject({ status: 'refunded', refunded_amount: 25_500 });
  });

  test('refunds a scheduled order and never sends it', async () => {
    const event = await newEvent();
    const email = 'scheduled-cancelled@example.com';
    const order = await shop.sell([seat(event)], {
      ...buyer(email),
      delivery: { method: 'recipient_email', send_at: new Date((await stack.nowMs()) + 86_400_000).toISOString() },
    });
    expect(order.fulfillment.status).toBe('processing');
    const { body } = await cancel(event.id, { refund: 'all' });
    expect(await finished(body.id)).toMatchObject({ orders: 1, refunded_orders: 1 });
    expect((await shop.read(order.id)).status).toBe('cancelled');
  });

  test('leaves no ticket valid and refunds nothing twice with concurrent sales and refunds', async () => {
    const event = await newEvent();
    const sold = await Promise.all(Array.from({ length: 6 }, () => shop.sell([seat(event)])));
    const pending = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const { body } = await shop.order([seat(event)]);
        return { id: body.id, url: (await shop.session(body.id)).body.url };
      }),
    );
    const [{ body }] = await Promise.all([
      cancel(event.id, { refund: 'all' }),
      ...sold.slice(0, 3).map(({ id }) => shop.refund(id)),
      ...pending.map(({ url }) => shop.pay(url).catch(() => undefined)),
    ]);
    const late = await shop.order([seat(event)]);
    const end = await finished(body.id);
    await stack.idle();
    expect(end.failed_orders).toBe(0);
    for (const id of [...sold.map((order) => order.id), ...pending.map((order) => order.id)]) {
      const { payment, status } = await shop.read(id);
      expect([payment.captured_amount, status === 'expired' || payment.status === 'refunded']).toEqual([
        payment.refunded_amount,
        true,
      ]);
    }
    expect([201, 422]).toContain(late.status);
    if (late.status === 201) expect((await shop.read(late.body.id)).status).toBe('expired');
  });

  test('is recorded in the audit log, cannot be reverted by a patch, and allows a copy of the event', async () => {
    const event = await newEvent();
    await cancel(event.id, { refund: 'none' });
    const tag = (await stack.get(`/v2/catalog/events/${event.id}`, { key: API_KEY })).headers.get('etag') ?? '';
    const patched = await stack.call<ManagedEvent>('PATCH', `/v2/catalog/events/${event.id}`, {
      key: API_KEY,
      headers: { 'If-Match': tag },
      body: { active: true },
    });
    expect(patched.body).toMatchObject({ published: false, withheld: ['inactive'] });
    const { body } = await stack.get<{ data: { operation: string; changes: unknown[] }[] }>('/v2/audit-log', {
      key: API_KEY,
      query: { operation: 'cancel-event' },
    });
    expect(body.data[0]).toMatchObject({
      operation: 'cancel-event',
      changes: [
        { member: 'cancelled', before: false, after: true },
        { member: 'refund', before: null, after: 'none' },
      ],
    });
    const copy = await stack.post<ManagedEvent>(`/v2/catalog/events/${event.id}/duplicate`, {
      key: API_KEY,
      idempotencyKey: true,
    });
    expect(copy.status).toBe(201);
  });
});
