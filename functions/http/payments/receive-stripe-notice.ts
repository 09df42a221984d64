import Stripe from 'stripe';
import { stripeIsConfigured } from '../../adapters/payments/gateways.ts';
import type { GatewayNotice } from '../../adapters/payments/port.ts';
import { readStripeNotice } from '../../adapters/payments/stripe-notices.ts';
import { applyNotice } from '../../domain/payments/apply-notice.ts';
import { ApiError, notFound } from '../../platform/errors.ts';
import { publicEndpoint } from '../endpoint.ts';
import { acknowledge } from './acknowledge.ts';
import { receiveStripeNotice } from './routes.ts';

export const handler = publicEndpoint(receiveStripeNotice, async ({ rawBody, headers }) => {
  if (!stripeIsConfigured()) throw notFound();
  const notice = await verified(rawBody, headers['stripe-signature'] ?? '');
  return acknowledge(async () => {
    if (notice) await applyNotice(notice);
  });
});

const verified = async (rawBody: Buffer, signature: string): Promise<GatewayNotice | undefined> => {
  try {
    return await readStripeNotice(rawBody, signature);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
    throw new ApiError(400, 'invalid_signature', 'The signature does not fit the notification, or is too old.');
  }
};
