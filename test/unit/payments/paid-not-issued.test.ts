import { afterAll, beforeAll, expect, test } from 'vitest';
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
afterAll(async () => {
  clock.nowMs = nowMs;
  await table.stop();
});

test('a paid order that no message has issued is scheduled for issue when the next poll of its page is due', async () => {
  const paidAtMs = nowMs();
  const order = anOrder({
    createdAtMs: paidAtMs,
    updatedAtMs: paidAtMs,
    status: 'paid',
    fulfillment: { status: 'processing' },
    payment: { status: 'captured', captured: 51_000, refunded: 0, failedAttempts: [], capturedAtMs: paidAtMs },
    session: { id: 'cs_1', gateway: 'test', openedAtMs: paidAtMs, lapsesAtMs: paidAtMs + 30 * MINUTE_MS },
  });
  await putRow(orderCodec.write(order));
  const key = orderKey(order.company, order.id);
  const sweptAt = async (minutes: number): Promise<[string | undefined, number]> => {
    clock.nowMs = () => paidAtMs + minutes * MINUTE_MS;
    expect(await expireOrder(key)).toBe('kept');
    const row = (await getRow<OrderRow>(key))!;
    expect(orderCodec.read(row)).toMatchObject({ status: 'paid', version: order.version });
    return [row.duepk?.split('#')[0], (dueMoment(row) - paidAtMs) / MINUTE_MS];
  };
  expect(await sweptAt(4)).toEqual(['order-expiry', 5]);
  expect(await sweptAt(6)).toEqual(['order-fulfillment', 15]);
  expect(await sweptAt(7)).toEqual(['order-fulfillment', 15]);
});
