import type * as z from 'zod/mini';
import type { RefundResult } from '../../adapters/payments/port.ts';
import { nowMs } from '../../platform/clock.ts';
import { ABSENT, getRow } from '../../storage/table.ts';
import { changeSession, type SessionChange } from './change-session.ts';
import { gatewayRefundKey, type GatewayRefundRow, type GatewaySessionRow } from './rows.ts';
import { noticeOf, oweNotices } from './notices.ts';
import { sessionIdOf } from './rules.ts';
import type { refundBody } from '../../adapters/payments/test-gateway-protocol.ts';

type Refund = z.output<ReturnType<typeof refundBody>>;

/** The answer to the refund call comes first; the notification is for whoever lost it. */
const NOTICE_DELAY_MS = 10_000;

/** Gives money back once for each refund key; a key that was answered gets the same answer again. */
export const refund = async (input: Refund): Promise<RefundResult> => {
  const sessionId = sessionIdOf(input.paymentReference);
  const key = gatewayRefundKey(sessionId, input.refundKey);
  return changeSession<RefundResult>(sessionId, async (session) => {
    const earlier = await getRow<GatewayRefundRow>(key, { consistent: true });
    if (earlier) return { answer: earlier.result };
    const reason = refusal(session, input);
    if (!session?.payment) return { answer: { status: 'declined', reason: reason ?? UNKNOWN } };
    const result: RefundResult =
      reason === undefined ? { status: 'refunded', amount: input.amount } : { status: 'declined', reason };
    const change = reason === undefined ? givenBack(session, session.payment, input.amount) : { session };
    const row: GatewayRefundRow = { ...key, type: 'gateway-refund', v: 1, result };
    return { answer: result, ...change, beside: [{ put: row, condition: ABSENT }, ...(change.beside ?? [])] };
  });
};

const UNKNOWN = 'The gateway does not know this payment.';

const refusal = (session: GatewaySessionRow | undefined, input: Refund): string | undefined => {
  const payment = session?.payment;
  if (!payment || payment.reference !== input.paymentReference) return UNKNOWN;
  if (payment.refundsRefused) return 'The card issuer does not take refunds to this card.';
  if (session.details?.amounts.currency !== input.currency) return 'The payment was made in another currency.';
  if (input.amount > payment.amount - payment.refunded) return 'The amount is more than what is left of the payment.';
  return undefined;
};

const givenBack = (
  session: GatewaySessionRow,
  payment: NonNullable<GatewaySessionRow['payment']>,
  amount: number,
): Omit<SessionChange<RefundResult>, 'answer'> => {
  const refunded = payment.refunded + amount;
  const name = `refunded-${refunded}`;
  const at = nowMs();
  const notice = noticeOf(session, name, {
    kind: 'refunded',
    amount: refunded,
    occurredAtMs: at,
    paymentReference: payment.reference,
  });
  return {
    session: { ...session, payment: { ...payment, refunded } },
    beside: [oweNotices(session.sessionId, name, [notice], at + NOTICE_DELAY_MS)],
  };
};
