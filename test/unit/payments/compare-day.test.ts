import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { GatewayFact } from '../../../functions/adapters/payments/port.ts';
import { strayKey, refundRowKey, type RefundRow } from '../../../functions/domain/checkout/orders/refund-rows.ts';
import type { OrderRow } from '../../../functions/domain/checkout/orders/rows.ts';
import { compareFact, differenceOf } from '../../../functions/domain/payments/notices/compare-day.ts';
import { payoutDifferences } from '../../../functions/domain/payments/notices/match-payout.ts';
import { nowMs } from '../../../functions/platform/clock.ts';
import { documents } from '../../../functions/storage/client.ts';
import { MemoryTable } from '../../simulation/memory-table.ts';
import { anOrder } from '../../support/orders.ts';

const { send } = documents;
const table = new MemoryTable();
beforeAll(() => table.install());
afterEach(() => table.clear());
afterAll(() => {
  Object.assign(documents, { send });
});

const factOf = (order: OrderRow, fact: Partial<GatewayFact>): GatewayFact => ({
  kind: 'payment',
  id: 'pi_1',
  paymentReference: 'pi_1',
  order: { company: order.company, id: order.id },
  amount: 0,
  currency: order.amounts.currency,
  status: 'captured',
  ...fact,
});
const differences = async (...facts: GatewayFact[]): Promise<(string | undefined)[]> =>
  Promise.all(facts.map(async (fact) => differenceOf(await compareFact(fact))));

it('an authorized payment must have the amount that gift cards do not pay', async () => {
  const plain = anOrder({});
  const { total } = plain.amounts;
  const card = {
    id: `ogc_${'c'.repeat(32)}`,
    redemptionId: `rdm_${'d'.repeat(32)}`,
    itemId: `itm_${'e'.repeat(32)}`,
    code: 'AAAA-BBBB-CCCC-DDDD',
    amount: 100,
    refunded: 0,
    status: 'held',
  } as const;
  const order = anOrder({
    status: 'paid',
    fulfillment: { status: 'processing' },
    payment: {
      ...plain.payment,
      status: 'authorized',
      gateway: 'stripe',
      reference: 'pi_1',
      authorizedAtMs: nowMs(),
      giftCards: [card],
    },
  });
  table.put({ ...order });
  expect(
    await differences(
      factOf(order, { status: 'authorized', amount: total - 100 }),
      factOf(order, { status: 'authorized', amount: total }),
    ),
  ).toEqual([undefined, expect.stringContaining('payment pi_1: authorized')]);
});

it('a payment that the order does not accept, and its refund, must have the currency of that payment', async () => {
  const plain = anOrder({});
  const order = anOrder({
    payment: {
      ...plain.payment,
      strayCaptures: [{ reference: 'pi_1', gateway: 'stripe', amount: 700, currency: 'EUR', atMs: 1, refundedAtMs: 2 }],
    },
  });
  const refundKey = strayKey(order.id, 'pi_1');
  const refund: RefundRow = {
    ...refundRowKey(order.company, order.id, refundKey),
    type: 'refund',
    v: 1,
    version: 1,
    company: order.company,
    orderId: order.id,
    refundKey,
    kind: 'stray',
    state: 'refunded',
    amount: 700,
    by: { system: 'stripe' },
    startedAtMs: 1,
    endedAtMs: 2,
    stray: { gateway: 'stripe', reference: 'pi_1', currency: 'EUR' },
  };
  table.put({ ...order });
  table.put({ ...refund });
  const input = { kind: 'refund', id: 're_1', refundKey, status: 'refunded', amount: 700 } as const;
  expect(order.amounts.currency).toBe('DKK');
  expect(
    await differences(
      factOf(order, { amount: 700, currency: 'EUR' }),
      factOf(order, { ...input, currency: 'EUR' }),
      factOf(order, { amount: 700 }),
    ),
  ).toEqual([undefined, undefined, expect.stringContaining('captured 7.00 EUR in order')]);
});

it('a payout that was compared only in part is reported', () => {
  const sums = { payment: 700, refund: 0, dispute: 0, other: 0, fees: -10 };
  const line = { id: 'txn_1', kind: 'payment', amount: 700, fee: 10, net: 690, description: 'charge' } as const;
  const payout = { id: 'po_1', status: 'paid', amount: 1380, currency: 'DKK', day: '2027-05-01' } as const;
  const found = { ...payout, isScheduled: true, lines: [line], sums, unexplained: 0 };
  expect(payoutDifferences({ ...found, isWhole: false })).toEqual([
    'payout po_1: only its first 1 transactions were compared',
  ]);
  expect(payoutDifferences({ ...found, isWhole: true })).toEqual([]);
});
