import { gatewayNamed } from '../../../adapters/payments/gateways.ts';
import type { ClosedSession, SessionState } from '../../../adapters/payments/port.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';

/**
 * Closes the newest payment page of an order, so that no payment is possible on it. A payment that landed before is
 * returned. Throws `GatewayUnavailable`.
 */
export const closeSessionOf = async ({ session }: OrderRow): Promise<ClosedSession> => {
  if (!session) return { state: 'unknown' };
  const gateway = await gatewayNamed(session.gateway);
  return gateway.closeSession({ sessionId: session.id, gatewaySessionId: session.gatewaySessionId });
};

/** What became of the newest payment page, without closing it. Throws `GatewayUnavailable`. */
export const readSessionOf = async ({ session }: OrderRow): Promise<SessionState> => {
  if (!session) return { state: 'unknown' };
  const gateway = await gatewayNamed(session.gateway);
  return gateway.readSession({ sessionId: session.id, gatewaySessionId: session.gatewaySessionId });
};
