import Stripe from 'stripe';
import { nowMs } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import type { DisputeNotice, GatewayNotice, PaymentNotice, RefundNotice } from './port.ts';
import { callStripe, isMissing } from './call-stripe.ts';
import { stripeAccess, type StripeAccess } from './stripe-client.ts';
import { isReleased, refundStatusOf } from './stripe-refund.ts';
import { fromStripeAmount, methodOf } from './stripe-session.ts';
import { ownMember } from '../../platform/own-member.ts';

const TOLERANCE_SECONDS = 300;

/**
 * Verifies the signature of a notification on its raw bytes. Throws `StripeSignatureVerificationError` for a wrong, old
 * or malformed signature.
 */
export const verifiedStripeEvent = async (rawBody: Buffer, signature: string): Promise<Stripe.Event> => {
  try {
    return construct(rawBody, signature, await stripeAccess());
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
    // The notification may be signed with a secret that is newer than the cached one.
    return construct(rawBody, signature, await stripeAccess(REREAD_MS));
  }
};

/** Limits how often the secret is read again, because anyone can send invalid signatures. */
const REREAD_MS = 30_000;

const construct = (rawBody: Buffer, signature: string, { client, webhookSecrets }: StripeAccess): Stripe.Event => {
  const [newest = '', previous] = webhookSecrets;
  const verifyWith = (key: string): Stripe.Event => {
    try {
      return client.webhooks.constructEvent(rawBody, signature, key, TOLERANCE_SECONDS, undefined, nowMs());
    } catch (error) {
      if (error instanceof Stripe.errors.StripeSignatureVerificationError) throw error;
      // For an empty signature the SDK throws a different error.
      throw new Stripe.errors.StripeSignatureVerificationError(signature, rawBody, {
        type: 'invalid_request_error',
        message: error instanceof Error ? error.message : String(error),
      });
    }
  };
  try {
    return verifyWith(newest);
  } catch (error) {
    if (previous === undefined) throw error;
    return verifyWith(previous);
  }
};

type NoticeFacts = (
  | Pick<PaymentNotice, 'kind' | 'paymentReference' | 'amount' | 'currency' | 'reason' | 'method'>
  | Pick<RefundNotice, 'kind' | 'paymentReference' | 'amount' | 'currency' | 'refundId' | 'refundKey'>
  | Pick<DisputeNotice, 'kind' | 'paymentReference' | 'amount' | 'currency' | 'disputeId'>
) & {
  /** Metadata with the payment's order. Refunds and disputes do not have it, but their payment does. */
  metadata?: Record<string, string> | null;
};

/** Whether an order has recorded the capture of a payment. */
type IsCaptureRecorded = (order: { company: string; id: string }, paymentReference: string) => Promise<boolean>;

/**
 * Converts an event; undefined for an event without consequences: of another type, about a payment of no order, an
 * unapproved payment, a recorded capture, an inquiry, or the release of an authorization. Throws `GatewayUnavailable`
 * if the payment must be read and Stripe does not respond.
 */
export const noticeOf = async (
  event: Stripe.Event,
  isCaptureRecorded: IsCaptureRecorded,
): Promise<GatewayNotice | undefined> => {
  const facts = isHandled(event) ? await factsOf(event, isCaptureRecorded) : undefined;
  if (!facts) return undefined;
  const { metadata, amount, currency, ...rest } = facts;
  const link = metadata === undefined ? await metadataOf(facts.paymentReference) : metadata;
  const { company, order_id: orderId, session_id: sessionId } = link ?? {};
  if (!company || !orderId || !sessionId) return undefined;
  return {
    ...rest,
    gateway: 'stripe',
    noticeId: event.id,
    company,
    orderId,
    amount: fromStripeAmount(amount, currency),
    currency: currency.toUpperCase(),
    occurredAtMs: event.created * 1000,
  };
};

/**
 * The metadata of a refunded or disputed payment; undefined if there is no payment, if the refund released its
 * authorization, or if another account has the payment: sending the event again would not help.
 */
const metadataOf = async (paymentIntent: string): Promise<Record<string, string> | undefined> => {
  if (paymentIntent === '') return undefined;
  return callStripe(async (client) => {
    try {
      const intent = await client.paymentIntents.retrieve(paymentIntent);
      return isReleased(intent) ? undefined : intent.metadata;
    } catch (error) {
      if (!isMissing(error)) throw error;
      log.warn('Stripe reported a refund or dispute of a payment that the account does not have', { cause: error });
      return undefined;
    }
  });
};

const idOf = (reference: string | { id: string } | null | undefined): string =>
  typeof reference === 'string' ? reference : (reference?.id ?? '');

/** Event types that Stripe sends. The webhook endpoint is created for exactly these. */
export const HANDLED_EVENTS = [
  'checkout.session.completed',
  'checkout.session.expired',
  'payment_intent.amount_capturable_updated',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_reinstated',
] as const;

type HandledEvent = Extract<Stripe.Event, { type: (typeof HANDLED_EVENTS)[number] }>;

const isHandled = (event: Stripe.Event): event is HandledEvent => HANDLED_EVENTS.some((type) => type === event.type);

/** The cases must match the list above; the compiler reports a difference. */
const factsOf = (
  event: HandledEvent,
  isCaptureRecorded: IsCaptureRecorded,
): NoticeFacts | undefined | Promise<NoticeFacts | undefined> => {
  switch (event.type) {
    case 'checkout.session.completed':
      return sessionCompleted(event.data.object, isCaptureRecorded);
    case 'checkout.session.expired':
      return ofSession(event.data.object, 'cancelled', idOf(event.data.object.payment_intent));
    case 'payment_intent.amount_capturable_updated':
      return ofIntent(event.data.object, 'authorized', event.data.object.amount_capturable);
    case 'payment_intent.succeeded':
      return newlyPaid(event.data.object.id, event.data.object.metadata, isCaptureRecorded);
    case 'payment_intent.payment_failed':
      return attemptFailed(event.data.object, event.id);
    case 'payment_intent.canceled':
      return ofIntent(event.data.object, 'cancelled', event.data.object.amount);
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return ofRefund(event.data.object);
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_reinstated':
      return ofDispute(event.data.object);
    default:
      return event satisfies never;
  }
};

const ofSession = (
  session: Stripe.Checkout.Session,
  kind: PaymentNotice['kind'],
  paymentReference: string,
): NoticeFacts => ({
  kind,
  paymentReference,
  amount: session.amount_total ?? 0,
  currency: session.currency ?? '',
  metadata: session.metadata,
});

const sessionCompleted = (
  session: Stripe.Checkout.Session,
  isCaptureRecorded: IsCaptureRecorded,
): NoticeFacts | Promise<NoticeFacts | undefined> => {
  // A session with a total of zero has no payment, so the session's id is used.
  if (session.payment_status === 'no_payment_required') return ofSession(session, 'captured', session.id);
  return newlyPaid(idOf(session.payment_intent), session.metadata, isCaptureRecorded);
};

/**
 * The current state of a payment that Stripe reports as paid. It is not read if its capture is recorded, because every
 * card payment is reported twice more after its capture and Stripe limits the rate of reads. Payments of another system
 * that uses the same account are not read either.
 */
const newlyPaid = async (
  intentId: string,
  metadata: Record<string, string> | null,
  isCaptureRecorded: IsCaptureRecorded,
): Promise<NoticeFacts | undefined> => {
  const { company, order_id: id } = metadata ?? {};
  if (!company || !id || (await isCaptureRecorded({ company, id }, intentId))) return undefined;
  return currentIntent(intentId);
};

const ofIntent = (
  intent: Stripe.PaymentIntent,
  kind: PaymentNotice['kind'],
  amount: number,
): Extract<NoticeFacts, { kind: PaymentNotice['kind'] }> => ({
  kind,
  paymentReference: intent.id,
  amount,
  currency: intent.currency,
  metadata: intent.metadata,
});

/**
 * The current state of a payment with its method. A session can be complete before its payment is approved; such a
 * payment is not reported yet.
 */
const currentIntent = (id: string): Promise<NoticeFacts | undefined> =>
  callStripe(async (client) => {
    const intent = await client.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
    switch (intent.status) {
      case 'requires_capture':
        return { ...ofIntent(intent, 'authorized', intent.amount_capturable), ...methodOf(intent) };
      case 'succeeded':
        return { ...ofIntent(intent, 'captured', intent.amount_received), ...methodOf(intent) };
      case 'canceled':
        return ofIntent(intent, 'cancelled', intent.amount);
      default:
        return undefined;
    }
  });

/**
 * Several attempts share one payment intent, so an attempt is identified by its charge, or by its event if it failed
 * before Stripe created a charge. `latest_charge` is then the charge of an earlier attempt.
 */
const attemptFailed = (intent: Stripe.PaymentIntent, eventId: string): NoticeFacts => ({
  ...ofIntent(intent, 'failed', intent.amount),
  paymentReference: intent.last_payment_error?.charge ?? eventId,
  reason: intent.last_payment_error?.message ?? 'The payment failed.',
});

/** Each refund is reported separately, including a refund that fails after it was reported as made. */
const ofRefund = (refund: Stripe.Refund): NoticeFacts => ({
  kind: refundStatusOf(refund) === 'failed' ? 'refund_failed' : 'refunded',
  refundId: refund.id,
  refundKey: refund.metadata?.['refund_key'] ?? null,
  paymentReference: idOf(refund.payment_intent),
  amount: refund.amount,
  currency: refund.currency,
});

/**
 * States of disputes. An inquiry (`warning_…`) is not listed, because no money is withdrawn; a prevented dispute
 * returns the money.
 */
export const DISPUTE_STATES: Record<string, 'open' | 'won' | 'lost'> = {
  needs_response: 'open',
  under_review: 'open',
  won: 'won',
  prevented: 'won',
  lost: 'lost',
};

const DISPUTE_KINDS = { open: 'dispute_opened', won: 'dispute_won', lost: 'dispute_lost' } as const;

const ofDispute = (dispute: Stripe.Dispute): NoticeFacts | undefined => {
  const status = ownMember(DISPUTE_STATES, dispute.status);
  return (
    status && {
      kind: DISPUTE_KINDS[status],
      disputeId: dispute.id,
      paymentReference: idOf(dispute.payment_intent),
      amount: dispute.amount,
      currency: dispute.currency,
    }
  );
};
