import type { Key } from '../../../storage/table.ts';
import type { Write } from '../../../storage/transactions.ts';
import { shareKey, stockKey, type CounterName } from './rows.ts';

/** Units of one counter that an order takes. */
export interface StockHold extends CounterName {
  quantity: number;
  /** The share of the counter that has the units; absent if the counter itself has them. */
  share?: number;
}

/** Whether lines use stock that is distributed across shares, as in an on-sale. */
export const hasSpreadStock = (lines: readonly { holds: readonly StockHold[] }[]): boolean =>
  lines.some(({ holds }) => holds.some(({ share }) => share !== undefined));

/** Sums holds on the same row of a counter, because a transaction may contain a row only once. */
export const mergeHolds = (holds: readonly StockHold[]): StockHold[] => {
  const merged = new Map<string, StockHold>();
  for (const hold of holds) {
    const name = holdName(hold);
    const known = merged.get(name);
    merged.set(name, known ? { ...known, quantity: known.quantity + hold.quantity } : hold);
  }
  return [...merged.values()];
};

/** Common name of a counter and its shares. */
export const counterName = ({ productId, optionId }: CounterName): string => `stock:${productId}:${optionId}`;

/** Name of a hold's write in a transaction. */
export const holdName = (hold: Omit<StockHold, 'quantity'>): string =>
  hold.share === undefined ? counterName(hold) : `${counterName(hold)}:${hold.share}`;

const keyOf = (company: string, hold: StockHold): Key =>
  hold.share === undefined ? stockKey(company, hold.productId, hold.optionId) : shareKey(company, hold, hold.share);

const MOVES = {
  /** An unpaid order reserves units. Fails if there are too few or the share is closed. */
  take: {
    update: 'ADD remaining :minus, held :plus',
    condition: 'remaining >= :plus AND attribute_not_exists(isShut)',
  },
  /** Payment turns held units into sold ones. */
  sell: { update: 'ADD held :minus, sold :plus', condition: 'held >= :plus' },
  /** Expiry returns held units. */
  release: { update: 'ADD held :minus, remaining :plus', condition: 'held >= :plus' },
  /** Undoing a sale before issue returns sold units. */
  unsell: { update: 'ADD sold :minus, remaining :plus', condition: 'sold >= :plus' },
} as const;

export type StockMove = keyof typeof MOVES;

/**
 * Moves units between the figures of their counters. The sum of the figures never changes, as the nightly integrity
 * check and every stock test verify.
 */
export const moveStockWrites = (company: string, holds: readonly StockHold[], move: StockMove): Write[] =>
  mergeHolds(holds).map((hold) => ({
    name: holdName(hold),
    update: {
      key: keyOf(company, hold),
      ...MOVES[move],
      values: { ':plus': hold.quantity, ':minus': -hold.quantity },
    },
  }));
