import { gatewayNamed } from '../../../adapters/payments/gateways.ts';
import type { GatewayName, PaymentState } from '../../../adapters/payments/port.ts';
import { nowMs } from '../../../platform/clock.ts';
import { log } from '../../../platform/log.ts';
import { recordDispute } from '../disputes/record.ts';
import { gatewayOf } from '../../checkout/orders/gateway-of.ts';
import { findLatestOrder } from '../../checkout/orders/find-latest.ts';
import { listRefundsOfOrder } from '../../checkout/orders/refunds-of-order.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';
import { recheckDeclined } from '../payments/return-stray.ts';
import { countUncountedRefunds, recordGatewayRefund, recordRefundFailure } from '../refunds/record.ts';

/** Amounts of a payment in our books and at the gateway, where they differ. Smallest currency unit. */
export interface PaymentDifference {
  orderId: string;
  captured: { ours: number; gateway: number };
  refunded: { ours: number; gateway: number };
}

/**
 * Compares the payment of an order with its gateway, and records refunds and disputes that were not reported. Returns
 * the difference; undefined when they agree, when the order has no captured payment, or when the order is being
 * refunded or has changed during the call. Throws `GatewayUnavailable`.
 */
export const reconcilePayment = async (order: OrderRow): Promise<PaymentDifference | undefined> => {
  await checkStrays(order);
  const { reference, captured, refunded } = order.payment;
  const name = gatewayOf(order.payment);
  if (name === undefined || reference === undefined || captured === 0) return undefined;
  const gateway = await gatewayNamed(name);
  const state = await gateway.readPayment(reference);
  const returned = state.refunded + state.lost;
  const isReturned = returned === refunded || returned - (await uncountedMinor(order)) === refunded;
  const agrees = state.captured === captured && isReturned && isSameDispute(order, state);
  if (agrees || (await hasMovedOn(order))) return undefined;
  log.error('A payment differs from the record of its gateway', { order_id: order.id, alarm: 'refund_mismatch' });
  await recordMissed(order, name, state);
  return {
    orderId: order.id,
    captured: { ours: captured, gateway: state.captured },
    refunded: { ours: refunded, gateway: returned },
  };
};

/** What the gateway has returned beyond the refundable amount, which raised an alarm when it was recorded. */
const uncountedMinor = async ({ company, id }: OrderRow): Promise<number> => {
  const rows = await listRefundsOfOrder(company, id);
  return rows
    .filter(({ kind, state }) => state === 'refunded' && (kind === 'gateway' || kind === 'dispute'))
    .reduce((sum, { amount, counted = 0 }) => sum + amount - counted, 0);
};

/** Whether the order is being refunded, or changed during the call. A later run then checks it again. */
const hasMovedOn = async (order: OrderRow): Promise<boolean> => {
  const current = await findLatestOrder(order);
  return !current || current.refund !== undefined || current.version !== order.version;
};

/** Compares only the newest dispute, because the order keeps only that one. */
const isSameDispute = ({ payment }: OrderRow, { disputes: [newest] }: PaymentState): boolean =>
  newest === undefined || (payment.dispute?.id === newest.disputeId && payment.dispute.status === newest.status);

/**
 * Checks stray payments, because staff may have refunded such a payment, and a refund may have failed without a notice.
 */
const checkStrays = async (order: OrderRow): Promise<void> => {
  for (const { gateway: name, reference, refundedAtMs } of order.payment.strayCaptures ?? []) {
    if (refundedAtMs === undefined) {
      await recheckDeclined(order, reference);
      continue;
    }
    const gateway = await gatewayNamed(name);
    const { refunds, currency } = await gateway.readPayment(reference);
    for (const { status, ...refund } of refunds) {
      if (status !== 'failed') continue;
      await recordRefundFailure(order, {
        ...refund,
        kind: 'refund_failed',
        noticeId: `reconcile-${refund.refundId}`,
        gateway: name,
        company: order.company,
        orderId: order.id,
        paymentReference: reference,
        currency,
        occurredAtMs: nowMs(),
      });
    }
  }
};

/** Records every refund and dispute at the gateway. Entries that are already recorded are recognized by their ids. */
const recordMissed = async (order: OrderRow, gateway: GatewayName, state: PaymentState): Promise<void> => {
  const { company, id: orderId } = order;
  const facts = {
    gateway,
    company,
    orderId,
    paymentReference: order.payment.reference ?? '',
    currency: order.amounts.currency,
    occurredAtMs: nowMs(),
  };
  for (const { status, ...refund } of state.refunds) {
    const noticeId = `reconcile-${refund.refundId}`;
    if (status === 'refunded') await recordGatewayRefund(order, { ...facts, ...refund, noticeId, kind: 'refunded' });
    else await recordRefundFailure(order, { ...facts, ...refund, noticeId, kind: 'refund_failed' });
  }
  await countUncountedRefunds(order);
  const kinds = { open: 'dispute_opened', won: 'dispute_won', lost: 'dispute_lost' } as const;
  for (const { status, ...dispute } of state.disputes.toReversed()) {
    await recordDispute(order, {
      ...facts,
      ...dispute,
      noticeId: `reconcile-${dispute.disputeId}`,
      kind: kinds[status],
    });
  }
};
