import { GatewayUnavailable } from '../../../adapters/payments/port.ts';
import { isDryRun } from '../../../platform/dry-run.ts';
import { unavailable } from '../../../platform/errors.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';
import { stateOf } from '../../checkout/orders/states.ts';
import { closeSessionOf } from './close-session.ts';
import { recordLandedPayment } from './record-payment.ts';

/**
 * Closes the open payment page of an unpaid order, before the amount due changes or is paid in another way. A payment
 * that was already made on the page counts. Throws 503 `gateway_unavailable` when the gateway does not respond.
 */
export const withPageClosed = async (order: OrderRow): Promise<OrderRow> => {
  if (isDryRun() || stateOf(order) !== 'unpaid') return order;
  try {
    const closed = await closeSessionOf(order);
    return closed.state === 'paid' ? await recordLandedPayment(order, closed.payment) : order;
  } catch (error) {
    if (!(error instanceof GatewayUnavailable)) throw error;
    const message = 'The payment page of this order could not be closed. Try again.';
    throw unavailable('gateway_unavailable', message, 2, error);
  }
};
