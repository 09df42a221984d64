import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { refundCodec, refundRowKey } from '../../../functions/domain/checkout/orders/refund-rows.ts';
import { nowMs } from '../../../functions/platform/clock.ts';
import { log } from '../../../functions/platform/log.ts';
import { handler } from '../../../functions/schedules/refund-repair.ts';
import { documents } from '../../../functions/storage/client.ts';
import { MemoryTable } from '../../simulation/memory-table.ts';

const HOUR_MS = 3_600_000;
const { send } = documents;
const table = new MemoryTable();
beforeAll(() => table.install());
afterAll(() => void Object.assign(documents, { send }));

test.each([
  [23, []],
  [24.05, ['refund_unfinished']],
  [25, []],
  [48.05, ['refund_unfinished']],
])('a refund that is unfinished after %d hours raises the alarms %j', async (hours, alarms) => {
  table.clear();
  const row = refundCodec.write({
    ...refundRowKey('shop', 'po_1', 'key'),
    version: 1,
    company: 'shop',
    orderId: 'po_1',
    refundKey: 'key',
    kind: 'ours',
    state: 'running',
    amount: 100,
    by: { system: 'test' },
    startedAtMs: nowMs() - hours * HOUR_MS,
  });
  table.put({ ...row });
  const raised: unknown[] = [];
  const error = vi
    .spyOn(log, 'error')
    .mockImplementation((_, details) => void raised.push((details as { alarm?: string }).alarm));
  await handler();
  error.mockRestore();
  expect(raised).toEqual(alarms);
});
