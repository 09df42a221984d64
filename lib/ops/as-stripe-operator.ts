import { OpsError } from './command.ts';

/** Turns Stripe errors that the operator can fix into `OpsError`: a key without permissions, an invalid URL. */
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
