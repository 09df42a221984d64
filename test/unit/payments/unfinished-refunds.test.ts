import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { refundCodec, refundRowKey, type RefundRow } from '../../../functions/domain/checkout/orders/refund-rows.ts';
import { stuckFaults } from '../../../functions/domain/reporting/reports/order-faults.ts';
import { recordRefundFailure } from '../../../functions/domain/payments/refunds/record.ts';
import { nowMs } from '../../../functions/platform/clock.ts';
import { log } from '../../../functions/platform/log.ts';
import { handler } from '../../../functions/schedules/refund-repair.ts';
import { documents } from '../../../functions/storage/client.ts';
import { findRow } from '../../../functions/storage/find-row.ts';
import { COMPANY } from '../../model/orders.ts';
import { MemoryTable } from '../../simulation/memory-table.ts';
import { anOrder } from '../../support/orders.ts';

const HOUR_MS = 3_600_000;
const ORDER = 'po_1';
const { send } = documents;
const table = new MemoryTable();
beforeAll(() => table.install());
afterAll(() => void Object.assign(documents, { send }));

const raisedBy = async (run: () => Promise<unknown>): Promise<unknown[]> => {
  const raised: unknown[] = [];
  const error = vi
    .spyOn(log, 'error')
    .mockImplementation((_, details) => void raised.push((details as { alarm?: string }).alarm));
  await run();
  error.mockRestore();
  return raised;
};

const aRefund = (fields: Pick<RefundRow, 'state' | 'startedAtMs'> & Partial<RefundRow>) =>
  refundCodec.write({
    ...refundRowKey(COMPANY, ORDER, 'key'),
    type: 'refund',
    v: 1,
    version: 1,
    company: COMPANY,
    orderId: ORDER,
    refundKey: 'key',
    kind: 'ours',
    amount: 100,
    by: { system: 'test' },
    ...fields,
  });

test.each([
  [23, []],
  [24.05, ['refund_unfinished']],
  [25, []],
  [48.05, ['refund_unfinished']],
])('a refund that is unfinished after %d hours raises the alarms %j', async (hours, alarms) => {
  table.clear();
  table.put({ ...aRefund({ state: 'running', startedAtMs: nowMs() - hours * HOUR_MS }) });
  expect(await raisedBy(handler)).toEqual(alarms);
});

test('a refund that fails days after it was counted is unfinished from its failure on', async () => {
  table.clear();
  const countedAtMs = nowMs() - 48.05 * HOUR_MS;
  const order = anOrder({
    id: ORDER,
    company: COMPANY,
    status: 'paid',
    fulfillment: { status: 'processing' },
    payment: {
      status: 'partially_refunded',
      gateway: 'stripe',
      reference: 'pi_1',
      captured: 51_000,
      refunded: 100,
      failedAttempts: [],
    },
    refund: { key: 'other', amount: 100, startedAtMs: nowMs(), state: 'running', plan: { portions: [], rest: 0 } },
  });
  table.put({ ...order });
  table.put({ ...aRefund({ state: 'refunded', counted: 100, startedAtMs: countedAtMs, endedAtMs: countedAtMs }) });
  await recordRefundFailure(
    { company: COMPANY, id: ORDER },
    {
      kind: 'refund_failed',
      noticeId: 'evt_1',
      gateway: 'stripe',
      company: COMPANY,
      orderId: ORDER,
      paymentReference: 'pi_1',
      refundId: 're_1',
      refundKey: 'key',
      amount: 100,
      currency: 'DKK',
      occurredAtMs: nowMs(),
    },
  );
  const row = (await findRow(refundRowKey(COMPANY, ORDER, 'key'), refundCodec))!;
  expect(row.state).toBe('failing');
  expect(stuckFaults([row], nowMs())).toEqual([]);
  expect(await raisedBy(handler)).toEqual([]);
});
