import type { Write } from '../../storage/transactions.ts';
import { stockKey } from './rows.ts';

/** Units of one counter that an order takes. */
export interface Hold {
  productId: string;
  optionId: string;
  quantity: number;
}

/** Adds up holds on the same counter, because a transaction may touch a row once only. */
export const mergeHolds = (holds: readonly Hold[]): Hold[] => {
  const merged = new Map<string, Hold>();
  for (const hold of holds) {
    const name = holdName(hold);
    const known = merged.get(name);
    merged.set(name, known ? { ...known, quantity: known.quantity + hold.quantity } : hold);
  }
  return [...merged.values()];
};

/** Name of a hold's write in a transaction. */
export const holdName = (hold: Pick<Hold, 'productId' | 'optionId'>): string =>
  `stock:${hold.productId}:${hold.optionId}`;

const MOVES = {
  /** An unpaid order takes units; refused when there are too few. */
  take: { update: 'ADD remaining :minus, held :plus', condition: 'remaining >= :plus' },
  /** Payment turns held units into sold ones. */
  sell: { update: 'ADD held :minus, sold :plus', condition: 'held >= :plus' },
  /** Expiry gives held units back. */
  'give-back': { update: 'ADD held :minus, remaining :plus', condition: 'held >= :plus' },
  /** A cancelled payment gives sold units back. */
  'take-back': { update: 'ADD sold :minus, remaining :plus', condition: 'sold >= :plus' },
} as const;

export type StockMove = keyof typeof MOVES;

/**
 * Moves units between the columns of their counters. Their sum never changes, which the nightly integrity check and
 * every test of stock rely on.
 */
export const moveStock = (company: string, holds: readonly Hold[], move: StockMove): Write[] =>
  mergeHolds(holds).map((hold) => ({
    name: holdName(hold),
    update: {
      key: stockKey(company, hold.productId, hold.optionId),
      ...MOVES[move],
      values: { ':plus': hold.quantity, ':minus': -hold.quantity },
    },
  }));
