import type { SessionState } from '../../../adapters/payments/port.ts';
import { nowMs } from '../../../platform/clock.ts';
import { changeSession } from './change-session.ts';
import { landedPayment, pageState } from './rules.ts';
import { findGatewaySession } from './read-session.ts';
import { gatewaySessionKey, type GatewaySessionRow } from './rows.ts';

/**
 * Closes a session for its seller: no payment is possible afterwards. An unknown session is closed in advance, so that
 * a concurrent call cannot open it. Returns a payment that was already made.
 */
export const closeSession = (sessionId: string): Promise<SessionState> =>
  changeSession<SessionState>(sessionId, (session) => {
    const payment = session && landedPayment(session, nowMs());
    if (payment) return { result: { state: 'paid', payment } };
    if (session?.payment) return { result: { state: 'closed' }, session: withdrawn(session) };
    if (session?.state === 'closed') return { result: { state: 'closed' } };
    return { result: { state: 'closed' }, session: { ...(session ?? neverOpened(sessionId)), state: 'closed' } };
  });

/** Withdraws a payment that is not approved yet, because its page is closed. */
const withdrawn = ({ payment: _unapproved, ...session }: GatewaySessionRow): GatewaySessionRow => ({
  ...session,
  state: 'closed',
});

/** The current state of a session. */
export const sessionState = async (sessionId: string): Promise<SessionState> => {
  const session = await findGatewaySession(sessionId);
  if (!session) return { state: 'unknown' };
  const payment = landedPayment(session, nowMs());
  if (payment) return { state: 'paid', payment };
  const state = pageState(session, nowMs());
  return { state: state === 'payable' || state === 'waiting' ? 'open' : 'closed' };
};

const KEPT_FOR_SECONDS = 30 * 24 * 3600;

const neverOpened = (sessionId: string): GatewaySessionRow => ({
  ...gatewaySessionKey(sessionId),
  type: 'gateway-session',
  v: 1,
  sessionId,
  expiresAtMs: nowMs(),
  state: 'closed',
  version: 0,
  attempts: 0,
  ttl: Math.floor(nowMs() / 1000) + KEPT_FOR_SECONDS,
});
