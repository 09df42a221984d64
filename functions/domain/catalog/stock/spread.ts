import { chunksOf } from '../../../platform/chunks.ts';
import { membersAre } from '../../../storage/conditions.ts';
import { markSharded } from '../../../storage/mark-sharded.ts';
import { retryOnConflict } from '../../../storage/retry.ts';
import { rowUpdate } from '../../../storage/row-update.ts';
import { ConditionFailed, updateRow, type Condition } from '../../../storage/table.ts';
import { transact, type Write } from '../../../storage/transactions.ts';
import { unlessRefused } from '../../../storage/unless-refused.ts';
import { shareKey, stockKey, type CounterName, type SpreadState, type StockRow } from './rows.ts';
import { findRootCounter, readSpreadCounter, readWholeCounter, sharesFor, type SpreadCounter } from './shares.ts';

/** Units that a counter row gains, or loses when negative; `share` is undefined for the counter itself. */
export interface UnitMove {
  share: number | undefined;
  by: number;
  /** Closes or reopens the share; absent: unchanged. */
  shut?: boolean;
}

/** Further change to the counter in a transaction of moves, and its required state. */
interface CounterChange {
  putIn?: number;
  during?: SpreadState;
  /** Required `putIn` of the counter, so that the transaction fails if the total was set in the meantime. */
  since?: number;
}

/** Maximum number of rows in one transaction, in addition to the counter. */
export const MOVES_PER_TRANSACTION = 50;
const ROUNDS = 20;

/** Returns one update per row, which fails if the row has too few units. Creates missing shares. */
export const moveUnitsWrites = (
  company: string,
  counter: CounterName,
  moves: readonly UnitMove[],
  { putIn = 0, ...occasion }: CounterChange = {},
): Write[] => {
  const ofCounter = moves.filter(({ share }) => share === undefined).reduce((sum, { by }) => sum + by, 0);
  const ofShares = moves.flatMap(({ share, by, shut }): Write[] => {
    if (share === undefined || (by === 0 && shut === undefined)) return [];
    const state = shut === undefined ? {} : { isShut: shut || undefined };
    const names = { productId: counter.productId, optionId: counter.optionId };
    const set = { type: 'stock-share', v: 1, ...names, share, ...state };
    const add = { remaining: by, held: 0, sold: 0 };
    return [{ update: rowUpdate({ key: shareKey(company, counter, share), set, add, ...enough(by) }) }];
  });
  const key = stockKey(company, counter.productId, counter.optionId);
  const add = { remaining: ofCounter, ...(putIn === 0 ? {} : { putIn }) };
  return [...ofShares, { update: rowUpdate({ key, add, ...enough(ofCounter, occasion) }) }];
};

const enough = (by: number, { during, since }: Omit<CounterChange, 'putIn'> = {}): { if?: Condition } => {
  const conditions = [
    ...(by < 0 ? ['remaining >= :wanted'] : []),
    ...(during ? ['#spread = :during'] : []),
    ...(since === undefined ? [] : ['putIn = :since']),
  ];
  if (conditions.length === 0) return {};
  const values = {
    ...(by < 0 ? { ':wanted': -by } : {}),
    ...(during ? { ':during': during } : {}),
    ...(since === undefined ? {} : { ':since': since }),
  };
  return {
    if: { expression: conditions.join(' AND '), values, ...(during ? { names: { '#spread': 'spread' } } : {}) },
  };
};

/**
 * Divides moves into groups. The caller commits each group with the matching change to the counter, so that an
 * interruption neither creates nor loses units.
 */
const inGroups = (moves: readonly UnitMove[]): UnitMove[][] => chunksOf(moves, MOVES_PER_TRANSACTION);

const sumOf = (moves: readonly UnitMove[]): number => moves.reduce((sum, { by }) => sum + by, 0);

/**
 * Requires that no other process has set the total in the meantime. Rows of older releases have no `putIn` and are not
 * checked.
 */
const sincePutIn = (putIn: number | undefined): CounterChange => (putIn === undefined ? {} : { since: putIn });

/**
 * Plans moves from the current rows and commits them. Plans again if a sale has changed the rows, until nothing is left
 * to move.
 */
const moveAll = async (
  company: string,
  counter: CounterName,
  plan: (spread: SpreadCounter) => readonly ({ moves: UnitMove[] } & CounterChange)[],
  { read = readSpreadCounter, also = [] }: { read?: typeof readSpreadCounter; also?: readonly Write[] } = {},
): Promise<boolean> => {
  let moved = false;
  for (let round = 0; round < ROUNDS; round++) {
    const current = await read(company, counter);
    const steps = plan(current);
    if (steps.length === 0) return moved;
    let putIn = current.root?.putIn;
    for (const { moves, ...change } of steps) {
      const occasion = change.putIn === undefined ? change : { ...change, ...sincePutIn(putIn) };
      const writes = [...moveUnitsWrites(company, counter, moves, occasion), ...(moved ? [] : also)];
      if (!(await unlessRefused(transact(writes)))) continue;
      moved = true;
      putIn = putIn === undefined ? undefined : putIn + (change.putIn ?? 0);
    }
  }
  throw new Error(`Units of ${counter.optionId} change faster than they can be moved. Try again.`);
};

/** Distributes units evenly across shares, and so across their partitions. */
export const spreadEvenly = (units: number): UnitMove[] => {
  const shares = sharesFor(units);
  const upTo = (share: number): number => Math.floor((units * share) / shares);
  return Array.from({ length: shares }, (_, share) => ({ share, by: upTo(share + 1) - upTo(share), shut: false }));
};

const setState = async (root: StockRow, from: SpreadState | undefined, to: SpreadState): Promise<void> => {
  await updateRow(rowUpdate({ key: root, set: { spread: to }, if: membersAre({ spread: from }) }));
};

/** Retries from the current rows if another process that spreads or gathers the same counter has committed first. */
const retryArranging = (arrange: () => Promise<boolean>): Promise<boolean> =>
  retryOnConflict(arrange, (error) => error instanceof ConditionFailed, { attempts: ROUNDS });

/**
 * Spreads the remaining units of a counter over shares while sales continue. Continues an interrupted run. Returns
 * whether anything changed.
 */
export const openShares = (company: string, counter: CounterName): Promise<boolean> =>
  retryArranging(() => open(company, counter));

const open = async (company: string, counter: CounterName): Promise<boolean> => {
  const root = await findRootCounter(company, counter);
  if (!root || root.spread === 'open') return false;
  // Must happen before the first order uses a share, because the list entries of orders with shares are sharded, too.
  await markSharded(company);
  if (root.spread !== 'opening') await setState(root, root.spread, 'opening');
  await moveAll(company, counter, ({ root: now }) => {
    const units = now?.remaining ?? 0;
    // Stop if a concurrent process has begun to gather units, because it sets the total and requires that no share has
    // units.
    if (units <= 0 || now?.spread !== 'opening') return [];
    return inGroups(spreadEvenly(units)).map((moves) => ({
      moves: [...moves, { share: undefined, by: -sumOf(moves) }],
      during: 'opening',
    }));
  });
  await setState(root, 'opening', 'open');
  return true;
};

/**
 * Moves the remaining units of all shares to their counter and closes the shares. Orders still return units to their
 * shares; an order that needs such units moves them to the counter. Returns whether anything changed.
 */
export const closeShares = (company: string, counter: CounterName): Promise<boolean> =>
  retryArranging(() => close(company, counter));

const close = async (company: string, counter: CounterName): Promise<boolean> => {
  const root = await findRootCounter(company, counter);
  if (!root || root.spread === undefined || root.spread === 'closed') return false;
  if (root.spread !== 'closing') await setState(root, root.spread, 'closing');
  await moveAll(company, counter, ({ shares }) =>
    backToCounter(
      shares
        .filter(({ remaining, isShut }) => remaining > 0 || !isShut)
        .map(({ share, remaining: by }) => ({ share, by, shut: true })),
    ),
  );
  await setState(root, 'closing', 'closed');
  return true;
};

const backToCounter = (moves: readonly UnitMove[]): { moves: UnitMove[] }[] =>
  inGroups(moves).map((group) => ({
    moves: [...group.map((move) => ({ ...move, by: -move.by })), { share: undefined, by: sumOf(group) }],
  }));

/**
 * Sets the remaining units of a spread counter, in total with its shares. Sales continue in the meantime. `record`
 * returns writes for the first transaction; its argument is the previous number of units. Returns whether anything
 * changed.
 */
export const restockShares = async (
  company: string,
  counter: CounterName,
  remaining: number,
  record: (before: number) => readonly Write[] = () => [],
): Promise<boolean> => {
  const missingIn = (spread: SpreadCounter): number => remaining - sumOf(movesOf(spread));
  const current = await readWholeCounter(company, counter);
  const missing = missingIn(current);
  if (missing === 0) return false;
  const also = record(remaining - missing);
  if (missing < 0) {
    return moveAll(
      company,
      counter,
      (now) => inGroups(taken(movesOf(now), -missingIn(now))).map((moves) => ({ moves, putIn: sumOf(moves) })),
      { read: readWholeCounter, also },
    );
  }
  const isOpen = current.root?.spread === 'open' || current.root?.spread === 'opening';
  const moves = isOpen ? spreadEvenly(missing) : [{ share: undefined, by: missing }];
  let putIn = current.root?.putIn;
  for (const [at, group] of inGroups(moves).entries()) {
    const recorded = at === 0 ? also : [];
    const occasion = { putIn: sumOf(group), ...sincePutIn(putIn) };
    await transact([...moveUnitsWrites(company, counter, group, occasion), ...recorded]);
    putIn = putIn === undefined ? undefined : putIn + sumOf(group);
  }
  return true;
};

/** Remaining units of all rows of a counter. */
export const movesOf = ({ root, shares }: SpreadCounter): UnitMove[] => [
  { share: undefined, by: root?.remaining ?? 0 },
  ...shares.map(({ share, remaining: by }) => ({ share, by })),
];

/** Moves that remove units from as few rows as possible. */
export const taken = (rows: readonly UnitMove[], units: number): UnitMove[] => {
  let remainingUnits = units;
  return rows
    .toSorted((a, b) => b.by - a.by)
    .flatMap(({ share, by }): UnitMove[] => {
      const less = Math.max(0, Math.min(by, remainingUnits));
      remainingUnits -= less;
      return less > 0 ? [{ share, by: -less }] : [];
    });
};

/** Moves units of some shares to their counter. Skips a group of shares if one of them has fewer units by then. */
export const gatherUnits = async (
  company: string,
  counter: CounterName,
  parts: readonly { share: number | undefined; quantity: number }[],
): Promise<void> => {
  const inShares = parts.filter(({ share, quantity }) => share !== undefined && quantity > 0);
  for (const { moves } of backToCounter(inShares.map(({ share, quantity: by }) => ({ share, by })))) {
    await unlessRefused(transact(moveUnitsWrites(company, counter, moves)));
  }
};
