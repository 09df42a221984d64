import Stripe from 'stripe';
import { GatewayUnavailable } from './port.ts';
import { stripeAccess } from './stripe-client.ts';

/** Calls Stripe; anything but a refusal of the request itself counts as no response. */
export const callStripe = async <T>(question: (client: Stripe) => Promise<T>): Promise<T> => {
  try {
    const { client } = await stripeAccess();
    return await question(client);
  } catch (error) {
    if (isRefusal(error) || error instanceof GatewayUnavailable) throw error;
    throw new GatewayUnavailable('Stripe did not answer', error);
  }
};

/** Stripe declined the request. */
export const isRefusal = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Stripe.errors.StripeInvalidRequestError ||
  error instanceof Stripe.errors.StripeCardError ||
  error instanceof Stripe.errors.StripeIdempotencyError;
