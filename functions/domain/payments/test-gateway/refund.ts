import type * as z from 'zod/mini';
import type { RefundResult } from '../../../adapters/payments/port.ts';
import { nowMs } from '../../../platform/clock.ts';
import { ABSENT, getRow } from '../../../storage/table.ts';
import { changeSession } from './change-session.ts';
import { gatewayRefundKey, type GatewayPayment, type GatewayRefundRow, type GatewaySessionRow } from './rows.ts';
import { paymentStatus, sessionIdOf } from './rules.ts';
import type { refundBody } from '../../../adapters/payments/test-gateway-protocol.ts';

type Refund = z.output<ReturnType<typeof refundBody>>;

/** Refunds once for each refund key; a repeated key gets the same result, unless the refund has failed since. */
export const refund = async (input: Refund): Promise<RefundResult> => {
  const sessionId = sessionIdOf(input.paymentReference);
  const key = gatewayRefundKey(sessionId, input.refundKey);
  return changeSession<RefundResult>(sessionId, async (session) => {
    const earlier = await getRow<GatewayRefundRow>(key, { consistent: true });
    if (earlier) return { result: failedResult(session, input.refundKey) ?? earlier.result };
    const reason = refusal(session, input);
    if (!session?.payment) return { result: { status: 'declined', reason: reason ?? UNKNOWN } };
    const result: RefundResult =
      reason === undefined ? { status: 'refunded', amount: input.amount } : { status: 'declined', reason };
    const row: GatewayRefundRow = { ...key, type: 'gateway-refund', v: 1, result };
    const next =
      reason === undefined ? sessionWithRefund(session, session.payment, input.amount, input.refundKey) : session;
    return { result, session: next, also: [{ put: row, condition: ABSENT }] };
  });
};

/** A repeat of a refund that failed later is declined. */
const failedResult = (session: GatewaySessionRow | undefined, refundKey: string): RefundResult | undefined => {
  const hasFailed = session?.payment?.refunds.some((each) => each.refundKey === refundKey && each.status === 'failed');
  return hasFailed ? { status: 'declined', reason: 'The refund failed at the bank.' } : undefined;
};

const UNKNOWN = 'The gateway does not know this payment.';

const refusal = (session: GatewaySessionRow | undefined, input: Refund): string | undefined => {
  const payment = session?.payment;
  if (!payment || payment.reference !== input.paymentReference) return UNKNOWN;
  if (paymentStatus(payment, nowMs()) === 'cancelled') return 'The authorization has ended.';
  if (payment.refundsRefused) return 'The card issuer does not take refunds to this card.';
  if (session.details?.amounts.currency !== input.currency) return 'The payment was made in another currency.';
  if (input.amount > refundableOf(payment)) return 'The amount is more than what is left of the payment.';
  return undefined;
};

/** The session after a refund. Adds no notification, because the requester of a refund gets the response. */
export const sessionWithRefund = (
  session: GatewaySessionRow,
  payment: GatewayPayment,
  amount: number,
  refundKey: string | null,
): GatewaySessionRow => {
  const refundId = `tr_${session.sessionId.slice('cs_'.length)}_${payment.refunds.length + 1}`;
  const refunds = [...payment.refunds, { refundId, refundKey, amount, status: 'refunded' as const }];
  return { ...session, payment: { ...payment, refunded: payment.refunded + amount, refunds } };
};

/** The amount that can still be refunded. The amount of a lost dispute cannot be refunded. */
export const refundableOf = ({ amount, refunded, dispute }: GatewayPayment): number =>
  amount - refunded - (dispute?.status === 'lost' ? dispute.amount : 0);
