import { gatewayNamed } from '../../../adapters/payments/gateways.ts';
import type { SessionState } from '../../../adapters/payments/port.ts';
import type { OrderRow, OrderSession } from '../../checkout/orders/rows.ts';

/** The ids of a session: ours and the gateway's. */
export const gatewaySessionOf = ({ id, gatewaySessionId = id }: OrderSession) => ({ sessionId: id, gatewaySessionId });

/**
 * Closes the newest payment page of an order, if its gateway supports that. Returns a payment that was already made on
 * it. Throws `GatewayUnavailable`.
 */
export const closeSessionOf = async ({ session }: OrderRow): Promise<SessionState> => {
  if (!session) return { state: 'unknown' };
  const gateway = await gatewayNamed(session.gateway);
  return gateway.closeSession(gatewaySessionOf(session));
};

/** The state of the newest payment page, without closing it. Throws `GatewayUnavailable`. */
export const readSessionOf = async ({ session }: OrderRow): Promise<SessionState> => {
  if (!session) return { state: 'unknown' };
  const gateway = await gatewayNamed(session.gateway);
  return gateway.readSession(gatewaySessionOf(session));
};
