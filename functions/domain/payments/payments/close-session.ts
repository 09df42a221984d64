import { gatewayNamed } from '../../../adapters/payments/gateways.ts';
import type { SessionState } from '../../../adapters/payments/port.ts';
import type { OrderRow, OrderSession } from '../../checkout/orders/rows.ts';

/** Identification of a session at a gateway. */
export const gatewaySessionOf = ({ id, gatewaySessionId = id }: OrderSession) => ({ sessionId: id, gatewaySessionId });

/**
 * Closes the newest payment page of an order, if its gateway can. Returns a payment that landed before. Throws
 * `GatewayUnavailable`.
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
