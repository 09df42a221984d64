import { nowMs } from '../../platform/clock.ts';
import {
  capturedOf,
  chargebackStatusOf,
  fromMollieAmount,
  methodOf,
  findMolliePayment,
  refundStatusOf,
  paymentStatusOf,
  type MolliePayment,
} from './mollie-payment.ts';
import type { DisputeNotice, GatewayNotice, PaymentNotice, RefundNotice } from './port.ts';

/** Mollie's payment ids. */
const PAYMENT_ID = /^tr_\w{1,64}$/;

/**
 * Reads the payment of a Mollie notification, and returns its status, refunds and chargebacks, in that order. The
 * notification contains only the payment id, and everything else is read from Mollie, so it needs no signature. Returns
 * an empty list for a payment that is unknown or belongs to no order. Throws `GatewayUnavailable`.
 */
export const mollieNotices = async (rawBody: Buffer): Promise<GatewayNotice[]> => {
  const id = new URLSearchParams(rawBody.toString('utf8')).get('id') ?? '';
  const payment = PAYMENT_ID.test(id) ? await findMolliePayment(id) : undefined;
  return payment ? noticesOf(payment) : [];
};

const noticesOf = (payment: MolliePayment): GatewayNotice[] => {
  const { company, order_id: orderId, session_id: sessionId } = payment.metadata;
  if (!company || !orderId || !sessionId) return [];
  const base = {
    gateway: 'mollie',
    company,
    orderId,
    paymentReference: payment.id,
    currency: payment.amount.currency,
    occurredAtMs: nowMs(),
  } as const;
  const { refunds = [], chargebacks = [] } = payment._embedded ?? {};
  return [
    ...paymentNotices(payment, base),
    ...refunds.map((each): RefundNotice => ({
      ...base,
      kind: refundStatusOf(each) === 'failed' ? 'refund_failed' : 'refunded',
      noticeId: `${each.id}-${each.status}`,
      refundId: each.id,
      refundKey: each.metadata.refund_key ?? null,
      amount: fromMollieAmount(each.amount),
    })),
    ...chargebacks.map((each): DisputeNotice => ({
      ...base,
      kind: chargebackStatusOf(each) === 'won' ? 'dispute_won' : 'dispute_lost',
      noticeId: `${each.id}-${chargebackStatusOf(each)}`,
      disputeId: each.id,
      amount: fromMollieAmount(each.amount),
      occurredAtMs: Date.parse(each.createdAt),
    })),
  ];
};

type Base = Omit<PaymentNotice, 'kind' | 'noticeId' | 'amount'>;

const paymentNotices = (payment: MolliePayment, base: Base): PaymentNotice[] => {
  const notice = { ...base, noticeId: `${payment.id}-${payment.status}` };
  switch (paymentStatusOf(payment)) {
    case 'captured':
      return [{ ...notice, kind: 'captured', amount: capturedOf(payment), ...methodOf(payment) }];
    case 'authorized':
      return [{ ...notice, kind: 'authorized', amount: fromMollieAmount(payment.amount), ...methodOf(payment) }];
    case 'failed': {
      const reason = payment.details?.failureMessage ?? 'The payment failed.';
      return [{ ...notice, kind: 'failed', amount: fromMollieAmount(payment.amount), reason }];
    }
    case 'cancelled':
      return [{ ...notice, kind: 'cancelled', amount: fromMollieAmount(payment.amount) }];
    default:
      // The buyer has not finished the payment.
      return [];
  }
};
