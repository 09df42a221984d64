import type { ReturnStatus } from '../../adapters/payments/return-address.ts';
import { nowMs } from '../../platform/clock.ts';
import { keyedHash } from '../../platform/secrets.ts';
import type { Write } from '../../storage/transactions.ts';
import { changeSession, type SessionChange } from './change-session.ts';
import type { GatewaySessionRow } from './rows.ts';
import { noticeOf, oweNotices } from './notices.ts';
import {
  DECLINES_MAX,
  outcomeOfCard,
  pageState,
  paymentReferenceOf,
  type Card,
  type CardOutcome,
  type PageState,
} from './rules.ts';

/** `returned`: the buyer goes back to the shop. `refused`: the page can no longer be paid. */
export type PayAnswer =
  | { kind: 'returned'; status: ReturnStatus; session: GatewaySessionRow }
  | { kind: 'refused'; state: Exclude<PageState, 'payable'>; session: GatewaySessionRow }
  | { kind: 'unknown' };

/**
 * Tries a card on a session. The outcome and the notification of it commit together. A form that is sent twice is one
 * attempt: `seenAttempts` is how many there were when the page was shown (local-stack.md, Test payments).
 */
export const pay = (sessionId: string, card: Card, seenAttempts?: number): Promise<PayAnswer> => {
  const fingerprint = keyedHash('test-gateway-card', `${sessionId}\n${card.number}`).toString('base64url');
  return changeSession<PayAnswer>(sessionId, (session) => {
    if (!session?.details) return { answer: { kind: 'unknown' } };
    const state = pageState(session, nowMs());
    const last = session.lastAttempt;
    if (last?.fingerprint === fingerprint && (state === 'paid' || seenAttempts === last.number - 1)) {
      return { answer: { kind: 'returned', status: last.outcome, session } };
    }
    if (state !== 'payable') return { answer: { kind: 'refused', state, session } };
    return tried(session, outcomeOfCard(card.number), fingerprint);
  });
};

const tried = (before: GatewaySessionRow, judgement: CardOutcome, fingerprint: string): SessionChange<PayAnswer> => {
  const number = before.attempts + 1;
  const next: GatewaySessionRow = {
    ...before,
    attempts: number,
    lastAttempt: { number, fingerprint, outcome: judgement.outcome },
  };
  const answer: PayAnswer = { kind: 'returned', status: judgement.outcome, session: next };
  if (judgement.outcome === 'declined') {
    // Every try before was declined too, or there would be nothing left to pay.
    const session = number < DECLINES_MAX ? next : { ...next, state: 'closed' as const };
    return { answer, session, beside: declinedNotice(next, judgement.reason) };
  }
  const { ttl: _unpaidOnly, ...kept } = next;
  const at = nowMs();
  const reference = paymentReferenceOf(before.sessionId);
  const paid: GatewaySessionRow = {
    ...kept,
    state: 'paid',
    payment: {
      reference,
      amount: Math.max(0, (before.details?.amounts.total ?? 0) - judgement.short),
      authorizedAtMs: at,
      capturesAtMs: at + judgement.captureDelaySeconds * 1000,
      refunded: 0,
      refundsRefused: judgement.refundsRefused,
      refunds: [],
      dispute: null,
    },
  };
  return { answer, session: paid, beside: paidNotices(paid, judgement) };
};

const declinedNotice = (session: GatewaySessionRow, reason: string): Write[] => {
  const name = `attempt-${session.attempts}`;
  const notice = noticeOf(session, name, {
    kind: 'failed',
    amount: session.details?.amounts.total ?? 0,
    occurredAtMs: nowMs(),
    paymentReference: `${paymentReferenceOf(session.sessionId)}_${session.attempts}`,
    reason,
  });
  return oweNotices(session, name, [notice]);
};

const paidNotices = (session: GatewaySessionRow, judgement: CardOutcome & { outcome: 'authorized' }): Write[] => {
  const { payment } = session;
  if (!payment) throw new Error('A paid session has a payment');
  const told = { amount: payment.amount, paymentReference: payment.reference };
  const authorized = noticeOf(session, 'authorized', {
    ...told,
    kind: 'authorized',
    occurredAtMs: payment.authorizedAtMs,
  });
  const captured = noticeOf(session, 'captured', { ...told, kind: 'captured', occurredAtMs: payment.capturesAtMs });
  if (judgement.restless) {
    const inNoOrder = [captured, authorized, captured, authorized, authorized, captured];
    return oweNotices(session, 'paid', inNoOrder);
  }
  if (judgement.captureDelaySeconds === 0) return oweNotices(session, 'paid', [authorized, captured]);
  return [
    ...oweNotices(session, 'authorized', [authorized]),
    ...oweNotices(session, 'captured', [captured], payment.capturesAtMs),
  ];
};
