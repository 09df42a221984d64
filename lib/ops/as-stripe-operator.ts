import { OpsError } from './command.ts';

/** Errors of Stripe that the operator can fix: a key without rights, an invalid address. */
export const asStripeOperator = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    const { GatewayUnavailable } = await import('../../functions/adapters/payments/port.ts');
    const { default: Stripe } = await import('stripe');
    const fault = error instanceof GatewayUnavailable ? error.cause : error;
    if (!(fault instanceof Stripe.errors.StripeError)) throw error;
    throw new OpsError(`Stripe refused or did not answer (${fault.type}): ${fault.message}`);
  }
};
