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
