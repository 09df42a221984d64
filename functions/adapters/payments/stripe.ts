import Stripe from 'stripe';
import { nowMs } from '../../platform/clock.ts';
import { conflict } from '../../platform/errors.ts';
import {
  GatewayUnavailable,
  type CapturePayment,
  type CaptureResult,
  type ClosedSession,
  type CloseSession,
  type OpenedSession,
  type OpenSession,
  type PaymentGateway,
  type PaymentState,
} from './port.ts';
import { stripeAccess } from './stripe-client.ts';
import { stripeRefund } from './stripe-refund.ts';
import { fromStripeAmount, isChargeable, sessionParams, toStripeAmount } from './stripe-session.ts';

type Session = Stripe.Checkout.Session;

/** Asks Stripe; what is not a refusal of the request itself counts as no answer. */
export const askStripe = async <T>(question: (client: Stripe) => Promise<T>): Promise<T> => {
  try {
    const { client } = await stripeAccess();
    return await question(client);
  } catch (error) {
    if (isRefusal(error) || error instanceof GatewayUnavailable) throw error;
    throw new GatewayUnavailable('Stripe did not answer', error);
  }
};

/** Stripe understood the request and said no. */
export const isRefusal = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Stripe.errors.StripeInvalidRequestError ||
  error instanceof Stripe.errors.StripeCardError ||
  error instanceof Stripe.errors.StripeIdempotencyError;

const opened = (session: Session): OpenedSession => {
  if (!session.url) throw new GatewayUnavailable('Stripe returned a session that cannot be paid');
  return { url: session.url, gatewaySessionId: session.id, expiresAtMs: session.expires_at * 1000 };
};

const openSession = async (input: OpenSession): Promise<OpenedSession> => {
  const { total, currency } = input.amounts;
  if (!isChargeable(total, currency)) {
    const message = `Cards are charged in steps of 10 smallest units of ${currency}: this total cannot be paid by card.`;
    throw conflict('order_not_payable', message);
  }
  return askStripe(async (client) => {
    try {
      return opened(await client.checkout.sessions.create(sessionParams(input), { idempotencyKey: input.sessionId }));
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeIdempotencyError)) throw unanswered(error);
      // Opened before with another expiry, and the answer was lost: find it.
      const session = await findSession(client, input.sessionId);
      if (!session) throw new GatewayUnavailable('Stripe holds a session that cannot be found', error);
      return opened(session);
    }
  });
};

/** A session that cannot be opened is a fault of ours; to the buyer it is an outage. */
const unanswered = (error: unknown): unknown =>
  isRefusal(error) ? new GatewayUnavailable('Stripe refused to open a session', error) : error;

const SESSION_LIFE_SECONDS = 24 * 3600;
const SEARCHED_SESSIONS = 2000;

const findSession = async (client: Stripe, sessionId: string): Promise<Session | undefined> => {
  const since = Math.floor(nowMs() / 1000) - SESSION_LIFE_SECONDS;
  let seen = 0;
  for await (const session of client.checkout.sessions.list({ created: { gte: since }, limit: 100 })) {
    if (session.client_reference_id === sessionId) return session;
    if (++seen >= SEARCHED_SESSIONS) return undefined;
  }
  return undefined;
};

const closeSession = ({ sessionId, gatewaySessionId }: CloseSession): Promise<ClosedSession> =>
  askStripe(async (client) => {
    const id = gatewaySessionId ?? (await findSession(client, sessionId))?.id;
    if (id === undefined) return 'unknown';
    try {
      return verdict(await client.checkout.sessions.expire(id));
    } catch (error) {
      // Only an open session can be expired; the others say why not by their state.
      if (!isRefusal(error)) throw error;
      return verdict(await client.checkout.sessions.retrieve(id));
    }
  });

const verdict = (session: Session): ClosedSession => {
  if (session.status === 'complete') return 'paid';
  if (session.status === 'expired') return 'closed';
  throw new GatewayUnavailable(`Stripe keeps a session ${session.status ?? 'without a state'}`);
};

const capture = ({ paymentReference, amount, currency, captureKey }: CapturePayment): Promise<CaptureResult> =>
  askStripe(async (client) => {
    try {
      const intent = await client.paymentIntents.capture(
        paymentReference,
        { amount_to_capture: toStripeAmount(amount, currency) },
        { idempotencyKey: captureKey },
      );
      return { status: 'captured', amount: fromStripeAmount(intent.amount_received, currency) };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const state = await readPayment(paymentReference);
      if (state.status === 'captured') return { status: 'captured', amount: state.captured };
      return { status: 'failed', reason: error.message };
    }
  });

const STATES: Record<string, PaymentState['status']> = {
  requires_capture: 'authorized',
  succeeded: 'captured',
  canceled: 'cancelled',
  requires_payment_method: 'failed',
};

const readPayment = (paymentReference: string): Promise<PaymentState> =>
  askStripe(async (client) => {
    try {
      const intent = await client.paymentIntents.retrieve(paymentReference, { expand: ['latest_charge'] });
      const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
      return {
        status: STATES[intent.status] ?? 'unknown',
        captured: fromStripeAmount(intent.amount_received, intent.currency),
        refunded: fromStripeAmount(charge?.amount_refunded ?? 0, intent.currency),
      };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return { status: 'unknown', captured: 0, refunded: 0 };
    }
  });

/** Stripe: hosted Checkout that authorizes, capture by hand, refunds, all under idempotency keys. */
export const stripeGateway: PaymentGateway = {
  name: 'stripe',
  openSession,
  closeSession,
  capture,
  refund: (input) => askStripe((client) => stripeRefund(client, input)),
  readPayment,
};
