import type { TestPaymentState } from '../../../adapters/payments/test-gateway-protocol.ts';
import { nowMs } from '../../../platform/clock.ts';
import { getRow } from '../../../storage/table.ts';
import { gatewaySessionKey, type GatewaySessionRow } from './rows.ts';
import { paymentStatus, sessionIdOf } from './rules.ts';

const UNKNOWN: TestPaymentState = {
  status: 'unknown',
  amount: 0,
  currency: '',
  captured: 0,
  refunded: 0,
  refunds: [],
  dispute: null,
};

/** The gateway's state of a payment, in the smallest currency unit. */
export const readPayment = async (paymentReference: string): Promise<TestPaymentState> => {
  const key = gatewaySessionKey(sessionIdOf(paymentReference));
  const session = await getRow<GatewaySessionRow>(key, { consistent: true });
  const payment = session?.payment;
  if (!payment || payment.reference !== paymentReference) return UNKNOWN;
  const { dispute } = payment;
  const status = paymentStatus(payment, nowMs());
  // A payment exists only once the buyer has approved it.
  if (status === 'unapproved') return UNKNOWN;
  return {
    status,
    method: payment.method,
    amount: payment.amount,
    currency: session.details?.amounts.currency ?? '',
    captured: status === 'captured' ? payment.amount : 0,
    refunded: payment.refunded,
    refunds: payment.refunds,
    dispute: dispute && { disputeId: dispute.id, status: dispute.status, amount: dispute.amount },
  };
};
