import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { orderCodec } from '../../../functions/domain/checkout/orders/order-codec.ts';
import { orderKey, type OrderRow } from '../../../functions/domain/checkout/orders/rows.ts';
import { expireOrder } from '../../../functions/domain/payments/payments/expire.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { dueMoment } from '../../../functions/storage/due.ts';
import { getRow, putRow } from '../../../functions/storage/table.ts';
import { anOrder } from '../../support/orders.ts';
import { startTable, type TestTable } from '../../support/table.ts';

const MINUTE_MS = 60_000;
const { nowMs } = clock;
let table: TestTable;
beforeAll(async () => {
  table = await startTable();
});
afterEach(() => {
  clock.nowMs = nowMs;
});
afterAll(() => table.stop());

/** Stores an order paid just now. Returns its due entry after the sweep of a later minute, with the minute it is due. */
const storePaid = async (
  paymentAt: (paidAtMs: number) => Partial<OrderRow['payment']>,
): Promise<(minutes: number) => Promise<unknown[]>> => {
  const paidAtMs = nowMs();
  const order = anOrder({
    createdAtMs: paidAtMs,
    updatedAtMs: paidAtMs,
    status: 'paid',
    fulfillment: { status: 'processing' },
    payment: { status: 'captured', captured: 51_000, refunded: 0, failedAttempts: [], ...paymentAt(paidAtMs) },
    session: { id: 'cs_1', gateway: 'test', openedAtMs: paidAtMs, lapsesAtMs: paidAtMs + 30 * MINUTE_MS },
  });
  await putRow(orderCodec.write(order));
  const key = orderKey(order.company, order.id);
  return async (minutes) => {
    clock.nowMs = () => paidAtMs + minutes * MINUTE_MS;
    expect(await expireOrder(key)).toBe('kept');
    const row = (await getRow<OrderRow>(key))!;
    expect(orderCodec.read(row)).toMatchObject({ status: 'paid', version: order.version });
    return [row.duepk?.split('#')[0], (dueMoment(row) - paidAtMs) / MINUTE_MS];
  };
};

test('a paid order that no message has issued is scheduled for issue when the next poll of its page is due', async () => {
  const sweptAt = await storePaid((capturedAtMs) => ({ capturedAtMs }));
  expect(await sweptAt(4)).toEqual(['order-expiry', 5]);
  expect(await sweptAt(6)).toEqual(['order-fulfillment', 15]);
  expect(await sweptAt(7)).toEqual(['order-fulfillment', 15]);
});

test('an order whose payment was not captured is scheduled for its capture when the next poll is due', async () => {
  const sweptAt = await storePaid((authorizedAtMs) => ({ status: 'authorized', captured: 0, authorizedAtMs }));
  expect(await sweptAt(4)).toEqual(['order-expiry', 5]);
  expect(await sweptAt(6)).toEqual(['order-payment', 2]);
  expect(await sweptAt(7)).toEqual(['order-payment', 2]);
});
