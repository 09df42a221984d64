import Stripe from 'stripe';
import type { RefundPayment, RefundResult } from './port.ts';
import { fromStripeAmount, isChargeable, toStripeAmount } from './stripe-session.ts';

/**
 * Refunds money at Stripe. A full refund of an authorization that was not captured releases it instead, which costs no
 * fee. Stripe forgets idempotency keys after about a day; later repeats are recognized by the refund key in the
 * metadata.
 */
export const stripeRefund = async (client: Stripe, input: RefundPayment): Promise<RefundResult> => {
  const { paymentReference: payment_intent, refundKey, currency } = input;
  if (!isChargeable(input.amount, currency)) {
    return { status: 'declined', reason: `Cards are refunded in steps of 10 smallest units of ${currency}.` };
  }
  try {
    const earlier = await refundOf(client, payment_intent, refundKey);
    if (earlier) return resultOf(earlier, currency);
    const intent = await client.paymentIntents.retrieve(payment_intent);
    if (await releaseOrCapture(client, intent, input)) return { status: 'refunded', amount: input.amount };
    const refund = await client.refunds.create(
      { payment_intent, amount: toStripeAmount(input.amount, currency), metadata: { refund_key: refundKey } },
      { idempotencyKey: refundKey },
    );
    return resultOf(refund, currency);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError || error instanceof Stripe.errors.StripeCardError) {
      return { status: 'declined', reason: error.message };
    }
    throw error;
  }
};

/** The refund of a payment that was made with this key, if any. A payment may have hundreds of refunds. */
const refundOf = async (
  client: Stripe,
  payment_intent: string,
  refundKey: string,
): Promise<Stripe.Refund | undefined> => {
  for await (const refund of client.refunds.list({ payment_intent, limit: 100 })) {
    if (refund.metadata?.['refund_key'] === refundKey) return refund;
  }
  return undefined;
};

/**
 * Releases an authorization for a full refund, and returns whether it is released now or was before. For a partial
 * refund, captures the full amount, so that a repeat finds a payment to refund instead of a payment with a reduced
 * amount.
 */
const releaseOrCapture = async (
  client: Stripe,
  intent: Stripe.PaymentIntent,
  input: RefundPayment,
): Promise<boolean> => {
  if (isReleased(intent)) return true;
  if (intent.status !== 'requires_capture') return false;
  if (toStripeAmount(input.amount, input.currency) < intent.amount) {
    await client.paymentIntents.capture(intent.id, {}, { idempotencyKey: `${input.refundKey}:capture` });
    return false;
  }
  await client.paymentIntents.cancel(intent.id, {}, { idempotencyKey: `${input.refundKey}:cancel` });
  return true;
};

/** A requested refund counts as made until it fails. */
export const refundStatusOf = ({ status }: Stripe.Refund): 'refunded' | 'failed' =>
  status === 'failed' || status === 'canceled' ? 'failed' : 'refunded';

/**
 * Whether a payment ended before its capture. Stripe records the release of its authorization as a refund, although no
 * money was captured.
 */
export const isReleased = ({ status }: Pick<Stripe.PaymentIntent, 'status'>): boolean => status === 'canceled';

const resultOf = (refund: Stripe.Refund, currency: string): RefundResult => {
  if (refundStatusOf(refund) === 'failed') {
    return { status: 'declined', reason: refund.failure_reason ?? 'The refund failed at the gateway.' };
  }
  return { status: 'refunded', amount: fromStripeAmount(refund.amount, currency) };
};
