import { OpsError } from './command.ts';

/**
 * Turns every Stripe error into `OpsError`, for example for a key without permissions, an invalid URL or a lost
 * connection.
 */
export const asStripeOperator = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    const { GatewayUnavailable } = await import('../../functions/adapters/payments/port.ts');
    const { default: Stripe } = await import('stripe');
    const fault = error instanceof GatewayUnavailable ? error.cause : error;
    if (!(fault instanceof Stripe.errors.StripeError)) throw error;
    throw new OpsError(`Stripe rejected the request or did not respond (${fault.type}): ${fault.message}`);
  }
};
