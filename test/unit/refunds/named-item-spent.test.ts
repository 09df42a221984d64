import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { completeRefund } from '../../../functions/domain/payments/refunds/record.ts';
import { refundOrder } from '../../../functions/domain/payments/refunds/refund.ts';
import { refundCodec, type RefundRow } from '../../../functions/domain/checkout/orders/refund-rows.ts';
import type { OrderLine } from '../../../functions/domain/catalog/products/line-shape.ts';
import { issuancesOf } from '../../../functions/domain/value/items/issuance/issue-order.ts';
import { codesOfOrder } from '../../../functions/domain/value/items/issuance/of-order.ts';
import { claimItem } from '../../../functions/domain/value/items/redemption/claim.ts';
import type { ItemRow } from '../../../functions/domain/value/items/rows.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { documents } from '../../../functions/storage/client.ts';
import { idempotencyRecordFor } from '../../../functions/storage/idempotency.ts';
import { withRequestGuid } from '../../../functions/storage/request-guid.ts';
import { COMPANY, SELLER } from '../../model/orders.ts';
import { MemoryTable, type Item } from '../../simulation/memory-table.ts';
import { anOrder, NOW } from '../../support/orders.ts';

/** More items than the transaction that begins a refund can withdraw. */
const COUNT = 60;
const PRICE = 1000;
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

const order = () => {
  const minor = COUNT * PRICE;
  const [line] = anOrder().lines as [OrderLine];
  const cards = { amount: PRICE, quantity: COUNT, itemCount: COUNT, subtotal: minor, itemValue: PRICE, fees: 0 };
  const before = anOrder();
  return anOrder({
    company: COMPANY,
    status: 'fulfilled',
    fulfillment: { status: 'fulfilled', fulfilledAtMs: NOW },
    amounts: { ...before.amounts, subtotal: minor, fees: 0, tax: 0, included_vat: [], total: minor },
    lines: [{ ...line, ...cards, issuedCount: COUNT }],
    payment: {
      status: 'captured',
      gateway: 'test',
      reference: 'tp_1',
      captured: minor,
      refunded: 0,
      failedAttempts: [],
      authorizedAtMs: NOW,
      capturedAtMs: NOW,
    },
  });
};

const claim = (code: string) => {
  const operator = { company: COMPANY, home: COMPANY, keyId: 'till' };
  return withRequestGuid({ company: COMPANY, operation: 'claim-item', guid: 'claim', input: {} }, (recording) =>
    claimItem(operator, code, { type: 'all' }, recording),
  );
};

it('a refund that finds a named item spent and is interrupted refunds nothing when it continues', async () => {
  const sold = order();
  table.put({ ...SELLER } as unknown as Item);
  table.put({ ...sold } as unknown as Item);
  for (const { writes } of issuancesOf(sold, SELLER)) {
    for (const write of writes) if ('put' in write) table.put({ ...write.put });
  }
  const [spent = '', ...others] = codesOfOrder(sold);
  const requested = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => Response.json({ status: 'refunded', amount: COUNT * PRICE }));
  const { carry } = table;
  let writes = 0;
  table.carry = async (call) => {
    // The refund has begun; a till redeems the first card before it is withdrawn.
    if (call.isWrite && ++writes === 2) {
      table.carry = carry;
      await claim(spent);
      table.carry = async (later) => {
        if (later.isWrite && later.what.includes('refund#')) throw new Error('The process ended');
        return carry(later);
      };
    }
    return table.carry === carry ? carry(call) : call.effect();
  };
  const items = [spent, ...others];
  const input = { company: COMPANY, operation: 'refund-order', key: 'refund', input: items };
  const request = { company: COMPANY, orderId: sold.id, by: {}, idempotency: idempotencyRecordFor(input) };
  await expect(refundOrder({ ...request, input: () => ({ items }) })).rejects.toThrow('The process ended');
  table.carry = carry;
  const [running] = table.rowsOf<RefundRow>('refund');
  expect(running).toMatchObject({ state: 'running' });
  if (running) await completeRefund(refundCodec.read(running));
  expect(requested).not.toHaveBeenCalled();
  expect(table.rowsOf<RefundRow>('refund')).toMatchObject([
    { state: 'refused', fields: { 'items.0': [expect.any(String)] } },
  ]);
  const after = table.rowsOf<ItemRow>('item').map(({ remainingMinor }) => remainingMinor);
  expect(after.reduce((sum, minor) => sum + minor, 0)).toBe((COUNT - 1) * PRICE);
});
