import { nowMs } from '../../platform/clock.ts';
import { changeSession } from './change-session.ts';
import { gatewaySessionKey, type GatewaySessionRow } from './rows.ts';

/**
 * Closes a session for its seller: nobody can pay on it afterwards. One that is not known yet is closed in advance,
 * so that a call to open it that is still under way comes too late.
 */
export const closeSession = (sessionId: string): Promise<{ result: 'closed' | 'paid' }> =>
  changeSession<{ result: 'closed' | 'paid' }>(sessionId, (session) => {
    if (session?.state === 'paid') return { answer: { result: 'paid' } };
    if (session?.state === 'closed') return { answer: { result: 'closed' } };
    return { answer: { result: 'closed' }, session: { ...(session ?? neverOpened(sessionId)), state: 'closed' } };
  });

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
