import { chunksOf } from '../../../../platform/chunks.ts';
import type { Actor } from '../../../../platform/actor.ts';
import { nowMs } from '../../../../platform/clock.ts';
import { unavailable } from '../../../../platform/errors.ts';
import { itemChanges } from '../../../../platform/messages/item-changes.ts';
import { pause } from '../../../../storage/retry.ts';
import { TransactionRefused, transact, transactionGroups, type Write } from '../../../../storage/transactions.ts';
import type { OrderRow } from '../../../checkout/orders/rows.ts';
import type { ItemUse } from '../../../checkout/allocation/allocation.ts';
import { changeWrites, replaceItemWrite } from '../ledger/commit-change.ts';
import { applyChange, changeMarks, type Cause, type ItemChange } from '../ledger/ledger.ts';
import { refunds } from '../../../../platform/messages/refunds.ts';
import { itemHeld, liveHolds, reservedOf } from '../ledger/holds.ts';
import { codesOfOrder } from '../issuance/of-order.ts';
import { itemKey, type ItemRow } from '../rows.ts';
import { isUnspent } from '../rules.ts';
import { readSuccessors } from '../successors.ts';
import { changeToTarget, targetsOf, type ItemTarget } from './target.ts';

/** The issued items of an order in their current state, by sequence. */
export type ItemsBySequence = ReadonlyMap<number, ItemRow>;

/**
 * Reads all items of an order, or their successors. They are found by codes derived from the order, because an index
 * may lag.
 */
export const readItemsBySequence = async (order: OrderRow): Promise<Map<number, ItemRow>> => {
  const keys = codesOfOrder(order).map((code) => itemKey(order.company, code));
  const items = await readSuccessors(keys);
  return new Map(
    keys.flatMap((key, seq) => {
      const item = items.get(key.pk);
      return item ? [[seq, item] as const] : [];
    }),
  );
};

/**
 * State of each item, by sequence, for the allocation of a refund. A refund made at the gateway counts held value as
 * spent; our own refunds leave held value unchanged.
 */
export const itemUses = (items: ItemsBySequence, atMs: number, held: 'spent' | 'reserved'): Map<number, ItemUse> =>
  new Map([...items].map(([seq, item]) => [seq, useOf(item, atMs, held)]));

const useOf = (item: ItemRow, atMs: number, as: 'spent' | 'reserved'): ItemUse => {
  const heldMinor = reservedOf(item, atMs);
  const isHeld = liveHolds(item, atMs).length > 0;
  return {
    claimedMinor: item.claimedMinor + (as === 'spent' ? heldMinor : 0),
    withdrawnMinor: item.withdrawnMinor,
    repaidMinor: item.repaidMinor ?? 0,
    spent: !isUnspent(item) || (as === 'spent' && isHeld),
    gone: item.remainingPieces === 0,
    adjustedMinor: item.adjustedMinor ?? 0,
    heldMinor: as === 'reserved' ? heldMinor : 0,
    held: as === 'reserved' && isHeld,
  };
};

/** Throws 409 `item_held`, because the refund needs reserved value. */
export const throwHeld = (items: ItemsBySequence, atMs: number): never => {
  const held = [...items.values()].filter((item) => liveHolds(item, atMs).length > 0);
  throw itemHeld({ holds: held.flatMap(({ holds = [] }) => holds) }, atMs, refunds('order_value_held'));
};

/** The writes that move one item to its target state, and whether money was refunded for its spent value. */
export interface SettlementWrites {
  seq: number;
  /** Undefined if only marks change. */
  change?: ItemChange;
  writes: Write[];
  repays: boolean;
}

interface SettleOptions {
  cause: Cause;
  /**
   * Which unchanged items are also marked with the epoch: those of the refund that is being undone (`plan`), or all of
   * them.
   */
  stamp: 'plan' | 'all';
}

const stamps = (target: ItemTarget, stamp: SettleOptions['stamp']): boolean =>
  stamp === 'all' || (target.returning !== undefined && target.inPlan);

/** The change that one item needs to match the order; undefined if there is none. */
const writesFor = (
  seq: number,
  item: ItemRow,
  target: ItemTarget,
  { cause, stamp }: SettleOptions,
): SettlementWrites | undefined => {
  const needed = changeToTarget(item, target, stamps(target, stamp), cause.atMs);
  if (!needed) return undefined;
  if (needed.kind === 'marks') {
    return { seq, writes: [replaceItemWrite(item, changeMarks(item, needed.marks))], repays: false };
  }
  const after = applyChange(item, needed.change, cause);
  return { seq, change: needed.change, writes: changeWrites(item, after), repays: hasRepaid(after.item, target) };
};

/** Whether the running refund has marked spent value of an item as paid back. A repeated run finds the mark, too. */
const hasRepaid = (item: ItemRow, { refund }: ItemTarget): boolean => {
  const { taken } = item;
  if (taken === undefined || taken.refund !== refund) return false;
  return taken.repaidMinor > 0 || (taken.repaidWhole && !isOnlyAddedSpent(item));
};

/** Whether no more was claimed from a card than was added to it, so that the purchased value is unspent. */
const isOnlyAddedSpent = ({ claimedMinor, adjustedMinor = 0 }: ItemRow): boolean =>
  adjustedMinor > 0 && claimedMinor <= adjustedMinor;

/** All writes that make items match the order, to commit with the order if they fit. */
export const settlingWrites = (order: OrderRow, items: ItemsBySequence, options: SettleOptions): SettlementWrites[] => {
  const targets = targetsOf(order);
  return [...items].flatMap(([seq, item]) => {
    const target = targets[seq];
    return (target && writesFor(seq, item, target, options)) ?? [];
  });
};

/** The items whose spent value an earlier run of the refund has marked as paid back. */
const repaidIn = (order: OrderRow, items: ItemsBySequence): number[] => {
  const targets = targetsOf(order);
  return [...items].flatMap(([seq, item]) => {
    const target = targets[seq];
    return target && hasRepaid(item, target) ? [seq] : [];
  });
};

const ROUNDS = 40;
const CONCURRENT_TRANSACTIONS = 4;

/**
 * Makes the items of an order match its row: withdrawn, restored, frozen or released. Depends only on the current
 * state, so it may be interrupted, repeated and run concurrently. A run for an older state of the order does not change
 * items that a newer run has changed. Returns the items whose spent value was marked as paid back. Throws 503 when
 * other requests keep changing the items.
 */
export const settleItems = async (
  order: OrderRow,
  options: { by: Actor; requestId: string; stamp: SettleOptions['stamp'] },
): Promise<{ spent: number[] }> => {
  const spent = new Set<number>();
  for (let round = 1; round <= ROUNDS; round++) {
    const items = await readItemsBySequence(order);
    const cause: Cause = { by: options.by, requestId: options.requestId, atMs: nowMs() };
    for (const seq of repaidIn(order, items)) spent.add(seq);
    const needed = settlingWrites(order, items, { cause, stamp: options.stamp });
    if (needed.length === 0) return { spent: [...spent] };
    const groups = transactionGroups(needed, ({ writes }) => writes);
    let lost = false;
    for (const concurrent of chunksOf(groups, CONCURRENT_TRANSACTIONS)) {
      const outcomes = await Promise.all(concurrent.map(commitGroup));
      for (const { done, all } of outcomes) {
        for (const { seq, repays } of done) if (repays) spent.add(seq);
        lost ||= !all;
      }
    }
    if (!lost) return { spent: [...spent] };
    await pause(Math.min(round, 5));
  }
  throw unavailable('service_busy', itemChanges('order_items_busy'), 1);
};

/** Commits a group. Omits items that have changed since they were read; the caller reads them again. */
const commitGroup = async (
  group: readonly SettlementWrites[],
): Promise<{ done: readonly SettlementWrites[]; all: boolean }> => {
  let pending = group;
  while (pending.length > 0) {
    try {
      await transact(pending.flatMap(({ writes }) => writes));
      return { done: pending, all: pending.length === group.length };
    } catch (error) {
      if (!(error instanceof TransactionRefused)) throw error;
      const changedSince = new Set(error.failures.map(({ name }) => name));
      pending = pending.filter(
        ({ writes }) => !writes.some(({ name }) => name !== undefined && changedSince.has(name)),
      );
    }
  }
  return { done: [], all: false };
};
