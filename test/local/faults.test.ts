import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSession, order, pay, readOrder, sell } from '../support/sales.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
let key: string;

beforeAll(async () => {
  stack = await startStack();
  key = stack.keys[0]?.key ?? '';
});
afterAll(() => stack.stop());

const BEHIND = ['queue', 'objects', 'mail'] as const;
const MODES = ['unavailable', 'timeout', 'throttle', 'after-commit'] as const;

describe('faults after a payment', () => {
  test.each(BEHIND.flatMap((target) => MODES.map((mode) => [target, mode] as const)))(
    '%s: %s issues the card once and does not lose its email',
    async (target, mode) => {
      const name = `${target}-${mode}`;
      const { id } = await order(stack, { key, name });
      const url = await openSession(stack, { key, name }, id);
      await stack.fault(target, mode, 2);
      await pay(stack, url);
      await stack.idle();
      expect((await readOrder(stack, key, id)).status).toBe('fulfilled');
      const items = await stack.get<{ data: unknown[] }>('/v2/items', { key, query: { order_id: id } });
      expect(items.body.data).toHaveLength(1);
      const mail = await stack.mail(`${name}@example.test`);
      expect(mail.length).toBeGreaterThanOrEqual(1);
      expect(mail[0]?.attachments[0]).toMatchObject({ mime: 'application/pdf' });
    },
  );
});

describe('a second dispute of a payment', () => {
  test('that is opened before the first one is reported as won keeps items frozen until it ends', async () => {
    const orderId = await sell(stack, { key, name: 'disputed-again', quantity: 2 });
    await stack.idle();
    const simulateEvent = async (event: string) =>
      expect((await stack.post('/_local/gateway', { body: { order_id: orderId, event } })).status).toBe(200);
    const stock = async () => {
      const { body: order } = await stack.get<{ payment: { dispute: { status: string } } }>(`/v2/orders/${orderId}`, {
        key,
      });
      const { body: items } = await stack.get<{ data: { available_claim: boolean }[] }>('/v2/items', {
        key,
        query: { order_id: orderId },
      });
      return [order.payment.dispute.status, ...items.data.map((item) => item.available_claim)];
    };
    await simulateEvent('dispute_opened');
    await stack.idle();
    // The four immediate attempts of the notice fail; the next attempt is a second later.
    await stack.crash('receive-test-notice', 'before-commit', 4);
    await simulateEvent('dispute_won');
    await sleep(700);
    await simulateEvent('dispute_opened');
    await stack.idle();
    await stack.advance(10);
    await stack.idle();
    expect(await stock()).toEqual(['open', false, false]);
    const refund = await stack.post<{ error: { code: string } }>(`/v2/orders/${orderId}/refund`, {
      key,
      idempotencyKey: 'refund disputed-again',
      body: { amount: 2000 },
    });
    expect([refund.status, refund.body.error.code]).toEqual([409, 'order_not_refundable']);
    await simulateEvent('dispute_won');
    await stack.idle();
    expect(await stock()).toEqual(['won', true, true]);
  });
});

describe('faults during a request', () => {
  test.each(['unavailable', 'timeout', 'throttle', 'after-commit'])(
    'payments: %s returns 503, and a retry with the same key succeeds',
    async (mode) => {
      const name = `payments-${mode}`;
      const { id } = await order(stack, { key, name });
      await stack.fault('payments', mode);
      const open = () =>
        stack.post<{ id: string }>(`/v2/orders/${id}/checkout-sessions`, { key, idempotencyKey: `session ${name}` });
      const refused = await open();
      expect(refused.status).toBe(503);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await open()).status).toBe(201);
    },
  );

  test.each(MODES)('courier: %s returns 503, not an empty list', async (mode) => {
    const lookup = () => stack.get('/v2/pickup-points', { key, query: { country: 'DK', postcode: '2100' } });
    await stack.fault('courier', mode);
    expect((await lookup()).status).toBe(503);
    expect((await lookup()).status).toBe(200);
  });

  test('the table: conflicts have no effect on the response', async () => {
    await stack.fault('table', 'conflict', 6);
    const id = await sell(stack, { key, name: 'conflicts' });
    await stack.idle();
    expect((await readOrder(stack, key, id)).status).toBe('fulfilled');
  });

  test('the table: stale reads miss recent writes for a while, except for an order by its id', async () => {
    const listed = async (id: string) => {
      const { body } = await stack.get<{ data: { id: string }[] }>('/v2/orders', { key, query: { limit: '20' } });
      return body.data.some((each) => each.id === id);
    };
    await order(stack, { key, name: 'before-stale' });
    await stack.idle();
    await stack.fault('table', 'stale', 200);
    const { id } = await order(stack, { key, name: 'stale' });
    expect(await listed(id)).toBe(false);
    expect((await readOrder(stack, key, id)).status).toBe('pending_payment');
    await stack.idle();
    expect(await listed(id)).toBe(true);
    expect((await stack.post('/_local/faults', { body: { target: 'mail', mode: 'stale', count: 1 } })).status).toBe(
      422,
    );
  });

  test('the table: a sale is complete even if every eventually consistent read is stale', async () => {
    await stack.fault('table', 'stale', 2000);
    const id = await sell(stack, { key, name: 'all-stale' });
    await stack.idle();
    expect((await readOrder(stack, key, id)).status).toBe('fulfilled');
    const refunded = await stack.post<{ status: string }>(`/v2/orders/${id}/refund`, {
      key,
      idempotencyKey: 'all stale',
    });
    expect(refunded.status).toBe(200);
    await stack.idle();
    const { body } = await stack.get<{ data: { status: string; code: string }[] }>('/v2/items', {
      key,
      query: { order_id: id },
    });
    const claim = await stack.post(`/v2/items/${body.data[0]?.code ?? ''}/claim`, { key, body: { type: 'all' } });
    expect(claim.status).toBe(422);
  });

  test('the table: cards that were just bought can all be redeemed before an index shows them', async () => {
    const id = await sell(stack, { key, name: 'just-bought', quantity: 3 });
    await stack.fault('table', 'stale', 2000);
    while ((await readOrder(stack, key, id)).status !== 'fulfilled') await sleep(50);
    const claim = await stack.post<{ info: string }>(`/v2/orders/${id}/claim`, { key, idempotencyKey: 'just bought' });
    expect([claim.status, claim.body.info]).toEqual([200, `3 items of order ${id}`]);
    await stack.post('/_local/schedules/integrity-check');
    await stack.idle();
    const report = await stack.get<{ ok: boolean }>('/v2/reports/integrity', { key });
    expect(report.body).toMatchObject({ ok: true });
  });

  test('the table: items that were just issued can be captured and redeemed before an index shows them', async () => {
    await stack.fault('table', 'stale', 2000);
    const { body } = await stack.post<{ order_id: string; items: { code: string }[] }>('/v2/items', {
      key,
      body: { amount: 200, piece: 3, capture: false },
    });
    expect((await stack.post(`/v2/orders/${body.order_id}/capture`, { key })).status).toBe(200);
    const last = await stack.get<{ status: number }>(`/v2/items/${body.items[2]?.code ?? ''}`, { key });
    expect(last.body.status).toBe(6);
    const claim = await stack.post<{ info: string }>(`/v2/orders/${body.order_id}/claim`, { key });
    expect([claim.status, claim.body.info]).toEqual([200, `3 items of order ${body.order_id}`]);
  });

  test('the table: earlier failures do not reduce the retries of later requests', async () => {
    const status = async () => (await stack.get('/v2/me', { key })).status;
    await stack.fault('table', 'unavailable', 160);
    while ((await status()) !== 200);
    await stack.fault('table', 'throttle', 2);
    expect(await status()).toBe(200);
  });
});

test('a sent email is listed with its parts', async () => {
  await sell(stack, { key, name: 'post', recipient: 'Post@Example.test' });
  await stack.idle();
  const mails = await stack.mail('post@example.test');
  expect(mails).toHaveLength(1);
  const [mail] = mails;
  expect(mail?.from).toContain('@');
  expect(mail?.subject).not.toBe('');
  expect(mail?.text).toBeTruthy();
  expect(mail?.html).toContain('<');
  expect(Date.parse(mail?.sent_at ?? '')).not.toBeNaN();
  const [document] = mail?.attachments ?? [];
  const bytes = Buffer.from(document?.content_base64 ?? '', 'base64');
  expect(document).toMatchObject({ mime: 'application/pdf', bytes: bytes.length });
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect((await stack.mail()).length).toBeGreaterThan(1);
  expect(await stack.mail('nobody@example.test')).toEqual([]);
});
