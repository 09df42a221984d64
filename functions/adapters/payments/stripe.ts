import Stripe from 'stripe';
import { nowMs } from '../../platform/clock.ts';
import { conflict } from '../../platform/errors.ts';
import {
  GatewayUnavailable,
  UNKNOWN_PAYMENT,
  type CapturePayment,
  type CaptureResult,
  type CloseSession,
  type OpenedSession,
  type OpenSession,
  type PaymentGateway,
  type LandedPayment,
  type PaymentState,
  type SessionState,
} from './port.ts';
import { callStripe, isMissing, isRefusal } from './call-stripe.ts';
import { isReleased, refundStatusOf, stripeRefund } from './stripe-refund.ts';
import { DISPUTE_STATES } from './stripe-notices.ts';
import {
  fromStripeAmount,
  isChargeable,
  landedAtMs,
  methodOf,
  methodsAtStripe,
  sessionParams,
  toStripeAmount,
} from './stripe-session.ts';
import { ownMember } from '../../platform/own-member.ts';

type Session = Stripe.Checkout.Session;

const openedSession = (session: Session): OpenedSession => {
  if (!session.url) throw new GatewayUnavailable('Stripe returned a session without a payment page');
  return { url: session.url, gatewaySessionId: session.id, expiresAtMs: session.expires_at * 1000 };
};

const openSession = async (input: OpenSession): Promise<OpenedSession> => {
  const { currency } = input.amounts;
  if (!isChargeable(input.due, currency)) {
    const message = `Cards are charged in steps of 10 smallest units of ${currency}: this total cannot be paid by card.`;
    throw conflict('order_not_payable', message);
  }
  if (methodsAtStripe(input.methods).length === 0) {
    throw conflict('order_not_payable', 'Stripe has none of the payment methods of this company.');
  }
  try {
    return await callStripe((client) => openUnder(client, input, input.sessionId));
  } catch (error) {
    throw openingError(error);
  }
};

const openUnder = async (client: Stripe, input: OpenSession, idempotencyKey: string): Promise<OpenedSession> => {
  try {
    return openedSession(await client.checkout.sessions.create(sessionParams(input), { idempotencyKey }));
  } catch (error) {
    if (!isKeyReused(error)) throw error;
    // An earlier call opened the session with other parameters and its response was lost, so the session is searched
    // for.
    const session = await findSession(client, input.sessionId);
    if (session && session.status !== 'expired') return openedSession(session);
    // The session has ended or was not found. Concurrent repeats derive the same next key, so they open only one new
    // session.
    const next = `${input.sessionId}:${session?.id ?? 'again'}`;
    if (next === idempotencyKey) throw new GatewayUnavailable('Stripe holds a session that cannot be found', error);
    return openUnder(client, input, next);
  }
};

/**
 * Whether Stripe knows the key with other parameters, such as another expiry. A 409 means that the first request is
 * still running.
 */
const isKeyReused = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeIdempotencyError && error.statusCode !== 409;

/** Errors for totals that Stripe never accepts, so a retry would not help. */
const REFUSED_TOTALS = new Set<string | undefined>(['amount_too_small', 'amount_too_large']);

/** Any other refusal to open a session is a fault of the service. The buyer gets the same error as during an outage. */
const openingError = (error: unknown): unknown => {
  if (!isRefusal(error)) return error;
  if (!REFUSED_TOTALS.has(error.code)) return new GatewayUnavailable('Stripe refused to open a session', error);
  return conflict('order_not_payable', `This total cannot be paid by card: ${error.message}`);
};

const SESSION_LIFE_SECONDS = 24 * 3600;
const SEARCHED_SESSIONS = 2000;

const findSession = async (client: Stripe, sessionId: string): Promise<Session | undefined> => {
  const since = Math.floor(nowMs() / 1000) - SESSION_LIFE_SECONDS;
  let searchedCount = 0;
  for await (const session of client.checkout.sessions.list({ created: { gte: since }, limit: 100 })) {
    if (session.client_reference_id === sessionId) return session;
    if (++searchedCount >= SEARCHED_SESSIONS) return undefined;
  }
  return undefined;
};

/** Expands a session with its payment and charge. The charge contains the payment method. */
const EXPANDED = { expand: ['payment_intent.latest_charge'] };

const closeSession = ({ sessionId, gatewaySessionId }: CloseSession): Promise<SessionState> =>
  callStripe(async (client) => {
    const id = gatewaySessionId ?? (await findSession(client, sessionId))?.id;
    if (id === undefined) return { state: 'unknown' };
    try {
      return closedState(await client.checkout.sessions.expire(id, EXPANDED));
    } catch (error) {
      // Stripe expires only open sessions. For any other session, the current state is returned.
      if (!isRefusal(error)) throw error;
      const session = await retrieveSession(client, id);
      return session ? closedState(session) : { state: 'unknown' };
    }
  });

/** Undefined for a session that the account does not have, for example because it was opened in another account. */
const retrieveSession = async (client: Stripe, id: string): Promise<Session | undefined> => {
  try {
    return await client.checkout.sessions.retrieve(id, EXPANDED);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
};

const closedState = (session: Session): SessionState => {
  const state = stateOf(session);
  if (state.state === 'paid') return state;
  if (state.state === 'closed') return { state: 'closed' };
  throw new GatewayUnavailable(`Stripe did not close the session; its status is ${session.status ?? 'unknown'}`);
};

const readSession = ({ sessionId, gatewaySessionId }: CloseSession): Promise<SessionState> =>
  callStripe(async (client) => {
    const id = gatewaySessionId ?? (await findSession(client, sessionId))?.id;
    if (id === undefined) return { state: 'unknown' };
    const session = await retrieveSession(client, id);
    return session ? stateOf(session) : { state: 'unknown' };
  });

/** The state of a session, with its payment. */
const stateOf = (session: Session): SessionState => {
  if (session.status === 'expired') return { state: 'closed' };
  if (session.status !== 'complete') return { state: 'open' };
  const currency = (session.currency ?? '').toUpperCase();
  const occurredAtMs = session.created * 1000;
  if (session.payment_status === 'no_payment_required') {
    return {
      state: 'paid',
      payment: { status: 'captured', paymentReference: session.id, amount: 0, currency, occurredAtMs },
    };
  }
  const intent = session.payment_intent;
  if (intent === null || typeof intent === 'string')
    throw new GatewayUnavailable('Stripe omitted the payment of a session');
  // The buyer has finished, but the payment method has not responded yet.
  if (intent.status === 'processing') return { state: 'open' };
  const status = ownMember(STATES, intent.status);
  // The payment was declined after the page was completed, so no further attempt is possible.
  if (status === 'failed') return { state: 'closed' };
  if (status === undefined || status === 'unknown') {
    throw new GatewayUnavailable(`Stripe reports a complete session whose payment is ${intent.status}`);
  }
  const amount = { authorized: intent.amount_capturable, captured: intent.amount_received, cancelled: intent.amount };
  const payment: LandedPayment = {
    status,
    paymentReference: intent.id,
    amount: fromStripeAmount(amount[status], currency),
    currency,
    occurredAtMs: landedAtMs(intent),
    ...methodOf(intent),
  };
  return { state: 'paid', payment };
};

const capture = (input: CapturePayment): Promise<CaptureResult> =>
  callStripe(async (client) => {
    const { paymentReference, amount, currency, captureKey } = input;
    try {
      const intent = await client.paymentIntents.capture(
        paymentReference,
        { amount_to_capture: toStripeAmount(amount, currency), expand: ['latest_charge'] },
        { idempotencyKey: captureKey },
      );
      // The payment is `processing` while a capture is in progress. Nothing is received until it succeeds.
      if (intent.status !== 'succeeded') return { status: 'pending', amount };
      return { status: 'captured', amount: fromStripeAmount(intent.amount_received, currency), ...methodOf(intent) };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (error instanceof Stripe.errors.StripeIdempotencyError) {
        throw new GatewayUnavailable('Stripe still answers another request to capture', error);
      }
      return refusedCapture(client, input, error.message);
    }
  });

/**
 * Handles a refused capture. Unless another process has captured the money, releases the authorization, so that it
 * does not block the buyer's money.
 */
const refusedCapture = async (
  client: Stripe,
  { paymentReference, captureKey }: CapturePayment,
  reason: string,
): Promise<CaptureResult> => {
  const before = await readPayment(paymentReference);
  // A capture may be in progress, or another account may have the payment, which then still blocks the buyer's money.
  if (before.status === 'unknown') throw new GatewayUnavailable(`Stripe has not ended a payment: ${reason}`);
  const after =
    before.status === 'authorized' ? await cancelAuthorization(client, paymentReference, captureKey) : before;
  const { method } = after;
  if (after.status === 'captured') return { status: 'captured', amount: after.captured, ...(method ? { method } : {}) };
  return { status: 'failed', reason, isHeld: after.status === 'authorized' };
};

const cancelAuthorization = async (
  client: Stripe,
  paymentReference: string,
  captureKey: string,
): Promise<PaymentState> => {
  try {
    await client.paymentIntents.cancel(paymentReference, {}, { idempotencyKey: `${captureKey}:cancel` });
  } catch (error) {
    // If Stripe refuses to cancel, the current state of the payment is returned.
    if (!isRefusal(error)) throw error;
  }
  return readPayment(paymentReference);
};

const STATES: Record<string, PaymentState['status']> = {
  requires_capture: 'authorized',
  succeeded: 'captured',
  canceled: 'cancelled',
  requires_payment_method: 'failed',
};

/** An order has fewer items than this, and each item can be refunded separately. */
const REFUNDS_MAX = 5000;

const readPayment = (paymentReference: string): Promise<PaymentState> =>
  callStripe(async (client) => {
    try {
      const [intent, refunds, { data: disputed }] = await Promise.all([
        client.paymentIntents.retrieve(paymentReference, { expand: ['latest_charge'] }),
        client.refunds.list({ payment_intent: paymentReference, limit: 100 }).autoPagingToArray({ limit: REFUNDS_MAX }),
        client.disputes.list({ payment_intent: paymentReference, limit: 100 }),
      ]);
      const { currency } = intent;
      const reported = (isReleased(intent) ? [] : refunds).map((refund) => ({
        refundId: refund.id,
        refundKey: refund.metadata?.['refund_key'] ?? null,
        amount: fromStripeAmount(refund.amount, currency),
        status: refundStatusOf(refund),
      }));
      const disputes = disputed.flatMap(disputeOf);
      return {
        ...methodOf(intent),
        status: ownMember(STATES, intent.status) ?? 'unknown',
        amount: fromStripeAmount(
          intent.status === 'requires_capture' ? intent.amount_capturable : intent.amount,
          currency,
        ),
        currency: currency.toUpperCase(),
        captured: fromStripeAmount(intent.amount_received, currency),
        refunded: reported.reduce((sum, { amount, status }) => sum + (status === 'refunded' ? amount : 0), 0),
        refunds: reported,
        disputes,
        lost: disputes.reduce((sum, { amount, status }) => sum + (status === 'lost' ? amount : 0), 0),
      };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return UNKNOWN_PAYMENT;
    }
  });

/** A dispute as a list with one entry. The list is empty for an inquiry, because an inquiry withdraws no money. */
const disputeOf = ({ id: disputeId, status: name, amount, currency }: Stripe.Dispute): PaymentState['disputes'] => {
  const status = ownMember(DISPUTE_STATES, name);
  return status ? [{ disputeId, status, amount: fromStripeAmount(amount, currency) }] : [];
};

/** Stripe: hosted Checkout, manual capture where it is supported, and refunds, all with idempotency keys. */
export const stripeGateway: PaymentGateway = {
  name: 'stripe',
  openSession,
  closeSession,
  readSession,
  capture,
  refund: (input) => callStripe((client) => stripeRefund(client, input)),
  readPayment,
};
