import { GatewayUnavailable } from '../../adapters/payments/port.ts';
import { unavailable } from '../../platform/errors.ts';
import { measure } from '../../platform/measures.ts';
import type { Reply } from '../../pipeline/request.ts';

/**
 * Acknowledges a notification once it has been processed. Throws 503 if the gateway does not respond to a call; the
 * gateway then sends the notification again.
 */
export const acknowledge = async (apply: () => Promise<void>, status: 200 | 204 = 204): Promise<Reply> => {
  measure({ GatewayNotices: [1] });
  try {
    await apply();
    return { status };
  } catch (error) {
    if (!(error instanceof GatewayUnavailable)) throw error;
    throw unavailable('gateway_unavailable', 'The gateway did not answer a call that this led to.', 5, error);
  }
};
