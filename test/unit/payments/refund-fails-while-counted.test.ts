import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { refundCodec, refundRowKey } from '../../../functions/domain/checkout/orders/refund-rows.ts';
import { orderKey } from '../../../functions/domain/checkout/orders/rows.ts';
import { completeRefund, recordRefundFailure } from '../../../functions/domain/payments/refunds/record.ts';
import { documents } from '../../../functions/storage/client.ts';
import { COMPANY, SELLER } from '../../model/orders.ts';
import { MemoryTable } from '../../simulation/memory-table.ts';
import { anOrder, NOW } from '../../support/orders.ts';

const { send } = documents;
const table = new MemoryTable();
beforeAll(() => {
  table.install();
  vi.stubEnv('ENVIRONMENT', 'development');
  vi.stubEnv('APP_SECRET', '11'.repeat(32));
});
afterAll(() => {
  Object.assign(documents, { send });
  vi.unstubAllEnvs();
});

it('a refund that is counted while its failure is reported is recorded as failed', async () => {
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
      authorizedAtMs: NOW,
      capturedAtMs: NOW,
    },
  });
  const key = refundRowKey(COMPANY, order.id, 're_1');
  const waiting = refundCodec.write({
    ...key,
    version: 1,
    company: COMPANY,
    orderId: order.id,
    refundKey: 're_1',
    kind: 'gateway',
    paymentReference: 'pi_1',
    state: 'waiting',
    amount: 1000,
    by: { system: 'stripe' },
    startedAtMs: NOW,
  });
  table.put({ ...SELLER });
  table.put({ ...order });
  table.put({ ...waiting });
  const { carry } = table;
  let isCounted = false;
  table.carry = async (call) => {
    if (call.isWrite && !isCounted) {
      isCounted = true;
      await completeRefund(waiting);
      expect(table.get(key)).toMatchObject({ state: 'refunded', counted: 1000 });
      expect(table.get(orderKey(COMPANY, order.id))).toMatchObject({ payment: { refunded: 1000 } });
    }
    return carry(call);
  };
  await recordRefundFailure(order, {
    kind: 'refund_failed',
    noticeId: 'evt_1',
    gateway: 'stripe',
    company: COMPANY,
    orderId: order.id,
    paymentReference: 'pi_1',
    refundId: 're_1',
    refundKey: null,
    amount: 1000,
    currency: 'DKK',
    occurredAtMs: NOW,
  });
  expect(table.get(key)).toMatchObject({ state: 'failed' });
  expect(table.get(orderKey(COMPANY, order.id))).toMatchObject({ payment: { status: 'captured', refunded: 0 } });
});

it('a refunded order stays refunded when a lost dispute that took nothing more from it is won on appeal', async () => {
  const order = anOrder({
    company: COMPANY,
    status: 'fulfilled',
    fulfillment: { status: 'fulfilled' },
    payment: {
      status: 'refunded',
      gateway: 'stripe',
      reference: 'pi_2',
      captured: 51_000,
      refunded: 51_000,
      failedAttempts: [],
      authorizedAtMs: NOW,
      capturedAtMs: NOW,
    },
  });
  const key = refundRowKey(COMPANY, order.id, 'dp_1');
  const uncounted = refundCodec.write({
    ...key,
    version: 1,
    company: COMPANY,
    orderId: order.id,
    refundKey: 'dp_1',
    kind: 'dispute',
    paymentReference: 'pi_2',
    state: 'refunded',
    amount: 51_000,
    counted: 0,
    by: { system: 'stripe' },
    startedAtMs: NOW,
    endedAtMs: NOW,
  });
  table.put({ ...order });
  table.put({ ...uncounted });
  await recordRefundFailure(order, {
    kind: 'refund_failed',
    noticeId: 'evt_2',
    gateway: 'stripe',
    company: COMPANY,
    orderId: order.id,
    paymentReference: 'pi_2',
    refundId: 'dp_1',
    refundKey: null,
    amount: 51_000,
    currency: 'DKK',
    occurredAtMs: NOW,
  });
  expect(table.get(key)).toMatchObject({ state: 'failed' });
  expect(table.get(orderKey(COMPANY, order.id))).toMatchObject({ payment: { status: 'refunded', refunded: 51_000 } });
});
