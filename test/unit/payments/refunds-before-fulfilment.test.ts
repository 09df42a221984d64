import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CompanyRow } from '../../../functions/domain/companies/rows.ts';
import { issueItems } from '../../../functions/domain/items/issue.ts';
import { itemKey, type ItemRow } from '../../../functions/domain/items/rows.ts';
import { itemsOfOrder } from '../../../functions/domain/items/of-order.ts';
import type { OrderRow } from '../../../functions/domain/orders/rows.ts';
import { refundRowKey, type RefundRow } from '../../../functions/domain/payments/refund-items.ts';
import { withdrawRefunded } from '../../../functions/domain/payments/withdraw-refunded.ts';
import { getRow, putRow } from '../../../functions/storage/table.ts';
import { anOrder, NOW } from '../../support/orders.ts';
import { startTable, type TestTable } from '../../support/table.ts';

const SELLER = {
  slug: 'nordlys',
  name: 'Nordlys ApS',
  time_zone: 'Europe/Copenhagen',
  language: 'da',
  campaigns: [],
  greeting: { designs: [] },
} as unknown as CompanyRow;

let table: TestTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

const PAID = 51000;

const refunded = (order: OrderRow, amount: number): OrderRow => ({
  ...order,
  payment: { ...order.payment, captured: PAID, refunded: order.payment.refunded + amount },
});

/** What a completed refund leaves behind. */
const recordRefund = (order: OrderRow, refundKey: string, amount: number): Promise<void> => {
  const row: RefundRow = {
    ...refundRowKey(order.company, order.id, refundKey),
    type: 'refund',
    v: 1,
    company: order.company,
    orderId: order.id,
    refundKey,
    amount,
    refundable: PAID - order.payment.refunded,
    ticket: { row: { pk: 'x', sk: 'x' }, inputHash: 'x' } as unknown as RefundRow['ticket'],
    state: 'refunded',
    startedAtMs: NOW + order.payment.refunded,
  };
  return putRow(row);
};

test('a second refund between two attempts at fulfilment is taken off the card too, and neither twice', async () => {
  const order = anOrder();
  const [card] = await issueItems(itemsOfOrder(order, SELLER, NOW));
  const key = itemKey(order.company, card!.code);
  const remaining = async () => (await getRow<ItemRow>(key, { consistent: true }))?.remainingMinor;

  await recordRefund(order, 'first', 10_000);
  const once = refunded(order, 10_000);
  await withdrawRefunded(once);
  expect(await remaining()).toBe(40_000);

  await recordRefund(once, 'second', 14_000);
  const twice = refunded(once, 14_000);
  await withdrawRefunded(twice);
  await withdrawRefunded(twice);
  expect(await remaining()).toBe(26_000);
});
