import type Stripe from 'stripe';
import { groupOf, textOf, type FormValue } from './stripe-form.ts';
import { stripePayout } from './stripe-objects.ts';
import { stripeObject, stripeList } from './stripe-refusal.ts';

type Form = Record<string, FormValue>;

type Source = Stripe.BalanceTransactionSource;
type Transaction = Stripe.BalanceTransaction;
type Payout = Stripe.Payout;

/** A transaction that is paid out. Without a source, it is a Stripe fee. */
interface Part {
  source: Source | null;
  amount: number;
  fee?: number;
  type: Transaction['type'];
  description?: string;
}

/** Stripe payouts, with their transactions. */
export class StripePayouts {
  readonly payouts = new Map<string, Payout>();
  /** Transactions by payout. */
  readonly transactions = new Map<string, Transaction[]>();
  #count = 0;

  /** Executes a call; undefined for an unknown one. */
  act(route: string, id: string, form: Form): object | undefined {
    switch (route) {
      case 'GET payouts':
        return this.#listed(form);
      case 'GET payouts :id':
        return stripeObject(this.payouts, id);
      case 'GET balance_transactions':
        return stripeList(this.transactions.get(textOf(form['payout'])) ?? []);
      default:
        return undefined;
    }
  }

  /** Pays out transactions, each with its fee. As at Stripe, the list of transactions includes the payout itself. */
  payOut(atSeconds: number, parts: readonly Part[], given: Partial<Payout> = {}): Payout {
    const id = `po_local${++this.#count}`;
    const net = parts.reduce((sum, { amount, fee = 0 }) => sum + amount - fee, 0);
    const payout = stripePayout({ id, amount: net, currency: 'dkk', arrival_date: atSeconds, ...given });
    this.payouts.set(id, payout);
    const all: readonly Part[] = [{ source: payout, amount: -net, type: 'payout' }, ...parts];
    this.transactions.set(
      id,
      all.map((part) => transaction(`txn_local${++this.#count}`, payout, part)),
    );
    return payout;
  }

  #listed(form: Form): object {
    const { gte, lt } = groupOf(form['arrival_date']);
    const within = [...this.payouts.values()]
      .toReversed()
      .filter(({ arrival_date: at }) => at >= Number(textOf(gte)) && at < Number(textOf(lt)));
    return stripeList(within.toSorted((a, b) => b.arrival_date - a.arrival_date));
  }
}

const transaction = (
  id: string,
  { currency, arrival_date: created }: Payout,
  { source, amount, fee = 0, type, description = null }: Omit<Part, 'description'> & { description?: string | null },
): Transaction => ({
  id,
  object: 'balance_transaction',
  amount,
  available_on: created,
  balance_type: 'payments',
  created,
  currency,
  description,
  exchange_rate: null,
  fee,
  fee_details: fee === 0 ? [] : [{ amount: fee, application: null, currency, description: null, type: 'stripe_fee' }],
  net: amount - fee,
  reporting_category: type === 'payment' ? 'charge' : type,
  source,
  status: 'available',
  type,
});
