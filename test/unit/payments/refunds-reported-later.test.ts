import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { GatewayUnavailable, UNKNOWN_PAYMENT } from '../../../functions/adapters/payments/port.ts';
import { stripeGateway } from '../../../functions/adapters/payments/stripe.ts';
import { refundCodec, refundRowKey, type RefundRow } from '../../../functions/domain/checkout/orders/refund-rows.ts';
import { orderKey } from '../../../functions/domain/checkout/orders/rows.ts';
import { recordGatewayRefund, recordRefundFailure } from '../../../functions/domain/payments/refunds/record.ts';
import { finishRefund } from '../../../functions/domain/payments/refunds/refund.ts';
import { log } from '../../../functions/platform/log.ts';
import { documents } from '../../../functions/storage/client.ts';
import { COMPANY, SELLER } from '../../model/orders.ts';
import { MemoryTable } from '../../simulation/memory-table.ts';
import { anOrder, NOW } from '../../support/orders.ts';

const KEY = 'ours';
const { send } = documents;
const table = new MemoryTable();
const readPayment = vi.spyOn(stripeGateway, 'readPayment');
beforeAll(() => {
  table.install();
  vi.stubEnv('ENVIRONMENT', 'development');
  vi.stubEnv('APP_SECRET', '11'.repeat(32));
  vi.spyOn(log, 'error').mockImplementation(() => undefined);
});
beforeEach(() => {
  table.clear();
  readPayment.mockReset();
});
afterAll(() => {
  Object.assign(documents, { send });
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const order = anOrder({
  company: COMPANY,
  status: 'paid',
  fulfillment: { status: 'processing' },
  payment: {
    status: 'captured',
    gateway: 'stripe',
    reference: 'pi_1',
    captured: 51_000,
    refunded: 0,
    failedAttempts: [],
    capturedAtMs: NOW,
  },
});

/** An order and its refund of 10.00 in a state; a missing row was lost in a restore of the table. */
const aRefund = (state: RefundRow['state'] | 'missing'): RefundRow => {
  const row = refundCodec.write({
    ...refundRowKey(COMPANY, order.id, KEY),
    type: 'refund',
    v: 1,
    version: 3,
    company: COMPANY,
    orderId: order.id,
    refundKey: KEY,
    kind: 'ours',
    state: state === 'missing' ? 'running' : state,
    amount: 1000,
    gatewayMinor: 1000,
    plan: { portions: [], rest: 1000 },
    by: { api_key: 'key_1' },
    startedAtMs: NOW,
    endedAtMs: NOW,
    reason: 'The amount was refunded already.',
  } as RefundRow) as unknown as RefundRow;
  table.put({ ...SELLER });
  table.put({ ...order });
  if (state !== 'missing') table.put({ ...row });
  return row;
};

const notice = {
  noticeId: 'evt_1',
  gateway: 'stripe',
  company: COMPANY,
  orderId: order.id,
  paymentReference: 'pi_1',
  refundId: 're_1',
  refundKey: KEY,
  amount: 1000,
  currency: 'DKK',
  occurredAtMs: NOW,
} as const;

const lists = (status: 'refunded' | 'failed'): void => {
  readPayment.mockImplementation(async () => ({
    ...UNKNOWN_PAYMENT,
    refunds: [{ refundId: 're_1', refundKey: KEY, amount: 1000, status }],
  }));
};

const refundedMinor = (): unknown =>
  (table.get(orderKey(COMPANY, order.id)) as unknown as typeof order).payment.refunded;
const row = () => table.get(refundRowKey(COMPANY, order.id, KEY)) as unknown as RefundRow;

test('a refund that the gateway made although it declined it is counted once, and its request then succeeds', async () => {
  const begun = aRefund('declined');
  lists('refunded');
  await recordGatewayRefund(order, { ...notice, kind: 'refunded' });
  await recordGatewayRefund(order, { ...notice, kind: 'refunded' });
  expect([refundedMinor(), row().state, row().counted]).toEqual([1000, 'refunded', 1000]);
  expect((await finishRefund(begun)).body).toMatchObject({ amount: 1000, refunded: 1000, refundable: 50_000 });
});

test('it can fail later like every refund', async () => {
  aRefund('declined');
  lists('refunded');
  await recordGatewayRefund(order, { ...notice, kind: 'refunded' });
  await recordRefundFailure(order, { ...notice, kind: 'refund_failed' });
  expect([refundedMinor(), row().state]).toEqual([0, 'failed']);
});

test('a late report of a refund that was declined is not counted', async () => {
  aRefund('declined');
  lists('failed');
  await recordGatewayRefund(order, { ...notice, kind: 'refunded' });
  expect([refundedMinor(), row().state]).toEqual([0, 'declined']);
});

test('the notice is sent again while the gateway does not confirm it', async () => {
  aRefund('declined');
  readPayment.mockRejectedValue(new GatewayUnavailable('unreachable'));
  await expect(recordGatewayRefund(order, { ...notice, kind: 'refunded' })).rejects.toThrow(GatewayUnavailable);
  expect([refundedMinor(), row().state]).toEqual([0, 'declined']);
});

test.each(['running', 'returning', 'refunded', 'failed'] as const)(
  'a report of a refund that is %s changes nothing, and asks nothing',
  async (state) => {
    aRefund(state);
    await recordGatewayRefund(order, { ...notice, kind: 'refunded' });
    expect([refundedMinor(), row().state, readPayment.mock.calls.length]).toEqual([0, state, 0]);
  },
);

test('a refund whose row was lost in a restore is counted once, and its repeated request succeeds', async () => {
  const begun = aRefund('missing');
  await recordGatewayRefund(order, { ...notice, kind: 'refunded' });
  await recordGatewayRefund(order, { ...notice, kind: 'refunded' });
  expect([refundedMinor(), row().kind, row().state]).toEqual([1000, 'gateway', 'refunded']);
  expect((await finishRefund(begun)).body).toMatchObject({ amount: 1000, refunded: 1000 });
});

test('a failed refund whose row was lost in a restore is not counted by a late report', async () => {
  aRefund('missing');
  await recordRefundFailure(order, { ...notice, kind: 'refund_failed' });
  await recordGatewayRefund(order, { ...notice, kind: 'refunded' });
  expect([refundedMinor(), row().state]).toEqual([0, 'failed']);
});
