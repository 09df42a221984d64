import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { GatewayUnavailable, type RefundResult, type SessionState } from '../../functions/adapters/payments/port.ts';
import { cancelEvent } from '../../functions/domain/administration/catalog/cancel-event.ts';
import { productKey, type EventRow } from '../../functions/domain/catalog/products/rows.ts';
import { changeOrder } from '../../functions/domain/checkout/orders/change-order.ts';
import { stateOf } from '../../functions/domain/checkout/orders/states.ts';
import type { OrderRow } from '../../functions/domain/checkout/orders/rows.ts';
import { eventMoveKey } from '../../functions/domain/fulfillment/event-reschedule/rows.ts';
import { carryOutCancellation } from '../../functions/domain/payments/event-cancellation/apply.ts';
import { previewCancellation } from '../../functions/domain/payments/event-cancellation/preview.ts';
import { refundOrder } from '../../functions/domain/payments/refunds/refund.ts';
import { readCancellation, type EventCancellation } from '../../functions/domain/payments/event-cancellation/read.ts';
import { CANCELLED } from '../../functions/domain/value/items/rows.ts';
import { log } from '../../functions/platform/log.ts';
import { idempotencyRecordFor } from '../../functions/storage/idempotency.ts';
import { getRow } from '../../functions/storage/table.ts';
import type { TableCall } from '../simulation/memory-table.ts';
import { EventOrders } from '../support/event-orders.ts';
import { OWN } from '../support/order-life.ts';

/** Refunds that the gateway made, by idempotency key. */
const refunds = new Map<string, number>();
let isAway = false;
let beforeRefund: () => void = () => undefined;
let closeSession: () => Promise<SessionState>;
vi.mock(import('../../functions/adapters/payments/gateways.ts'), async (real) => ({
  ...(await real()),
  gatewayNamed: () =>
    Promise.resolve({
      refund: ({ refundKey, amount }: { refundKey: string; amount: number }): Promise<RefundResult> => {
        beforeRefund();
        if (isAway) return Promise.reject(new GatewayUnavailable('away'));
        refunds.set(refundKey, amount);
        return Promise.resolve({ status: 'refunded', amount });
      },
      closeSession: () => closeSession(),
    } as never),
}));

let waits = 0;
vi.mock(import('node:timers/promises'), async (real) => ({
  ...(await real()),
  setTimeout: () =>
    (++waits > 1000 ? Promise.reject(new Error('It does not stop waiting')) : Promise.resolve()) as never,
}));

let shop: EventOrders;
beforeEach(async () => {
  refunds.clear();
  isAway = false;
  waits = 0;
  beforeRefund = () => undefined;
  closeSession = () => Promise.resolve({ state: 'closed' });
  shop = new EventOrders();
  await shop.importEvent(30);
});
afterAll(() => EventOrders.leave());

const BY = { keyId: 'a'.repeat(32) };
const record = (key: string) => idempotencyRecordFor({ company: shop.slug, operation: 'cancel-event', key, input: {} });
/** Begins the cancellation of the event, whose orders are already written. */
const begin = async (refund: 'all' | 'none' = 'all'): Promise<string> => {
  const reply = await cancelEvent({
    company: shop.slug,
    id: '1',
    input: { refund },
    by: BY,
    idempotency: record('one'),
  });
  shop.nowMs += 10_000;
  return (reply.body as EventCancellation).id;
};
const run = (id: string, forMs = Infinity): Promise<void> =>
  carryOutCancellation({ company: shop.slug, id }, performance.now() + forMs);
const read = (id: string): Promise<EventCancellation> => readCancellation(shop.slug, id);

const sell = async (count: number): Promise<OrderRow[]> => {
  const orders: OrderRow[] = [];
  for (let at = 0; at < count; at++) orders.push(await shop.sold(30));
  return orders;
};
const assertWithdrawn = async (orders: readonly OrderRow[]): Promise<void> => {
  for (const order of orders) {
    const { payment } = await shop.reread(order);
    expect([payment.status, payment.refunded]).toEqual(['refunded', payment.captured]);
    expect((await shop.ticket(order)).status).toBe(CANCELLED);
  }
};

describe('the cancellation of an event', () => {
  test('finishes with 2,000 orders in short runs, with correct progress at each step', async () => {
    const orders = await sell(2000);
    const id = await begin();
    let last = await read(id);
    let runs = 0;
    for (; last.status === 'running'; runs++) {
      await run(id, 1500);
      const now = await read(id);
      expect(now.orders).toBeGreaterThanOrEqual(last.orders);
      expect(now.refunded_orders).toBeGreaterThanOrEqual(last.refunded_orders);
      expect(now.refunded_amount).toBeLessThanOrEqual([...refunds.values()].reduce((sum, amount) => sum + amount, 0));
      last = now;
    }
    expect(runs).toBeGreaterThan(1);
    expect(last).toMatchObject({ status: 'finished', orders: 2000, refunded_orders: 2000, failed_orders: 0 });
    expect(refunds.size).toBe(2000);
    expect(last.refunded_amount).toBe(orders.reduce((sum, { payment }) => sum + payment.captured, 0));
    await assertWithdrawn(orders.slice(0, 20));
  }, 300_000);

  test.each(['before', 'after'] as const)('is correct when it crashes %s any of its writes', async (when) => {
    for (let at = 1; ; at++) {
      refunds.clear();
      shop = new EventOrders();
      await shop.importEvent(30);
      const orders = [...(await sell(2)), await shop.order('captured', [shop.lineFor(30)])];
      const unpaid = await shop.order('unpaid', [shop.lineFor(30)]);
      const id = await begin();
      const hasDied = await dying(at, when, () => run(id));
      for (let again = 0; (await read(id)).status === 'running'; again++) {
        expect(again).toBeLessThan(10);
        shop.nowMs += 60_000;
        await run(id);
      }
      expect(await read(id), `write ${at}`).toMatchObject({
        orders: 3,
        refunded_orders: 3,
        failed_orders: 0,
        refunded_amount: orders.reduce((sum, { payment }) => sum + payment.captured, 0),
      });
      expect(refunds.size).toBe(3);
      await assertWithdrawn(orders.slice(0, 2));
      expect(stateOf(await shop.reread(orders[2]!))).toBe('cancelled');
      expect(stateOf(await shop.reread(unpaid))).toBe('expired');
      if (!hasDied) {
        expect(at).toBeGreaterThan(10);
        return;
      }
    }
  });

  test('waits for a gateway that does not respond, with the tickets withdrawn', async () => {
    const orders = await sell(3);
    const id = await begin();
    isAway = true;
    await run(id);
    expect(await read(id)).toMatchObject({ status: 'running', orders: 3, refunded_orders: 0, failed_orders: 0 });
    for (const order of orders) expect((await shop.ticket(order)).status).toBe(CANCELLED);
    isAway = false;
    shop.nowMs += 60_000;
    await run(id);
    expect(await read(id)).toMatchObject({ status: 'finished', refunded_orders: 3 });
    await assertWithdrawn(orders);
  });

  const session = { id: 'cs_1', gateway: 'test', openedAtMs: 0, lapsesAtMs: Date.parse('2028-01-01') } as never;
  test.each([
    ['does not respond', new GatewayUnavailable('away')],
    ['refuses the request', new Error('No such session')],
  ])('refunds the other orders when the gateway of an unpaid order %s', async (_, error) => {
    const unpaid = await shop.order('unpaid', [shop.lineFor(30)], { session });
    const orders = [...(await sell(2)), await shop.order('captured', [shop.lineFor(30)])];
    const id = await begin();
    closeSession = () => Promise.reject(error);
    for (let again = 0; again < 2; again++) {
      await run(id).catch(() => undefined);
      shop.nowMs += 60_000;
    }
    expect(await read(id)).toMatchObject({ status: 'running', orders: 3, refunded_orders: 3 });
    await assertWithdrawn(orders.slice(0, 2));
    closeSession = () => Promise.resolve({ state: 'closed' });
    await run(id);
    expect(await read(id)).toMatchObject({ status: 'finished', orders: 3, refunded_orders: 3 });
    expect(stateOf(await shop.reread(unpaid))).toBe('expired');
  });

  test('raises an alarm once a day while a payment page cannot be closed', async () => {
    await shop.order('unpaid', [shop.lineFor(30)], { session });
    closeSession = () => Promise.reject(new GatewayUnavailable('away'));
    const id = await begin();
    const error = vi.spyOn(log, 'error').mockImplementation(() => undefined);
    const raised: number[] = [];
    for (let minutes = 30; minutes < 71 * 60; minutes += 30) {
      shop.nowMs += 30 * 60_000;
      await run(id);
      if (error.mock.calls.length > raised.length) raised.push(Math.floor(minutes / 60));
    }
    expect(raised).toEqual([24, 48]);
    expect(error.mock.calls.map(([, details]) => details)).toEqual(
      Array(2).fill({ cancellation: id, alarm: 'refund_unfinished' }),
    );
    error.mockRestore();
    closeSession = () => Promise.resolve({ state: 'closed' });
    await run(id);
    shop.nowMs += 60 * 60_000;
    await run(id);
    expect(await read(id)).toMatchObject({ status: 'finished', orders: 0 });
  });

  test('leaves an order to a later run while another refund of it has not ended', async () => {
    const [order] = await sell(1);
    const by = { system: 'test' };
    const refund = { company: shop.slug, orderId: order!.id, by, idempotency: record('other'), input: () => ({}) };
    isAway = true;
    await expect(refundOrder(refund)).rejects.toThrow('did not answer');
    const id = await begin();
    await run(id);
    expect(await read(id)).toMatchObject({ status: 'running', orders: 1, refunded_orders: 0, failed_orders: 0 });
    isAway = false;
    await refundOrder(refund);
    await run(id);
    expect(await read(id)).toMatchObject({ status: 'finished', failed_orders: 0 });
    await assertWithdrawn([order!]);
  });

  const payment = { gateway: 'test', paymentReference: OWN, amount: 51_000, currency: 'DKK', occurredAtMs: 0 } as const;
  test.each([
    ['captured', { kind: 'payment_captured', by: BY, payment }, 51_000],
    ['released', { kind: 'payment_released', by: BY, paymentReference: OWN }, 0],
  ] as const)('waits until an authorized payment is %s', async (_, event, amount) => {
    const order = await shop.order('authorized', [shop.lineFor(30)]);
    const product = (await getRow<EventRow>(productKey(shop.slug, 'evt_1')))!;
    expect(await previewCancellation({ company: shop.slug, productId: 'evt_1' }, product)).toEqual({
      orders: 1,
      refundableMinor: 51_000,
      isPartial: false,
    });
    shop.goTo(1);
    const id = await begin();
    await run(id);
    expect(await read(id)).toMatchObject({ status: 'running', orders: 1, refunded_orders: 0, failed_orders: 0 });
    await changeOrder(order, event);
    shop.nowMs += 60_000;
    await run(id);
    expect(await read(id)).toMatchObject({ status: 'finished', orders: 1, failed_orders: 0, refunded_amount: amount });
    expect((await shop.reread(order)).payment).toMatchObject({ captured: amount, refunded: amount });
  });

  test('concurrent runs refund and count each order once', async () => {
    const orders = await sell(30);
    const id = await begin();
    await Promise.all([run(id), run(id)]);
    await run(id);
    expect(await read(id)).toMatchObject({ status: 'finished', orders: 30, refunded_orders: 30, failed_orders: 0 });
    expect(refunds.size).toBe(30);
    await assertWithdrawn(orders);
  });

  test('finds an order that was written late, in a second pass 20 minutes after the first', async () => {
    const id = await begin();
    await run(id);
    expect(await read(id)).toMatchObject({ status: 'finished', orders: 0 });
    const [late] = await sell(1);
    await run(id);
    expect(await read(id)).toMatchObject({ orders: 0 });
    shop.nowMs += 21 * 60_000;
    await run(id);
    expect(await read(id)).toMatchObject({ status: 'finished', orders: 1, refunded_orders: 1 });
    await assertWithdrawn([late!]);
  });

  test('ends the search for a new date of the event', async () => {
    await shop.importEvent(null);
    await shop.carryOut();
    const move = eventMoveKey(shop.slug, 'evt_1');
    expect(await getRow(move, { consistent: true })).toMatchObject({ pass: 'undated' });
    await begin('none');
    await shop.carryOut();
    await shop.carryOut();
    expect(await getRow(move, { consistent: true })).toBeUndefined();
  });

  test('a concurrent import never reopens the event', async () => {
    const outcomes = await Promise.allSettled([shop.importEvent(30), begin('none'), shop.importEvent(31)]);
    expect(outcomes[1].status).toBe('fulfilled');
    await shop.importEvent(32).catch(() => undefined);
    const again = await cancelEvent({
      company: shop.slug,
      id: '1',
      input: { refund: 'all' },
      by: BY,
      idempotency: record('two'),
    });
    expect(again).toMatchObject({ status: 202, body: { object: 'event_cancellation' } });
  });
});

/** Runs `work`, and crashes before or after its n-th write. Returns whether it crashed. */
const dying = async (at: number, when: 'before' | 'after', work: () => Promise<void>): Promise<boolean> => {
  let writes = 0;
  let isDead = false;
  shop.table.carry = async (call: TableCall) => {
    if (!isDead && call.isWrite && ++writes === at) {
      isDead = true;
      if (when === 'after') call.effect();
    }
    if (isDead) throw new Error('The process crashed');
    return call.effect();
  };
  try {
    await work();
  } catch (error) {
    if (!isDead) throw error;
  } finally {
    shop.table.carry = async (call) => call.effect();
  }
  return isDead;
};
