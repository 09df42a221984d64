import type Stripe from 'stripe';
import { callStripe, isRefusal } from './call-stripe.ts';
import type { GatewayFact } from './port.ts';
import { disputeOf, refundOf, linkOf } from './stripe-facts.ts';
import { fromStripeAmount } from './stripe-session.ts';

/** A payout from Stripe to the bank account, made or planned. Amounts are in the smallest unit of `currency`. */
export interface Payout {
  id: string;
  status: 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled';
  amount: number;
  /** ISO 4217 code, three uppercase letters. */
  currency: string;
  /** Day of arrival at the bank, `YYYY-MM-DD` (UTC). */
  day: string;
  /** Whether Stripe's schedule made the payout. Stripe lists transactions only for scheduled payouts. */
  isScheduled: boolean;
}

/** A transaction of a payout, in the smallest unit of the payout's currency. `net` is `amount` minus `fee`. */
export interface PayoutLine {
  id: string;
  kind: 'payment' | 'refund' | 'dispute' | 'other';
  amount: number;
  fee: number;
  net: number;
  /** Stripe's description, or the type of the transaction. */
  description: string;
  /** The payment, refund or dispute of the transaction, in the currency of the payment. */
  fact?: GatewayFact;
}

const PAGE = 100;

const payoutOf = ({ id, status, amount, currency, arrival_date: arrival, automatic }: Stripe.Payout): Payout => ({
  id,
  status: status as Payout['status'],
  amount: fromStripeAmount(amount, currency),
  currency: currency.toUpperCase(),
  day: new Date(arrival * 1000).toISOString().slice(0, 10),
  isScheduled: automatic,
});

/** Payouts that arrive in a time range, newest first; at most `maximum`. Throws `GatewayUnavailable`. */
export const stripePayouts = (fromMs: number, toMs: number, maximum: number): Promise<Payout[]> =>
  callStripe(async (client) => {
    const arrival_date = { gte: Math.ceil(fromMs / 1000), lt: Math.ceil(toMs / 1000) };
    const payouts: Payout[] = [];
    for await (const payout of client.payouts.list({ arrival_date, limit: Math.min(PAGE, maximum) })) {
      payouts.push(payoutOf(payout));
      if (payouts.length === maximum) break;
    }
    return payouts;
  });

/** One payout; undefined for an unknown id. Throws `GatewayUnavailable`. */
export const stripePayout = (id: string): Promise<Payout | undefined> =>
  callStripe(async (client) => {
    try {
      return payoutOf(await client.payouts.retrieve(id));
    } catch (error) {
      if (isRefusal(error) && error.statusCode === 404) return undefined;
      throw error;
    }
  });

/** The transactions of a scheduled payout; at most `maximum`. Throws `GatewayUnavailable`. */
export const stripePayoutLines = (payout: string, maximum: number): Promise<PayoutLine[]> =>
  callStripe(async (client) => {
    const lines: PayoutLine[] = [];
    const query = { payout, expand: ['data.source'], limit: Math.min(PAGE, maximum) };
    for await (const transaction of client.balanceTransactions.list(query)) {
      // Stripe lists the payout itself as a transaction, too.
      if (idOf(transaction.source) === payout) continue;
      lines.push(await lineOf(client, transaction));
      if (lines.length === maximum) break;
    }
    return lines;
  });

const idOf = (source: Stripe.BalanceTransaction['source']): string | undefined =>
  typeof source === 'string' ? source : source?.id;

const lineOf = async (client: Stripe, transaction: Stripe.BalanceTransaction): Promise<PayoutLine> => {
  const { id, amount, fee, net, currency, type, description, source } = transaction;
  const fact = source === null || typeof source === 'string' ? undefined : await factOf(client, source);
  return {
    id,
    kind: fact?.kind ?? 'other',
    amount: fromStripeAmount(amount, currency),
    fee: fromStripeAmount(fee, currency),
    net: fromStripeAmount(net, currency),
    description: description ?? type,
    ...(fact ? { fact } : {}),
  };
};

const factOf = async (client: Stripe, source: Stripe.BalanceTransactionSource): Promise<GatewayFact | undefined> => {
  if (source.object === 'charge') return paymentOf(source);
  if (source.object === 'refund') return refundOf({ ...source, payment_intent: await intentOf(client, source) });
  if (source.object !== 'dispute') return undefined;
  const [fact] = disputeOf({ ...source, payment_intent: await intentOf(client, source) });
  return fact;
};

/** Refunds and disputes have no metadata, so their payment is read. */
const intentOf = async (
  client: Stripe,
  { payment_intent: intent }: Pick<Stripe.Refund, 'payment_intent'>,
): Promise<Stripe.PaymentIntent | null> =>
  typeof intent === 'string' ? client.paymentIntents.retrieve(intent) : intent;

/** The payment of a charge. The charge has the metadata of its payment. */
const paymentOf = ({ id, payment_intent: intent, metadata, amount_captured, currency }: Stripe.Charge): GatewayFact => {
  const reference = typeof intent === 'string' ? intent : (intent?.id ?? id);
  return {
    kind: 'payment',
    id: reference,
    ...linkOf({ id: reference, metadata }),
    amount: fromStripeAmount(amount_captured, currency),
    currency: currency.toUpperCase(),
    status: 'captured',
  };
};
