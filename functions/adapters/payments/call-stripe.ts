import Stripe from 'stripe';
import { GatewayUnavailable } from './port.ts';
import { stripeAccess } from './stripe-client.ts';

/** Calls Stripe. Throws `GatewayUnavailable` for every error except a refused request. */
export const callStripe = async <T>(call: (client: Stripe) => Promise<T>): Promise<T> => {
  try {
    const { client } = await stripeAccess();
    return await call(client);
  } catch (error) {
    if (isRefusal(error) || error instanceof GatewayUnavailable) throw error;
    throw new GatewayUnavailable('Stripe did not answer', error);
  }
};

/** Whether Stripe refused the request. */
export const isRefusal = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Stripe.errors.StripeInvalidRequestError ||
  error instanceof Stripe.errors.StripeCardError ||
  error instanceof Stripe.errors.StripeIdempotencyError;

/** Whether the account does not have the requested object, for example because it belongs to another account. */
export const isMissing = (error: unknown): boolean => isRefusal(error) && error.code === 'resource_missing';
