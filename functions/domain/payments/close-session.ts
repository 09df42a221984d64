import { gatewayNamed } from '../../adapters/payments/gateways.ts';
import type { ClosedSession } from '../../adapters/payments/port.ts';
import type { OrderRow } from '../orders/rows.ts';

/**
 * Closes the newest payment page of an order, so that nobody can pay on it any more. `paid`: a payment landed before
 * and its notice is on its way. Throws `GatewayUnavailable`.
 */
export const closeSessionOf = async (order: OrderRow): Promise<ClosedSession> => {
  if (!order.session) return 'unknown';
  const gateway = await gatewayNamed(order.session.gateway);
  return gateway.closeSession({ sessionId: order.session.id, gatewaySessionId: order.session.gatewaySessionId });
};
