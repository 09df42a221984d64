import { gatewayNamed } from '../../adapters/payments/gateways.ts';
import type { GatewayNotice } from '../../adapters/payments/port.ts';
import { nowMs } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import { getRow, pause } from '../../storage/table.ts';
import { transact, TransactionRefused, type Write } from '../../storage/transactions.ts';
import { orderKey, type OrderRow, type StrayCapture } from '../orders/rows.ts';
import { ORDER_WRITE, replaceOrder } from '../orders/write.ts';
import { moveStock } from '../stock/counters.ts';
import { subscriberOf } from '../subscribers/rows.ts';
import { judgePayment, type Verdict } from './rules.ts';

const ATTEMPTS = 10;

/**
 * Takes in what a gateway reports: the only way to a paid order. It is idempotent and forward-only, and wins or loses
 * cleanly against the expiry sweep. A capture that must not count is given back before the report is acknowledged, so
 * a report that could not be finished comes again. Throws `GatewayUnavailable` when giving back got no answer.
 */
export const applyNotice = async (notice: GatewayNotice): Promise<void> => {
  for (let attempt = 1; ; attempt++) {
    const order = await getRow<OrderRow>(orderKey(notice.company, notice.orderId), { consistent: true });
    if (!order) {
      log.error('A payment notice names an order that does not exist', { order_id: notice.orderId });
      return;
    }
    const now = nowMs();
    const verdict = judgePayment(order, notice, now);
    if (verdict.kind === 'unchanged') {
      await followAuthorization(notice, order);
      return;
    }
    try {
      if (verdict.order !== order) await transact(writesFor(order, verdict, now));
    } catch (error) {
      if (!(error instanceof TransactionRefused) || !error.failed(ORDER_WRITE) || attempt >= ATTEMPTS) throw error;
      await pause(attempt);
      continue;
    }
    if (verdict.kind === 'stray') await giveBack(notice, verdict.order);
    else await followAuthorization(notice, verdict.order);
    return;
  }
};

/**
 * An authorization is captured at once where the gateway does not do so by itself, and let go where the order cannot
 * take it any more. Both carry keys of their own, so a report that comes again repeats nothing.
 */
const followAuthorization = async (notice: GatewayNotice, order: OrderRow): Promise<void> => {
  if (notice.kind !== 'authorized') return;
  const { paymentReference, amount, currency } = notice;
  const isOurs = order.payment.reference === paymentReference;
  if (isOurs && order.payment.status !== 'authorized') return;
  const gateway = await gatewayNamed(notice.gateway);
  if (!isOurs) {
    await gateway.refund({ paymentReference, amount, currency, refundKey: `stray:${order.id}:${paymentReference}` });
    return;
  }
  if (notice.gateway === 'test') return;
  const captureKey = `capture:${order.id}:${paymentReference}`;
  const result = await gateway.capture({ paymentReference, amount, currency, captureKey });
  const fact = { ...notice, amount: result.status === 'failed' ? 0 : result.amount, occurredAtMs: nowMs() };
  if (result.status === 'captured') await applyNotice({ ...fact, kind: 'captured' });
  if (result.status === 'failed') await applyNotice({ ...fact, kind: 'cancelled' });
};

const writesFor = (before: OrderRow, verdict: Exclude<Verdict, { kind: 'unchanged' }>, now: number): Write[] => {
  const writes = [replaceOrder(before, verdict.order, now)];
  if (verdict.kind === 'stray') return writes;
  const holds = before.lines.flatMap((line) => line.holds);
  if (verdict.holds !== 'keep') writes.push(...moveStock(before.company, holds, verdict.holds));
  if (verdict.holds === 'sell') writes.push(...subscriberOf(verdict.order, now));
  return writes;
};

/** Gives a stray capture back under a key of its own, then records it. */
const giveBack = async (notice: GatewayNotice, order: OrderRow): Promise<void> => {
  log.error('A capture landed on an order that cannot take it; it is given back', {
    order_id: order.id,
    alarm: 'stray_capture',
  });
  const gateway = await gatewayNamed(notice.gateway);
  const result = await gateway.refund({
    paymentReference: notice.paymentReference,
    amount: notice.amount,
    currency: notice.currency,
    refundKey: `stray:${order.id}:${notice.paymentReference}`,
  });
  if (result.status === 'declined') {
    log.error('The gateway refused to give a stray capture back', { order_id: order.id, alarm: 'stray_capture' });
    return;
  }
  await recordGivenBack(order, notice.paymentReference);
};

const recordGivenBack = async (order: OrderRow, reference: string): Promise<void> => {
  for (let attempt = 1; ; attempt++) {
    const current = await getRow<OrderRow>(orderKey(order.company, order.id), { consistent: true });
    if (!current) return;
    const now = nowMs();
    const strayCaptures = (current.payment.strayCaptures ?? []).map((stray): StrayCapture =>
      stray.reference === reference ? { ...stray, refundedAtMs: now } : stray,
    );
    try {
      await transact([replaceOrder(current, { ...current, payment: { ...current.payment, strayCaptures } }, now)]);
      return;
    } catch (error) {
      if (!(error instanceof TransactionRefused) || attempt >= ATTEMPTS) throw error;
      await pause(attempt);
    }
  }
};
