import type Stripe from 'stripe';
import type { GatewayFact } from './port.ts';
import { DISPUTE_STATES } from './stripe-notices.ts';
import { isReleased, refundStatusOf } from './stripe-refund.ts';
import { fromStripeAmount } from './stripe-session.ts';
import { ownMember } from '../../platform/own-member.ts';

const PAGE = 100;

/**
 * Every payment that was captured or authorized, every refund and every dispute created at Stripe in a time range, a
 * hundred per request. Inquiries are not disputes and released authorizations are not refunds, because they move no
 * money.
 */
export const stripeFacts = async function* (client: Stripe, fromMs: number, toMs: number): AsyncGenerator<GatewayFact> {
  const created = { gte: Math.ceil(fromMs / 1000), lt: Math.ceil(toMs / 1000) };
  for await (const intent of client.paymentIntents.list({ created, limit: PAGE })) yield* paymentOf(intent);
  const expand = ['data.payment_intent'];
  for await (const refund of client.refunds.list({ created, limit: PAGE, expand })) {
    if (!isOfReleased(refund)) yield refundOf(refund);
  }
  for await (const dispute of client.disputes.list({ created, limit: PAGE, expand })) yield* disputeOf(dispute);
};

const isOfReleased = ({ payment_intent: intent }: Stripe.Refund): boolean =>
  intent !== null && typeof intent !== 'string' && isReleased(intent);

const paymentOf = (intent: Stripe.PaymentIntent): GatewayFact[] => {
  const { id, currency } = intent;
  const fact = { kind: 'payment', id, ...linkOf(intent) } as const;
  if (intent.status === 'succeeded')
    return [{ ...fact, ...money(intent.amount_received, currency), status: 'captured' }];
  if (intent.status === 'requires_capture')
    return [{ ...fact, ...money(intent.amount_capturable, currency), status: 'authorized' }];
  return [];
};

export const refundOf = (refund: Stripe.Refund): GatewayFact => {
  const key = refund.metadata?.['refund_key'];
  return {
    kind: 'refund',
    id: refund.id,
    ...(key ? { refundKey: key } : {}),
    ...linkOf(refund.payment_intent),
    ...money(refund.amount, refund.currency),
    status: refundStatusOf(refund),
  };
};

export const disputeOf = (dispute: Stripe.Dispute): GatewayFact[] => {
  const status = ownMember(DISPUTE_STATES, dispute.status);
  if (!status) return [];
  return [
    {
      kind: 'dispute',
      id: dispute.id,
      ...linkOf(dispute.payment_intent),
      ...money(dispute.amount, dispute.currency),
      status,
    },
  ];
};

const money = (amount: number, currency: string) => ({
  amount: fromStripeAmount(amount, currency),
  currency: currency.toUpperCase(),
});

/** The order of a payment. Refunds and disputes have no metadata, so the metadata of their payment is used. */
export const linkOf = (
  intent: string | Pick<Stripe.PaymentIntent, 'id' | 'metadata'> | null,
): Pick<GatewayFact, 'paymentReference' | 'order'> => {
  if (intent === null || typeof intent === 'string') return { paymentReference: intent ?? '' };
  const { company, order_id: id } = intent.metadata;
  return { paymentReference: intent.id, ...(company && id ? { order: { company, id } } : {}) };
};
