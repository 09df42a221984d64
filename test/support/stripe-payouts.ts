import { groupOf, textOf, type FormValue } from './stripe-form.ts';
import { found, list } from './stripe-refusal.ts';

type Form = Record<string, FormValue>;

/** Whatever moved money at Stripe. */
interface Source {
  id: string;
  object: string;
  currency: string;
}

interface Transaction {
  id: string;
  object: 'balance_transaction';
  amount: number;
  fee: number;
  net: number;
  currency: string;
  type: string;
  description: string | null;
  source: Source | string | null;
  payout: string;
}

interface Payout extends Source {
  object: 'payout';
  amount: number;
  arrival_date: number;
  automatic: boolean;
  status: string;
}

/** Payouts of Stripe, and the transactions that each pays out. */
export class StripePayouts {
  readonly payouts = new Map<string, Payout>();
  readonly transactions: Transaction[] = [];
  #count = 0;

  /** Undefined for what it does not know. */
  act(route: string, id: string, form: Form): object | undefined {
    switch (route) {
      case 'GET payouts':
        return this.#listed(form);
      case 'GET payouts :id':
        return found(this.payouts, id);
      case 'GET balance_transactions':
        return list(this.transactions.filter(({ payout }) => payout === textOf(form['payout'])));
      default:
        return undefined;
    }
  }

  /** Pays out transactions, each with its fee; the list has the payout itself, as Stripe's does. */
  payOut(
    atSeconds: number,
    parts: readonly { source: Source | null; amount: number; fee?: number; type: string; description?: string }[],
    given: Partial<Payout> = {},
  ): Payout {
    const id = `po_local${++this.#count}`;
    const net = parts.reduce((sum, { amount, fee = 0 }) => sum + amount - fee, 0);
    const payout: Payout = {
      id,
      object: 'payout',
      amount: net,
      currency: 'dkk',
      arrival_date: atSeconds,
      automatic: true,
      status: 'paid',
      ...given,
    };
    this.payouts.set(id, payout);
    for (const part of [{ source: payout, amount: -net, type: 'payout' }, ...parts]) {
      const { fee = 0, description = null, ...own } = part as (typeof parts)[number];
      this.transactions.push({
        ...own,
        id: `txn_local${this.transactions.length + 1}`,
        object: 'balance_transaction',
        currency: payout.currency,
        description,
        fee,
        net: own.amount - fee,
        payout: id,
      });
    }
    return payout;
  }

  #listed(form: Form): object {
    const { gte, lt } = groupOf(form['arrival_date']);
    const within = [...this.payouts.values()]
      .toReversed()
      .filter(({ arrival_date: at }) => at >= Number(textOf(gte)) && at < Number(textOf(lt)));
    return list(within.toSorted((a, b) => b.arrival_date - a.arrival_date));
  }
}
