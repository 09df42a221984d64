import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { API_KEY, ruleSeed } from '../support/seed.ts';
import { experience, giftCard, offer, Shop, ticket, type ErrorBody, type OrderBody } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
let shop: Shop;
beforeAll(async () => {
  stack = await startStack({ seed: ruleSeed });
  shop = new Shop(stack);
});
afterEach(() => stack.control('DELETE', '/faults'));
afterAll(() => stack.stop());

interface Item {
  code: string;
  status: number;
  remaining_amount: number;
  remaining_pieces: number;
  available_claim: boolean;
  available_group_claim: boolean;
  available_refund: boolean;
  claim_error: string | null;
}
interface Refund {
  amount: number;
  refunded: number;
  refundable: number;
  payment: { status: string };
}
interface Life extends OrderBody {
  payment: OrderBody['payment'] & {
    dispute: { status: string; amount: number } | null;
    returned_captures: { amount: number; currency: string; refunded_at: string | null }[];
  };
}

const key = API_KEY;
const code = (answer: { body: unknown }): string => (answer.body as ErrorBody).error.code;
const read = async (id: string): Promise<Life> => (await shop.read(id)) as Life;
const items = async (orderId: string): Promise<Item[]> =>
  (await stack.get<{ data: Item[] }>('/v2/items', { key, query: { order_id: orderId, limit: '100' } })).body.data;
const left = async (orderId: string): Promise<number[]> =>
  (await items(orderId)).map(({ remaining_amount }) => remaining_amount);
const onItem = (item: string, verb: string, body: object = {}) =>
  stack.post<Record<string, unknown>>(`/v2/items/${item}/${verb}`, { key, body });
const gateway = (order_id: string, event: string, amount?: number) =>
  stack.call<Record<string, unknown>>('POST', '/_local/gateway', {
    body: { order_id, event, ...(amount === undefined ? {} : { amount }) },
  });
/** Simulates an event at the gateway, and waits until the service has processed it. */
const simulateEvent = async (orderId: string, event: string, amount?: number): Promise<void> => {
  expect((await gateway(orderId, event, amount)).status).toBe(200);
  await stack.idle();
};
const events = async (orderId: string) =>
  (
    await stack.get<{
      data: {
        type: string;
        sequence: number;
        status: string;
        payment: { status: string; refunded: number };
        by: Record<string, string | null>;
      }[];
    }>(`/v2/orders/${orderId}/events`, { key, query: { limit: '100' } })
  ).body.data;

describe('a refund of specified parts', () => {
  it('withdraws the named items and leaves the others unchanged', async () => {
    const order = await shop.sell(giftCard(20000, 3));
    const [, second] = await items(order.id);
    const { status, body } = await shop.refund<Refund>(order.id, { items: [second?.code ?? ''] });
    expect([status, body.amount, body.refundable]).toEqual([200, 20000, 41000]);
    expect(await left(order.id)).toEqual([200, 0, 200]);
  });

  it('of a voucher worth more than its price refunds the price and withdraws the whole value', async () => {
    const order = await shop.sell(offer(2), { discount_code: undefined });
    const [voucher] = await items(order.id);
    expect(voucher?.remaining_amount).toBe(500);
    expect((await shop.refund<Refund>(order.id, { items: [voucher?.code ?? ''] })).body.amount).toBe(30000);
    expect(await left(order.id)).toEqual([0]);
  });

  it('refunds shipping and fees once, if they are specified', async () => {
    const address = { kind: 'private', name: 'Bo', street: 'Gade 1', postcode: '8000', city: 'Aarhus', country: 'DK' };
    const order = await shop.sell(giftCard(20000), { delivery: { method: 'postal', address } });
    const { body } = await shop.refund<Refund>(order.id, { shipping: true, fees: true });
    expect(body.amount).toBe(order.amounts.shipping + order.amounts.fees);
    expect(await left(order.id)).toEqual([200]);
    const again = await shop.refund<ErrorBody>(order.id, { shipping: true, fees: true });
    expect([again.status, Object.keys(again.body.error.fields ?? {})]).toEqual([422, ['shipping', 'fees']]);
  });

  it('reports an invalid item: unknown, spent, already refunded or duplicated', async () => {
    const order = await shop.sell(giftCard(20000, 4));
    const [a, b, c] = (await items(order.id)).map((item) => item.code);
    await onItem(a ?? '', 'claim', { type: 'all' });
    await shop.refund(order.id, { items: [b] });
    const answer = await shop.refund<ErrorBody>(order.id, { items: [a, b, c, c, 'AAAA-BBBB'] });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.error.fields ?? {})).toEqual(['items.1', 'items.3', 'items.4']);
    const spent = await shop.refund<ErrorBody>(order.id, { items: [c, a] });
    expect([spent.status, Object.keys(spent.body.error.fields ?? {})]).toEqual([422, ['items.1']]);
    expect(await left(order.id)).toEqual([0, 0, 200, 200]);
  });

  it('cannot exceed the amount paid for its parts', async () => {
    const order = await shop.sell(giftCard(20000, 2));
    const [first] = await items(order.id);
    const answer = await shop.refund<ErrorBody>(order.id, { items: [first?.code], amount: 20001 });
    expect([answer.status, code(answer), Object.keys(answer.body.error.fields ?? {})]).toEqual([
      422,
      'refund_amount_too_large',
      ['amount'],
    ]);
  });

  it('cannot refer to an item before it is issued, or to an unknown part', async () => {
    const order = await shop.sell(giftCard(20000), {
      delivery: { method: 'recipient_email', send_at: new Date((await stack.nowMs()) + 86_400_000).toISOString() },
    });
    const early = await shop.refund<ErrorBody>(order.id, { items: ['AAAA-BBBB-CCCC-DDDD-EEEE'] });
    expect([early.status, Object.keys(early.body.error.fields ?? {})]).toEqual([422, ['items.0']]);
    for (const body of [{ items: [] }, { shipping: false }, { fees: 1 }, { parts: ['shipping'] }]) {
      expect((await shop.refund(order.id, body)).status).toBe(422);
    }
  });

  it('withdraws the full ticket, even for less than its price', async () => {
    const order = await shop.sell([ticket(1, 1, 2)]);
    const [first] = await items(order.id);
    const { body } = await shop.refund<Refund>(order.id, { items: [first?.code], amount: 10000 });
    expect(body.amount).toBe(10000);
    expect((await items(order.id)).map(({ status }) => status)).toEqual([4, 6]);
    // The next refund uses the difference first.
    await shop.refund(order.id, { amount: 15000 });
    expect((await items(order.id)).map(({ status }) => status)).toEqual([4, 6]);
  });
});

describe('a refund without specified parts', () => {
  it('of the price of a cancelled card leaves the other card unchanged', async () => {
    const order = await shop.sell(giftCard(20000, 2));
    const [first] = await items(order.id);
    await onItem(first?.code ?? '', 'cancel');
    const { body } = await shop.refund<Refund>(order.id, { amount: 20000 });
    expect(body.refundable).toBe(21000);
    expect(await left(order.id)).toEqual([0, 200]);
  });

  it('is taken from postage and fees first, then from the last unspent card', async () => {
    const order = await shop.sell(giftCard(20000, 2));
    await shop.refund(order.id, { amount: 6000 });
    expect(await left(order.id)).toEqual([200, 150]);
  });

  it('skips a ticket that costs more, and keeps the rest for later', async () => {
    const order = await shop.sell([ticket(1, 1, 2)]);
    await shop.refund(order.id, { amount: 11000 });
    expect((await items(order.id)).map(({ status }) => status)).toEqual([6, 6]);
    await shop.refund(order.id, { amount: 15000 });
    expect((await items(order.id)).map(({ status }) => status)).toEqual([6, 4]);
  });

  it('of the full amount leaves no item that can be spent, restored or printed', async () => {
    const order = await shop.sell(giftCard(20000, 2));
    const [first] = await items(order.id);
    await onItem(first?.code ?? '', 'claim', { type: 'all' });
    await shop.refund(order.id);
    expect(await read(order.id)).toMatchObject({
      status: 'fulfilled',
      fulfillment: { status: 'fulfilled' },
      payment: { status: 'refunded' },
    });
    for (const item of await items(order.id)) {
      expect([item.remaining_amount, item.available_claim, item.available_refund]).toEqual([0, false, false]);
      expect((await stack.get(`/v2/items/${item.code}/document.pdf`, { key })).status).toBe(404);
    }
    const line = order.line_items[0]?.id ?? '';
    for (const path of ['gift-card.pdf', `lines/${line}/gift-card.pdf`]) {
      expect((await stack.get(`/v2/orders/${order.id}/${path}`, { key })).status).toBe(404);
    }
  });
});

describe('a refund of an order without issued items', () => {
  it('after a failed fulfillment leaves nothing to issue, and releases stock and code', async () => {
    const inStock = async () => (await shop.order(experience(6))).status === 201;
    await stack.fault('objects', 'unavailable', 1000);
    const order = await shop.sell(experience(6, 3));
    expect(order).toMatchObject({ status: 'paid', fulfillment: { status: 'failed' } });
    expect(await inStock()).toBe(false);
    await stack.control('DELETE', '/faults');
    expect((await shop.refund<Refund>(order.id)).body.payment.status).toBe('refunded');
    await stack.advance(3600);
    await stack.idle();
    expect(await read(order.id)).toMatchObject({ status: 'cancelled', fulfillment: { status: 'failed' } });
    expect(await items(order.id)).toEqual([]);
    expect(await inStock()).toBe(true);
    expect(await stack.mail('bo@example.com')).not.toContainEqual(
      expect.objectContaining({ subject: expect.stringContaining(order.reference) }),
    );
  });

  it('before a scheduled delivery lowers the items that are issued later', async () => {
    const sendAt = new Date((await stack.nowMs()) + 3600_000).toISOString();
    const order = await shop.sell(giftCard(20000, 2), { delivery: { method: 'recipient_email', send_at: sendAt } });
    await shop.refund(order.id, { amount: 6000 });
    expect((await read(order.id)).payment.status).toBe('partially_refunded');
    await stack.advance(3700);
    await stack.idle();
    expect(await left(order.id)).toEqual([200, 150]);
  });

  it('before a scheduled delivery of many items lowers the last ones as well', async () => {
    const sendAt = new Date((await stack.nowMs()) + 3600_000).toISOString();
    const order = await shop.sell(giftCard(10000, 90), { delivery: { method: 'recipient_email', send_at: sendAt } });
    await shop.refund(order.id, { amount: 206_000 });
    await stack.advance(3700);
    await stack.idle();
    const amounts = await left(order.id);
    expect([amounts.length, amounts.filter((amount) => amount === 0).length, amounts.at(-21)]).toEqual([90, 20, 50]);
  });
});

describe('a payment', () => {
  it('of another amount never pays for the order, and is refunded automatically', async () => {
    const { body: order } = await shop.order(giftCard(20000));
    const { body: session } = await shop.session(order.id);
    await shop.pay(session.url, 'short');
    await stack.idle();
    const after = await read(order.id);
    expect(after).toMatchObject({ status: 'pending_payment', payment: { captured_amount: 0 } });
    expect(after.payment.returned_captures).toMatchObject([
      { amount: 20999, currency: 'DKK', refunded_at: expect.any(String) },
    ]);
    expect((await gateway(order.id, 'silent')).body).toMatchObject({ captured: 20999, refunded: 20999 });
    // The buyer can still pay.
    const { body: again } = await shop.session(order.id);
    await shop.pay(again.url);
    await stack.idle();
    expect((await read(order.id)).status).toBe('fulfilled');
  });

  it.each([9777, 20_999])('that is stray is refunded, minus the %i already refunded at the gateway', async (amount) => {
    const { body: order } = await shop.order(giftCard(20000));
    const { body: session } = await shop.session(order.id);
    await stack.fault('payments', 'unavailable', 100_000);
    await shop.pay(session.url, 'short');
    await expect
      .poll(async () => (await read(order.id)).payment.returned_captures)
      .toMatchObject([{ amount: 20_999, refunded_at: null }]);
    expect((await gateway(order.id, 'refund', amount)).status).toBe(200);
    await stack.control('DELETE', '/faults');
    await stack.advance(900);
    await stack.idle();
    expect((await read(order.id)).payment.returned_captures).toMatchObject([
      { amount: 20_999, refunded_at: expect.any(String) },
    ]);
    expect((await gateway(order.id, 'silent')).body).toMatchObject({ captured: 20_999, refunded: 20_999 });
  });

  it('whose notice never arrives is found by the sweep, and the order is not expired', async () => {
    const { body: order } = await shop.order(giftCard(20000));
    const { body: session } = await shop.session(order.id);
    await gateway(order.id, 'silent');
    await shop.pay(session.url);
    await stack.advance(2 * 3600);
    await stack.idle();
    expect(await read(order.id)).toMatchObject({ status: 'fulfilled', payment: { status: 'captured' } });
  });

  it('that is captured later without a notice is found two minutes after its authorization', async () => {
    const { body: order } = await shop.order(giftCard(20000));
    const { body: session } = await shop.session(order.id);
    await shop.pay(session.url, 'late');
    await stack.idle();
    expect((await read(order.id)).payment.status).toBe('authorized');
    await gateway(order.id, 'silent');
    await stack.advance(130);
    await stack.idle();
    expect((await read(order.id)).status).toBe('fulfilled');
  });
});

describe('a refund made at the gateway', () => {
  it('counts like a refund without specified parts, and emits an event', async () => {
    const order = await shop.sell(giftCard(20000, 2));
    await simulateEvent(order.id, 'refund', 6000);
    expect(await read(order.id)).toMatchObject({ payment: { status: 'partially_refunded', refunded_amount: 6000 } });
    expect(await left(order.id)).toEqual([200, 150]);
    const [last] = (await events(order.id)).slice(-1);
    expect(last).toMatchObject({ type: 'order.partially_refunded', by: { key_id: null, system: 'test-gateway' } });
    await simulateEvent(order.id, 'refund');
    expect(await read(order.id)).toMatchObject({ payment: { status: 'refunded' } });
    expect(await left(order.id)).toEqual([0, 0]);
  });

  it('that fails later makes its amount refundable again and restores no value', async () => {
    const order = await shop.sell(giftCard(20000, 2));
    await shop.refund(order.id, { amount: 21000 });
    expect(await left(order.id)).toEqual([200, 0]);
    await simulateEvent(order.id, 'refund_failed');
    expect(await read(order.id)).toMatchObject({ payment: { status: 'captured', refunded_amount: 0 } });
    expect(await left(order.id)).toEqual([200, 0]);
    const { body } = await shop.refund<Refund>(order.id, { amount: 20000 });
    expect(body.refundable).toBe(21000);
    expect(await left(order.id)).toEqual([200, 0]);
  });
});

describe('a dispute', () => {
  it('freezes unspent items while it is open, and releases them when it is won', async () => {
    const order = await shop.sell(giftCard(20000, 2));
    const [first] = await items(order.id);
    await simulateEvent(order.id, 'dispute_opened');
    expect((await read(order.id)).payment.dispute).toMatchObject({ status: 'open', amount: 41000 });
    for (const item of await items(order.id)) {
      expect(item.available_claim).toBe(false);
      expect(item.available_group_claim).toBe(false);
      expect(item.claim_error).toContain('disputed');
    }
    expect((await onItem(first?.code ?? '', 'claim', { type: 'all' })).status).toBe(422);
    expect(code(await shop.refund(order.id))).toBe('order_not_refundable');
    await simulateEvent(order.id, 'dispute_won');
    expect((await read(order.id)).payment.dispute).toMatchObject({ status: 'won' });
    expect((await onItem(first?.code ?? '', 'claim', { type: 'all' })).status).toBe(200);
    expect((await shop.refund(order.id, { amount: 1000 })).status).toBe(200);
  });

  it('that is lost withdraws unspent value, and the payment counts as refunded', async () => {
    const order = await shop.sell(giftCard(20000, 2));
    const [first] = await items(order.id);
    await onItem(first?.code ?? '', 'claim', { type: 'all' });
    await simulateEvent(order.id, 'dispute_opened');
    await simulateEvent(order.id, 'dispute_lost');
    const after = await read(order.id);
    expect(after.payment).toMatchObject({ status: 'refunded', refunded_amount: 41000, dispute: { status: 'lost' } });
    expect(await left(order.id)).toEqual([0, 0]);
    expect((await items(order.id)).map(({ available_refund }) => available_refund)).toEqual([false, false]);
    expect(code(await shop.refund(order.id))).toBe('order_not_refundable');
    expect((await events(order.id)).at(-1)).toMatchObject({ type: 'order.refunded', by: { system: 'test-gateway' } });
  });

  it('of a part counts that part as refunded when it is lost, and cannot exceed the paid amount', async () => {
    const order = await shop.sell(giftCard(20000, 2));
    expect((await gateway(order.id, 'dispute_opened', 41001)).status).toBe(409);
    await simulateEvent(order.id, 'dispute_opened', 20000);
    expect((await read(order.id)).payment.dispute).toMatchObject({ status: 'open', amount: 20000 });
    await simulateEvent(order.id, 'dispute_lost');
    const { payment } = await read(order.id);
    expect(payment).toMatchObject({
      status: 'partially_refunded',
      refunded_amount: 20000,
      dispute: { status: 'lost' },
    });
  });

  it('of a cancelled order whose refund failed later is recorded, and prevents a double refund', async () => {
    const sendAt = new Date((await stack.nowMs()) + 30 * 24 * 3600_000).toISOString();
    const delivery = { method: 'recipient_email', send_at: sendAt };
    const lost = await shop.sell(giftCard(20000), { delivery });
    const won = await shop.sell(giftCard(20000), { delivery });
    for (const { id } of [lost, won]) {
      expect((await shop.refund(id)).status).toBe(200);
      await simulateEvent(id, 'refund_failed');
      await simulateEvent(id, 'dispute_opened');
      expect(await read(id)).toMatchObject({
        status: 'cancelled',
        payment: { status: 'captured', refunded_amount: 0, dispute: { status: 'open', amount: 21000 } },
      });
      expect(code(await shop.refund(id))).toBe('order_not_refundable');
    }
    await simulateEvent(lost.id, 'dispute_lost');
    expect((await read(lost.id)).payment).toMatchObject({ refunded_amount: 21000, dispute: { status: 'lost' } });
    expect(code(await shop.refund(lost.id))).toBe('order_not_refundable');
    await simulateEvent(won.id, 'dispute_won');
    expect((await shop.refund(won.id)).status).toBe(200);
    expect((await read(won.id)).payment).toMatchObject({ refunded_amount: 21000, dispute: { status: 'won' } });
  });

  it('that is opened a second time, with both results unreported, ends with the latest result', async () => {
    const order = await shop.sell(giftCard(20000, 2));
    await simulateEvent(order.id, 'dispute_opened');
    await simulateEvent(order.id, 'silent');
    await simulateEvent(order.id, 'dispute_won');
    await simulateEvent(order.id, 'dispute_opened');
    await stack.runSchedule('integrity-check');
    await stack.idle();
    expect((await read(order.id)).payment.dispute).toMatchObject({ status: 'open' });
    expect((await items(order.id)).map(({ available_claim }) => available_claim)).toEqual([false, false]);
    await simulateEvent(order.id, 'dispute_won');
    await stack.runSchedule('integrity-check');
    await stack.idle();
    expect((await read(order.id)).payment.dispute).toMatchObject({ status: 'won' });
    expect((await items(order.id)).map(({ available_claim }) => available_claim)).toEqual([true, true]);
    expect((await shop.refund(order.id, { amount: 1000 })).status).toBe(200);
  });

  it('prevents the issue of items that are not issued yet', async () => {
    const sendAt = new Date((await stack.nowMs()) + 3600_000).toISOString();
    const order = await shop.sell(giftCard(20000), { delivery: { method: 'recipient_email', send_at: sendAt } });
    await simulateEvent(order.id, 'dispute_opened');
    await stack.advance(7200);
    await stack.idle();
    expect((await read(order.id)).fulfillment.status).toBe('processing');
    await simulateEvent(order.id, 'dispute_won');
    await stack.advance(60);
    await stack.idle();
    expect((await read(order.id)).status).toBe('fulfilled');
  });
});

describe('the control of the test gateway', () => {
  it('returns the gateway’s state, and rejects impossible events', async () => {
    const order = await shop.sell(giftCard(20000));
    expect((await gateway(order.id, 'refund', 500)).body).toEqual({
      status: 'captured',
      captured: 21000,
      refunded: 500,
      dispute: null,
    });
    expect((await gateway(order.id, 'dispute_won')).status).toBe(409);
    expect((await gateway(order.id, 'refund', 30000)).status).toBe(409);
    expect((await gateway(order.id, 'explode')).status).toBe(422);
    const { body: fresh } = await shop.order(giftCard(20000));
    expect((await gateway(fresh.id, 'refund')).status).toBe(404);
    expect((await gateway(`po_${'0'.repeat(32)}`, 'refund')).status).toBe(404);
  });
});

describe('the history of an order', () => {
  it('lists all events since its creation, with the actor of each', async () => {
    const order = await shop.sell(giftCard(20000));
    await shop.refund(order.id, { amount: 1000 });
    const seen = await events(order.id);
    expect(seen.map(({ type, sequence }) => [type, sequence])).toEqual([
      ['order.created', 1],
      ['order.payment_authorized', 2],
      ['order.fulfilled', 3],
      ['order.partially_refunded', 4],
    ]);
    const keyId = key.split('_')[2];
    expect(seen.map(({ by }) => [by['key_id'], by['system']])).toEqual([
      [keyId, null],
      [null, 'test-gateway'],
      [null, 'fulfillment'],
      [keyId, null],
    ]);
    expect(seen.at(-1)).toMatchObject({
      status: 'fulfilled',
      payment: { status: 'partially_refunded', refunded: 1000 },
    });
  });

  it('is paged, and returns 404 for an unknown order', async () => {
    const order = await shop.sell(giftCard(20000));
    const path = `/v2/orders/${order.id}/events`;
    const page = await stack.get<{ data: unknown[]; has_more: boolean; next_cursor: string }>(path, {
      key,
      query: { limit: '2' },
    });
    expect([page.body.data.length, page.body.has_more]).toEqual([2, true]);
    const reply = await stack.get<{ data: { sequence: number }[]; has_more: boolean }>(path, {
      key,
      query: { limit: '2', starting_after: page.body.next_cursor },
    });
    expect([reply.body.data.map(({ sequence }) => sequence), reply.body.has_more]).toEqual([[3], false]);
    expect((await stack.get(path, { key, query: { starting_after: 'x' } })).status).toBe(422);
    expect((await stack.get(`/v2/orders/po_${'0'.repeat(32)}/events`, { key })).status).toBe(404);
  });

  it('of an item records who refunded its order', async () => {
    const order = await shop.sell(giftCard(20000));
    await shop.refund(order.id, { amount: 5000 });
    const [item] = await items(order.id);
    const { body } = await stack.get<{ data: { kind: string; by: { key_id: string | null } }[] }>(
      `/v2/items/${item?.code}/history`,
      { key },
    );
    expect(body.data.at(-1)).toMatchObject({ kind: 'withdraw', by: { key_id: key.split('_')[2] } });
  });
});
