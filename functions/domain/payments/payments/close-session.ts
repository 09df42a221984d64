import { gatewayNamed } from '../../../adapters/payments/gateways.ts';
import type { SessionState } from '../../../adapters/payments/port.ts';
import { log } from '../../../platform/log.ts';
import type { OrderRow, OrderSession } from '../../checkout/orders/rows.ts';

/** The ids of a session: ours and the gateway's. */
export const gatewaySessionOf = ({ id, gatewaySessionId = id }: OrderSession) => ({ sessionId: id, gatewaySessionId });

/**
 * Closes the newest payment page of an order, if its gateway supports that. Returns a payment that was already made on
 * the page. Throws `GatewayUnavailable`.
 */
export const closeSessionOf = async ({ id, session }: OrderRow): Promise<SessionState> => {
  if (!session) return { state: 'unknown' };
  const gateway = await gatewayNamed(session.gateway);
  return reportUnknown(id, session, await gateway.closeSession(gatewaySessionOf(session)));
};

/** The state of the newest payment page, without closing it. Throws `GatewayUnavailable`. */
export const readSessionOf = async ({ id, session }: OrderRow): Promise<SessionState> => {
  if (!session) return { state: 'unknown' };
  const gateway = await gatewayNamed(session.gateway);
  return reportUnknown(id, session, await gateway.readSession(gatewaySessionOf(session)));
};

/**
 * If a gateway does not know a page that it opened, the configured key is probably that of another account. A payment
 * on the page would then not be found.
 */
const reportUnknown = (orderId: string, { gateway }: OrderSession, session: SessionState): SessionState => {
  if (session.state === 'unknown') {
    const message = 'A gateway does not know a payment page that it opened: its key may belong to another account';
    log.error(message, { order_id: orderId, gateway, alarm: 'gateway_silent' });
  }
  return session;
};
