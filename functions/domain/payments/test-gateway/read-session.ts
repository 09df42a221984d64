import { warmMap } from '../../../platform/warm-state.ts';
import { findRow } from '../../../storage/find-row.ts';
import { gatewaySessionCodec, gatewaySessionKey, type GatewaySessionRow } from './rows.ts';
import { sessionId as sessionIdShape } from '../../../adapters/payments/test-gateway-protocol.ts';

/** The current session; undefined for an unknown id. */
export const findGatewaySession = async (sessionId: string): Promise<GatewaySessionRow | undefined> => {
  if (!sessionIdShape().safeParse(sessionId).success) return undefined;
  return findRow(gatewaySessionKey(sessionId), gatewaySessionCodec);
};

const shown = warmMap<string, GatewaySessionRow>();
const REMEMBERED_SESSIONS = 200;

/** Caches a session when its page is shown, for the form that the buyer submits. */
export const cacheShownSession = (session: GatewaySessionRow): void => {
  if (shown.size >= REMEMBERED_SESSIONS) shown.clear();
  shown.set(session.sessionId, session);
};

/**
 * Returns a session as this process last showed it, and removes it from the cache. The session may have changed since
 * then, so use it only for a write that is conditional on its version, not for a response.
 */
export const popShownSession = (sessionId: string): GatewaySessionRow | undefined => {
  const session = shown.get(sessionId);
  shown.delete(sessionId);
  return session;
};
