import type { ReturnStatus } from '../../../adapters/payments/return-address.ts';
import { nowMs } from '../../../platform/clock.ts';
import { keyedHash } from '../../../platform/secrets.ts';
import { OutdatedRow } from '../../../storage/change-row.ts';
import { changeSession, type SessionChange } from './change-session.ts';
import type { GatewaySessionRow } from './rows.ts';
import { nameNotice, withOwedNotices } from './notices.ts';
import { pageState, paymentReferenceOf, type AttemptedPayment, type PageState } from './rules.ts';

/** `returned`: the buyer goes back to the shop. `refused`: the session can no longer be paid. */
export type PayResult =
  | { kind: 'returned'; status: ReturnStatus; session: GatewaySessionRow }
  | { kind: 'refused'; state: Exclude<PageState, 'payable'>; session: GatewaySessionRow }
  | { kind: 'unknown' };

/**
 * Attempts to pay a session. The outcome and its notification commit together. A form that is sent twice counts as one
 * attempt: `seenAttempts` is the number of attempts when the page was shown (lib/reference/payments.md#test-cards).
 * `known` is the session as read or shown before; it saves a read if the session can still be paid.
 */
export const pay = (
  sessionId: string,
  attempted: AttemptedPayment,
  seenAttempts?: number,
  known?: GatewaySessionRow,
): Promise<PayResult> => {
  const fingerprint = keyedHash('test-gateway-card', `${sessionId}\n${attempted.name}`).toString('base64url');
  const decide = (session: GatewaySessionRow | undefined): SessionChange<PayResult> => {
    if (!session?.details) return { result: { kind: 'unknown' } };
    const state = pageState(session, nowMs());
    const last = session.lastAttempt;
    if (
      last?.fingerprint === fingerprint &&
      (state === 'paid' || state === 'waiting' || seenAttempts === last.number - 1)
    ) {
      return { result: { kind: 'returned', status: last.outcome, session } };
    }
    if (state !== 'payable') return { result: { kind: 'refused', state, session } };
    return attemptPayment(session, attempted, fingerprint);
  };
  let isKnownOnly = known !== undefined;
  const decideNow = (session: GatewaySessionRow | undefined): SessionChange<PayResult> => {
    const change = decide(session);
    // Only a conditional write proves that the known session is current.
    const isOutdated = isKnownOnly && !change.session;
    isKnownOnly = false;
    if (isOutdated) throw new OutdatedRow('The known session may be outdated');
    return change;
  };
  return changeSession(sessionId, decideNow, known);
};

const attemptPayment = (
  before: GatewaySessionRow,
  { outcome, method }: AttemptedPayment,
  fingerprint: string,
): SessionChange<PayResult> => {
  const number = before.attempts + 1;
  const next: GatewaySessionRow = {
    ...before,
    attempts: number,
    lastAttempt: {
      number,
      fingerprint,
      outcome: outcome.outcome,
      ...(method.type === 'card' ? {} : { type: method.type }),
    },
  };
  const response: PayResult = { kind: 'returned', status: outcome.outcome, session: next };
  if (outcome.outcome === 'declined') return { result: response, session: withDecline(next, outcome.reason) };
  const { ttl: _unpaidOnly, ...kept } = next;
  const at = nowMs() + outcome.approvalDelaySeconds * 1000;
  const reference = paymentReferenceOf(before.sessionId);
  const paid: GatewaySessionRow = {
    ...kept,
    state: 'paid',
    payment: {
      reference,
      amount: Math.max(0, (before.details?.due ?? 0) - outcome.short),
      method,
      authorizedAtMs: at,
      capturesAtMs: at + outcome.captureDelaySeconds * 1000,
      ...(outcome.endsAfterSeconds === undefined ? {} : { endsAtMs: at + outcome.endsAfterSeconds * 1000 }),
      refunded: 0,
      refundsRefused: outcome.refundsRefused,
      refunds: [],
      dispute: null,
    },
  };
  return { result: response, session: withPayment(paid, outcome) };
};

const withDecline = (session: GatewaySessionRow, reason: string): GatewaySessionRow =>
  withOwedNotices(session, [
    nameNotice(`attempt-${session.attempts}`, {
      kind: 'failed',
      amount: session.details?.due ?? 0,
      occurredAtMs: nowMs(),
      paymentReference: `${paymentReferenceOf(session.sessionId)}_${session.attempts}`,
      reason,
    }),
  ]);

/**
 * Adds the notifications about a payment. A payment that is captured immediately is reported only as captured, which
 * implies the authorization, so that its order changes once.
 */
const withPayment = (
  session: GatewaySessionRow,
  outcome: Extract<AttemptedPayment['outcome'], { outcome: 'authorized' }>,
): GatewaySessionRow => {
  const { payment } = session;
  if (!payment) throw new Error('A paid session has no payment');
  const { amount, reference: paymentReference, authorizedAtMs, endsAtMs } = payment;
  const facts = { amount, paymentReference };
  const authorized = nameNotice('authorized', { ...facts, kind: 'authorized', occurredAtMs: authorizedAtMs });
  const captured = nameNotice('captured', { ...facts, kind: 'captured', occurredAtMs: payment.capturesAtMs });
  if (endsAtMs !== undefined) {
    const ended = nameNotice('ended', { ...facts, kind: 'cancelled', occurredAtMs: endsAtMs });
    return withOwedNotices(withOwedNotices(session, [authorized], authorizedAtMs), [ended], endsAtMs);
  }
  if (outcome.repeatsNotices) {
    const inNoOrder = [captured, authorized, captured, authorized, authorized, captured];
    return withOwedNotices(session, inNoOrder);
  }
  if (outcome.captureDelaySeconds === 0) return withOwedNotices(session, [captured], payment.capturesAtMs);
  return withOwedNotices(withOwedNotices(session, [authorized], authorizedAtMs), [captured], payment.capturesAtMs);
};
