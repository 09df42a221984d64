import Stripe from 'stripe';
import { isStripeConfigured } from '../../adapters/payments/gateway-names.ts';
import { noticeOf, verifiedStripeEvent } from '../../adapters/payments/stripe-notices.ts';
import { isCaptureRecorded } from '../../domain/payments/notices/is-capture-recorded.ts';
import { processNotice } from '../../domain/payments/notices/process-notice.ts';
import { ApiError, notFound } from '../../platform/errors.ts';
import { publicEndpoint } from '../../pipeline/public-endpoint.ts';
import { acknowledge } from './acknowledge.ts';
import { receiveStripeNotice } from './routes.ts';

export const handler = publicEndpoint(receiveStripeNotice, async ({ rawBody, headers }) => {
  if (!isStripeConfigured()) throw notFound();
  const event = await verifyEvent(rawBody, headers['stripe-signature'] ?? '');
  return acknowledge(async () => {
    const notice = await noticeOf(event, isCaptureRecorded);
    if (notice) await processNotice(notice);
  });
});

const verifyEvent = async (rawBody: Buffer, signature: string): Promise<Stripe.Event> => {
  try {
    return await verifiedStripeEvent(rawBody, signature);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
    throw new ApiError(400, 'invalid_signature', 'The signature does not fit the notification, or is too old.');
  }
};
