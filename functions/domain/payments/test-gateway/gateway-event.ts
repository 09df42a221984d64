import type { GatewayEventName } from '../../../adapters/payments/test-gateway-protocol.ts';
import { nowMs } from '../../../platform/clock.ts';
import { conflict, notFound } from '../../../platform/errors.ts';
import { changeSession } from './change-session.ts';
import { nameNotice, withOwedNotices } from './notices.ts';
import { refundableOf, sessionWithRefund } from './refund.ts';
import { paymentStatus } from './rules.ts';
import type { GatewayPayment, GatewaySessionRow, NoticeFacts } from './rows.ts';

/** A payment at the gateway, in the smallest currency unit. */
interface GatewayView {
  status: 'open' | 'closed' | 'authorized' | 'captured' | 'cancelled';
  captured: number;
  refunded: number;
  dispute: { status: 'open' | 'won' | 'lost'; amount: number } | null;
}

const viewOf = ({ payment, state }: GatewaySessionRow): GatewayView => {
  if (!payment) return { status: state === 'open' ? 'open' : 'closed', captured: 0, refunded: 0, dispute: null };
  const status = paymentStatus(payment, nowMs());
  const { refunded, dispute } = payment;
  return {
    status: status === 'unapproved' ? 'open' : status,
    captured: status === 'captured' ? payment.amount : 0,
    refunded,
    dispute: dispute && { status: dispute.status, amount: dispute.amount },
  };
};

/**
 * Simulates what a bank, the gateway's dashboard or a failure does to a payment, for tests. Throws 404 for a session
 * that was never opened, and 409 if the event is impossible.
 */
export const simulateEvent = (sessionId: string, event: GatewayEventName, amount?: number): Promise<GatewayView> =>
  changeSession<GatewayView>(sessionId, (session) => {
    if (!session?.details) throw notFound('session');
    const next = applyEvent(session, event, amount);
    return { result: viewOf(next), session: next };
  });

const applyEvent = (
  session: GatewaySessionRow,
  event: GatewayEventName,
  amount: number | undefined,
): GatewaySessionRow => {
  if (event === 'silent') return { ...session, silent: true };
  const { payment } = session;
  if (event === 'captured') return withLateCapture(session, payment);
  if (!payment || paymentStatus(payment, nowMs()) !== 'captured') throw impossible('nothing has been captured');
  switch (event) {
    case 'refund':
      return withGatewayRefund(session, payment, amount);
    case 'refund_failed':
      return withFailedRefund(session, payment);
    default:
      return recordDispute(session, payment, event, amount);
  }
};

/**
 * Captures an authorization that has expired or is about to expire. Real gateways and banks may disagree about the
 * expiry.
 */
const withLateCapture = (session: GatewaySessionRow, payment: GatewayPayment | undefined): GatewaySessionRow => {
  if (payment?.endsAtMs === undefined) throw impossible('no authorization ends without a capture');
  const { endsAtMs: _ended, ...lasting } = payment;
  const { reference: paymentReference, amount } = payment;
  const next = { ...session, payment: { ...lasting, capturesAtMs: nowMs() } };
  return withOwedNotice(next, 'captured', { kind: 'captured', paymentReference, amount, occurredAtMs: nowMs() });
};

const impossible = (why: string) => conflict('event_impossible', `The payment cannot meet this: ${why}.`);

const withGatewayRefund = (
  session: GatewaySessionRow,
  payment: GatewayPayment,
  requested: number | undefined,
): GatewaySessionRow => {
  const amount = requested ?? refundableOf(payment);
  if (amount < 1 || amount > refundableOf(payment)) throw impossible(`${refundableOf(payment)} can be refunded`);
  const { reference: paymentReference } = payment;
  const next = sessionWithRefund(session, payment, amount, null);
  const { refundId = '' } = next.payment?.refunds.at(-1) ?? {};
  const facts = {
    kind: 'refunded',
    refundId,
    refundKey: null,
    amount,
    occurredAtMs: nowMs(),
    paymentReference,
  } as const;
  return withOwedNotice(next, refundId, facts);
};

const withFailedRefund = (session: GatewaySessionRow, payment: GatewayPayment): GatewaySessionRow => {
  const { reference: paymentReference } = payment;
  const newest = payment.refunds.findLast(({ status }) => status === 'refunded');
  if (!newest) throw impossible('there is no successful refund');
  const { refundId, refundKey, amount } = newest;
  const refunds = payment.refunds.map((refund) =>
    refund === newest ? { ...refund, status: 'failed' as const } : refund,
  );
  const next = { ...session, payment: { ...payment, refunded: payment.refunded - amount, refunds } };
  const facts = {
    kind: 'refund_failed',
    refundId,
    refundKey,
    amount,
    occurredAtMs: nowMs(),
    paymentReference,
  } as const;
  return withOwedNotice(next, `${refundId}-failed`, facts);
};

const recordDispute = (
  session: GatewaySessionRow,
  payment: GatewayPayment,
  kind: 'dispute_opened' | 'dispute_won' | 'dispute_lost',
  requested: number | undefined,
): GatewaySessionRow => {
  const { dispute } = payment;
  if (kind === 'dispute_opened') {
    if (dispute && dispute.status !== 'won') throw impossible('it was disputed before');
    const disputable = refundableOf(payment);
    if (disputable < 1) throw impossible('nothing is left of it');
    if (requested !== undefined && requested > disputable) throw impossible(`${disputable} can be disputed`);
    const number = dispute ? Number(dispute.id.split('_').at(-1)) + 1 : 1;
    const id = `td_${session.sessionId.slice('cs_'.length)}_${number}`;
    return withDispute(session, payment, { id, status: 'open', amount: requested ?? disputable }, kind);
  }
  if (dispute?.status !== 'open') throw impossible('no dispute is open');
  // Money refunded during the dispute cannot be lost again.
  const amount = Math.min(dispute.amount, refundableOf(payment));
  return withDispute(session, payment, { ...dispute, amount, status: kind === 'dispute_won' ? 'won' : 'lost' }, kind);
};

const withDispute = (
  session: GatewaySessionRow,
  payment: GatewayPayment,
  dispute: NonNullable<GatewayPayment['dispute']>,
  kind: 'dispute_opened' | 'dispute_won' | 'dispute_lost',
): GatewaySessionRow => {
  const { reference: paymentReference } = payment;
  const next = { ...session, payment: { ...payment, dispute } };
  const facts = { kind, disputeId: dispute.id, amount: dispute.amount, occurredAtMs: nowMs(), paymentReference };
  return withOwedNotice(next, `${dispute.id}-${dispute.status}`, facts);
};

const withOwedNotice = (session: GatewaySessionRow, name: string, facts: NoticeFacts): GatewaySessionRow =>
  withOwedNotices(session, [nameNotice(name, facts)]);
