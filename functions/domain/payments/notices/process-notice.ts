import type { GatewayNotice } from '../../../adapters/payments/port.ts';
import { ApiError } from '../../../platform/errors.ts';
import { log } from '../../../platform/log.ts';
import { recordDispute } from '../disputes/record.ts';
import { recordGatewayRefund, recordRefundFailure } from '../refunds/record.ts';
import type { OrderRef } from '../../checkout/orders/change-order.ts';
import { findLatestOrder } from '../../checkout/orders/find-latest.ts';
import { stateOf } from '../../checkout/orders/states.ts';
import { pollAuthorizedPayment } from '../payments/poll-authorized.ts';
import { pollPayment } from '../payments/poll-payment.ts';
import { recordPayment } from '../payments/record-payment.ts';
import { rememberCapture } from './is-capture-recorded.ts';

/**
 * Processes a notice from a gateway, which may be late, repeated or out of order. On return the notice is recorded, and
 * its follow-up work has begun or is due. A notice for an unknown order is only logged. Throws `GatewayUnavailable`
 * when the gateway does not respond to a call; the gateway then resends the notice.
 */
export const processNotice = async (notice: GatewayNotice): Promise<void> => {
  try {
    await record(notice);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    log.error('A payment notice refers to an order that does not exist', { order_id: notice.orderId });
  }
};

const record = async (notice: GatewayNotice): Promise<void> => {
  const ref = { company: notice.company, id: notice.orderId };
  switch (notice.kind) {
    case 'authorized':
    case 'captured':
    case 'failed':
    case 'cancelled': {
      const { gateway, paymentReference, amount, currency, occurredAtMs, method } = notice;
      const fact = { gateway, paymentReference, amount, currency, occurredAtMs, ...(method ? { method } : {}) };
      rememberCapture(await recordPayment(ref, notice.kind, fact));
      return;
    }
    case 'refunded':
      await catchUp(ref);
      return recordGatewayRefund(ref, notice);
    case 'refund_failed':
      return recordRefundFailure(ref, notice);
    case 'dispute_opened':
    case 'dispute_won':
    case 'dispute_lost':
      await catchUp(ref);
      return recordDispute(ref, notice);
  }
};

/** A refund or dispute may be reported before its payment. In that case, reads the payment from the gateway first. */
const catchUp = async (ref: OrderRef): Promise<void> => {
  const order = await findLatestOrder(ref);
  if (!order) return;
  const state = stateOf(order);
  if (state === 'unpaid') await pollPayment(order);
  if (state === 'authorized') await pollAuthorizedPayment(order);
};
