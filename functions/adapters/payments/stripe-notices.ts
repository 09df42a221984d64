import type Stripe from 'stripe';
import { nowMs } from '../../platform/clock.ts';
import type { GatewayNotice } from './port.ts';
import { stripeAccess } from './stripe-client.ts';
import { fromStripeAmount } from './stripe-session.ts';

const TOLERANCE_SECONDS = 300;

/**
 * Verifies a notification over its raw bytes and reads it; undefined when it is not about a payment of ours. Throws
 * Stripe's `StripeSignatureVerificationError` for a wrong or old signature.
 */
export const readStripeNotice = async (rawBody: Buffer, signature: string): Promise<GatewayNotice | undefined> => {
  const { client, webhookSecret } = await stripeAccess();
  const event = client.webhooks.constructEvent(
    rawBody,
    signature,
    webhookSecret,
    TOLERANCE_SECONDS,
    undefined,
    nowMs(),
  );
  return noticeOf(event);
};

type Told = Pick<GatewayNotice, 'kind' | 'paymentReference' | 'amount' | 'currency' | 'reason'> & {
  metadata: Record<string, string> | null;
};

/** Reads an event; undefined when it is of no interest here. */
export const noticeOf = (event: Stripe.Event): GatewayNotice | undefined => {
  const told = tell(event);
  const { company, order_id: orderId, session_id: sessionId } = told?.metadata ?? {};
  if (!told || !company || !orderId || !sessionId) return undefined;
  const { metadata: _metadata, amount, currency, ...rest } = told;
  return {
    ...rest,
    gateway: 'stripe',
    noticeId: event.id,
    company,
    orderId,
    sessionId,
    amount: fromStripeAmount(amount, currency),
    currency: currency.toUpperCase(),
    occurredAtMs: event.created * 1000,
  };
};

const idOf = (reference: string | { id: string } | null | undefined): string =>
  typeof reference === 'string' ? reference : (reference?.id ?? '');

const tell = (event: Stripe.Event): Told | undefined => {
  switch (event.type) {
    case 'checkout.session.completed':
      return sessionCompleted(event.data.object);
    case 'checkout.session.expired':
      return ofSession(event.data.object, 'cancelled', idOf(event.data.object.payment_intent));
    case 'payment_intent.amount_capturable_updated':
      return ofIntent(event.data.object, 'authorized', event.data.object.amount_capturable);
    case 'payment_intent.succeeded':
      return ofIntent(event.data.object, 'captured', event.data.object.amount_received);
    case 'payment_intent.payment_failed':
      return attemptFailed(event.data.object, event.id);
    case 'payment_intent.canceled':
      return ofIntent(event.data.object, 'cancelled', event.data.object.amount);
    case 'charge.refunded':
      return refunded(event.data.object);
    default:
      return undefined;
  }
};

const ofSession = (session: Stripe.Checkout.Session, kind: Told['kind'], paymentReference: string): Told => ({
  kind,
  paymentReference,
  amount: session.amount_total ?? 0,
  currency: session.currency ?? '',
  metadata: session.metadata,
});

const sessionCompleted = (session: Stripe.Checkout.Session): Told => {
  // A total of nothing takes no payment at all: the session itself stands for it.
  if (session.payment_status === 'no_payment_required') return ofSession(session, 'captured', session.id);
  const kind = session.payment_status === 'paid' ? 'captured' : 'authorized';
  return ofSession(session, kind, idOf(session.payment_intent));
};

const ofIntent = (intent: Stripe.PaymentIntent, kind: Told['kind'], amount: number): Told => ({
  kind,
  paymentReference: intent.id,
  amount,
  currency: intent.currency,
  metadata: intent.metadata,
});

/** Several attempts share one payment intent; each has its own charge. */
const attemptFailed = (intent: Stripe.PaymentIntent, eventId: string): Told => ({
  ...ofIntent(intent, 'failed', intent.amount),
  paymentReference: idOf(intent.latest_charge) || eventId,
  reason: intent.last_payment_error?.message ?? 'The payment failed.',
});

const refunded = (charge: Stripe.Charge): Told => ({
  kind: 'refunded',
  paymentReference: idOf(charge.payment_intent),
  amount: charge.amount_refunded,
  currency: charge.currency,
  metadata: charge.metadata,
});
