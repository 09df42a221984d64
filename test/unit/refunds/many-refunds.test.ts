import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { MoneyMove, OrderRow } from '../../../functions/domain/checkout/orders/rows.ts';
import { refundOrder } from '../../../functions/domain/payments/refunds/refund.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { documents } from '../../../functions/storage/client.ts';
import { idempotencyRecordFor } from '../../../functions/storage/idempotency.ts';
import { bytesOfRow } from '../../../functions/storage/row-size.ts';
import { COMPANY, SELLER } from '../../model/orders.ts';
import { MemoryTable, type Item } from '../../simulation/memory-table.ts';
import { anOrder, NOW } from '../../support/orders.ts';

const REFUNDS = 2000;
const LINES = 20;
const { send } = documents;
const { nowMs } = clock;
const table = new MemoryTable();

beforeAll(() => {
  table.install();
  clock.nowMs = () => NOW;
  vi.stubEnv('ENVIRONMENT', 'development');
  vi.stubEnv('APP_SECRET', '11'.repeat(32));
  vi.stubEnv('BASE_URL', 'http://gateway.example');
});
afterAll(() => {
  Object.assign(documents, { send });
  clock.nowMs = nowMs;
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** An order of 20 lines after 2,000 refunds of 1.00, not issued yet. */
const refundedOften = (): OrderRow => {
  const [line] = anOrder().lines;
  const lines = Array.from({ length: LINES }, (_, at) => ({ ...line!, id: `poli_${at}`, subtotal: 45_000, fees: 0 }));
  const total = LINES * 45_000;
  const lineShares = Array.from({ length: LINES }, () => 5);
  const move: MoneyMove = { kind: 'refund', atMs: NOW, gateway: 100, lines: lineShares, fees: 0, goods: lineShares };
  return anOrder({
    company: COMPANY,
    status: 'paid',
    fulfillment: { status: 'failed' },
    lines,
    amounts: { ...anOrder().amounts, subtotal: total, fees: 0, tax: 0, included_vat: [], total },
    payment: {
      status: 'partially_refunded',
      gateway: 'test',
      reference: 'tp_1',
      captured: total,
      refunded: REFUNDS * 100,
      failedAttempts: [],
      authorizedAtMs: NOW,
      capturedAtMs: NOW,
      moves: Array.from({ length: REFUNDS }, (_, at) => ({ ...move, atMs: NOW - REFUNDS + at })),
    },
  });
};

const refund = (key: string, amount: number) => {
  const input = { company: COMPANY, operation: 'refund-order', key, input: { amount } };
  const request = { company: COMPANY, orderId: refundedOften().id, by: {}, idempotency: idempotencyRecordFor(input) };
  return refundOrder({ ...request, input: () => ({ amount }) });
};

it('an order whose row has no room for another partial refund can only be refunded completely', async () => {
  const order = refundedOften();
  table.put({ ...SELLER } as unknown as Item);
  table.put({ ...order } as unknown as Item);
  const left = order.amounts.total - order.payment.refunded;
  const requested = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => Response.json({ status: 'refunded', amount: left }));
  await expect(refund('part', 100)).rejects.toMatchObject({
    status: 409,
    code: 'order_not_refundable',
    message: 'This order was refunded in too many parts. Refund everything that is left at once.',
  });
  expect(requested).not.toHaveBeenCalled();
  expect(table.rowsOf('refund')).toEqual([]);
  expect(await refund('rest', left)).toMatchObject({ body: { amount: left, refundable: 0 } });
  expect(bytesOfRow(table.rowsOf<OrderRow>('order')[0])).toBeLessThan(400 * 1024);
});
