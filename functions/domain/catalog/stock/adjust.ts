import type { Key } from '../../../storage/table.ts';
import type { Write } from '../../../storage/transactions.ts';
import type { CounterName, StockFigures } from './rows.ts';
import { figuresOf, readWholeCounter, type SpreadCounter } from './shares.ts';
import {
  gatherUnits,
  MOVES_PER_TRANSACTION,
  movesOf,
  spreadEvenly,
  taken,
  moveUnitsWrites,
  type UnitMove,
} from './spread.ts';

/** The change to a counter's remaining units. */
export type Adjustment = { set: number } | { change: number };

/**
 * Writes that adjust a counter in one transaction, with the resulting figures; `short`: the counter has fewer units
 * than the change removes.
 */
type AdjustmentPlan = { writes: Write[]; after: StockFigures } | 'short';

/**
 * Plans a change to a counter's remaining units during sales. If units are in too many shares for one transaction,
 * moves them to the counter first. Commit the writes together with the idempotency record, so that they apply once.
 * They may fail because of a concurrent sale or change of the total; plan again in that case.
 */
export const planAdjustment = async (
  company: string,
  counter: CounterName,
  adjustment: Adjustment,
): Promise<AdjustmentPlan> => {
  const current = await readWholeCounter(company, counter);
  const { root } = current;
  if (!root) throw new Error(`There is no counter of ${counter.optionId}`);
  const before = figuresOf(current);
  if ('set' in adjustment && root.spread === undefined) {
    return { writes: [setRemainingWrite(root, adjustment.set)], after: { ...before, remaining: adjustment.set } };
  }
  const by = 'set' in adjustment ? adjustment.set - before.remaining : adjustment.change;
  if (before.remaining + by < 0) return 'short';
  const since = 'set' in adjustment && root.putIn !== undefined ? { since: root.putIn } : {};
  const moves = by < 0 ? await reachable(company, counter, { spread: current, units: -by }) : gainMoves(current, by);
  const isSpreading = moves.some(({ share, by: units }) => share !== undefined && units > 0);
  const occasion = { putIn: by, ...since, ...(isSpreading ? { during: 'open' as const } : {}) };
  return {
    writes: moveUnitsWrites(company, counter, moves, occasion),
    after: { ...before, remaining: before.remaining + by },
  };
};

/**
 * Sets the remaining units of a counter. Held and sold units remain counted. Fails if units have been moved to shares
 * in the meantime, because they would be counted twice.
 */
export const setRemainingWrite = ({ pk, sk }: Key, remaining: number): Write => ({
  update: {
    key: { pk, sk },
    update: 'SET #remaining = :remaining, putIn = :remaining, heldThen = held, soldThen = sold',
    condition: 'attribute_exists(pk) AND attribute_not_exists(#spread)',
    names: { '#remaining': 'remaining', '#spread': 'spread' },
    values: { ':remaining': remaining },
  },
});

/** Adds units to the shares of an on-sale if one transaction can contain them, otherwise to the counter. */
const gainMoves = ({ root }: SpreadCounter, units: number): UnitMove[] => {
  const evenly = root?.spread === 'open' ? spreadEvenly(units) : [];
  return evenly.length > 0 && evenly.length <= MOVES_PER_TRANSACTION ? evenly : [{ share: undefined, by: units }];
};

/**
 * Moves that remove units in one transaction. If the units are in too many shares, gathers them in the counter first.
 */
const reachable = async (
  company: string,
  counter: CounterName,
  { spread, units }: { spread: SpreadCounter; units: number },
): Promise<UnitMove[]> => {
  const moves = taken(movesOf(spread), units);
  if (moves.length <= MOVES_PER_TRANSACTION) return moves;
  await gatherUnits(
    company,
    counter,
    moves.map(({ share, by }) => ({ share, quantity: -by })),
  );
  return [{ share: undefined, by: -units }];
};
