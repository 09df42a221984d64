import { coverMinor, type ItemShare } from '../../../checkout/allocation/allocation.ts';
import { withPlan } from '../../../checkout/allocation/plans.ts';
import { partsOf } from '../../../checkout/orders/parts.ts';
import type { ItemPart } from '../../../checkout/allocation/allocation.ts';
import { allocationFrom, planFrom } from '../../../checkout/allocation/runs.ts';
import type { OrderRow } from '../../../checkout/orders/rows.ts';
import { AWAITING_PAYMENT, CANCELLED, USED, type ItemRow } from '../rows.ts';
import type { ItemChange, MarkChange } from '../ledger/ledger.ts';
import { freeOf, heldOf } from '../ledger/holds.ts';
import { isUnspent } from '../rules.ts';
import { spendsByAmount } from '../kinds.ts';

/** What an item of an order must be, by what the order's row says and nothing else. */
export interface ItemTarget {
  epoch: number;
  part: ItemPart;
  /** What all refunds stand for of it, the running one included; one that is being taken back not. */
  share: ItemShare;
  /** The running refund, under which what is taken is remembered. */
  refund?: string;
  /** A refused refund whose take is to be given back. */
  returning?: string;
  /** The refund that is running or being taken back is for this item, too. */
  inPlan: boolean;
  /** The open dispute that keeps it from being claimed. */
  frozenBy?: string;
  /** Its event was cancelled: nothing of it can be used, whatever was refunded. */
  isCancelled?: true;
}

/** A ticket of a cancelled event is withdrawn as one that was refunded whole. */
const shareOf = ({ minor, whole }: ItemShare = { minor: 0, whole: false }, isCancelled: boolean): ItemShare => ({
  minor,
  whole: whole || isCancelled,
});

/** The target of each item of an order, by sequence. */
export const targetsOf = (order: OrderRow): ItemTarget[] => {
  const { items } = partsOf(order);
  const allocated = allocationFrom(order.allocated, items.length);
  const { refund } = order;
  const plan = refund && planFrom(refund.plan);
  const standing = plan && refund?.state === 'running' ? withPlan(allocated, plan) : allocated;
  const planned = new Set(plan?.portions.flatMap((portion) => (portion.part === 'item' ? [portion.seq] : [])));
  const { dispute } = order.payment;
  const cancelled = order.lines.flatMap(({ itemCount, cancellation }) =>
    Array.from({ length: itemCount }, () => cancellation !== undefined),
  );
  return items.map((part) => ({
    epoch: order.epoch,
    part,
    share: shareOf(standing.items[part.seq], cancelled[part.seq] === true),
    ...(cancelled[part.seq] === true ? { isCancelled: true as const } : {}),
    ...(refund ? { [refund.state === 'running' ? 'refund' : 'returning']: refund.key } : {}),
    inPlan: planned.has(part.seq),
    ...(dispute?.status === 'open' ? { frozenBy: dispute.id } : {}),
  }));
};

/**
 * Price that was given back for an item and that nothing can be taken for: it is used whole or not at all, and its claim was
 * undone after the money had gone. Like the rest of an allocation, it stands for nothing. Smallest unit.
 */
export const uncoveredMinor = (item: ItemRow, { part, share }: ItemTarget): number => {
  if (part.divisible || share.whole || item.remainingPieces === 0 || part.valueMinor === 0) return 0;
  const gone = item.withdrawnMinor + repaidOf(item);
  return Math.max(0, share.minor - Math.floor((part.priceMinor * gone) / part.valueMinor));
};

/** What brings an item to its target: a change of its value with its entry, or marks alone. */
export type TargetChange = { kind: 'value'; change: ItemChange } | { kind: 'marks'; marks: MarkChange };

/**
 * The change that brings an item to its target; undefined when it stands there, or was brought to a newer one. It looks
 * at states alone, so it may run again from anywhere. `stamp`: an item that needs nothing is marked with the epoch too,
 * so that an overtaken run takes nothing of it any more.
 */
export const changeToTarget = (
  item: ItemRow,
  target: ItemTarget,
  stamp: boolean,
  nowMs: number,
): TargetChange | undefined => {
  if ((item.epoch ?? 0) >= target.epoch) return undefined;
  const marks: MarkChange = {
    epoch: target.epoch,
    ...(item.frozenBy === target.frozenBy ? {} : { frozenBy: target.frozenBy }),
  };
  const isReturned = item.taken !== undefined && item.taken.refund === target.returning;
  const change = taking(item, target, nowMs) ?? (isReturned ? givingBack(item, target) : undefined);
  const shortMinor = shortOf(item, target, change);
  if (shortMinor !== (item.shortMinor ?? 0)) marks.shortMinor = shortMinor || undefined;
  if (isReturned) marks.taken = undefined;
  if (change) return { kind: 'value', change: { ...change, marks: { ...change.marks, ...marks } } };
  return stamp || 'frozenBy' in marks || 'shortMinor' in marks ? { kind: 'marks', marks } : undefined;
};

const repaidOf = (item: ItemRow): number => item.repaidMinor ?? 0;

/**
 * Value of an item that must not be spendable. Claims take added value first, so an item that is refunded whole covers what
 * was purchased and what is left; value that an adjustment took is gone already. Smallest unit.
 */
export const coverOf = (item: ItemRow, { part, share }: ItemTarget): number => {
  if (!share.whole) return coverMinor(part, share);
  const worth = part.valueMinor + (item.adjustedMinor ?? 0);
  return Math.max(0, Math.min(worth, Math.max(part.valueMinor, worth - item.claimedMinor)));
};

/** Money that was given back for value which an adjustment had taken. Smallest unit of value. */
const shortOf = (item: ItemRow, target: ItemTarget, change: ItemChange | undefined): number => {
  if (!target.part.divisible || target.share.whole) return 0;
  const repaidMinor = change?.marks && 'repaidMinor' in change.marks ? (change.marks.repaidMinor ?? 0) : repaidOf(item);
  return Math.max(0, coverOf(item, target) - item.withdrawnMinor + (change?.deltaMinor ?? 0) - repaidMinor);
};

const canBeLowered = ({ part, share }: ItemTarget): boolean => part.divisible || share.whole;

/** What an item that is not issued yet will be worth once it is. Smallest unit. */
export const worthAtIssueMinor = (target: ItemTarget): number =>
  target.part.valueMinor - (canBeLowered(target) ? coverMinor(target.part, target.share) : 0);

/** Value that money was given back for is withdrawn, from what is unspent first; for the rest claims count as repaid. */
const taking = (item: ItemRow, target: ItemTarget, nowMs: number): ItemChange | undefined => {
  const { share, refund } = target;
  const need = Math.max(0, coverOf(item, target) - item.withdrawnMinor - repaidOf(item));
  const held = heldOf(item, nowMs);
  const free = freeOf(item, nowMs);
  const minor = canBeLowered(target) ? Math.min(need, free.minor) : 0;
  // Held value counts as spent: its capture is a claim of what was paid back.
  const repaidMinor = Math.min(need - minor, item.claimedMinor + held.minor - repaidOf(item));
  const isHeld = held.minor > 0 || held.pieces > 0;
  const empties = item.remainingPieces > 0 && !isHeld && (share.whole || (minor > 0 && minor === item.remainingMinor));
  const repaidWhole = share.whole && !item.repaidWhole && (isHeld || !isUnspent(item));
  // Nothing is left of a card that was lowered to 0: it ends with its order.
  const ends = empties || (share.whole && !isHeld && item.status !== USED && item.status !== CANCELLED);
  if (minor === 0 && repaidMinor <= 0 && !ends && !repaidWhole) return undefined;
  const pieces = empties ? item.remainingPieces : 0;
  const emptied = isUnspent(item) || item.status === AWAITING_PAYMENT ? CANCELLED : USED;
  return {
    kind: 'withdraw',
    deltaMinor: -minor,
    deltaPieces: -pieces,
    status: ends ? emptied : item.status,
    note: target.isCancelled ? 'event cancelled' : 'order refunded',
    marks: {
      ...(repaidMinor > 0 ? { repaidMinor: repaidOf(item) + repaidMinor } : {}),
      ...(repaidWhole ? { repaidWhole } : {}),
      ...(refund ? { taken: { refund, minor, pieces, repaidMinor, repaidWhole, status: item.status } } : {}),
    },
  };
};

/** The refund was refused: the item has back what it took, as far as other refunds do not stand for it. */
const givingBack = (item: ItemRow, target: ItemTarget): ItemChange | undefined => {
  const { taken } = item;
  const { share } = target;
  if (!taken) return undefined;
  const most = item.withdrawnMinor + repaidOf(item) - coverOf(item, target);
  const minor = Math.max(0, Math.min(taken.minor, most));
  const repaidMinor = Math.max(0, Math.min(taken.repaidMinor, most - minor));
  const left = repaidOf(item) - repaidMinor;
  // A card that is spent by amount has its one piece back with its first value, whoever emptied it.
  const wanted = spendsByAmount(item) && minor > 0 ? item.pieces - item.remainingPieces : taken.pieces;
  const isBack = !share.whole && item.remainingPieces + wanted > 0 && (minor > 0 || taken.pieces > 0);
  return {
    kind: 'reinstate',
    deltaMinor: isBack ? minor : 0,
    deltaPieces: isBack ? wanted : 0,
    status: isBack && item.remainingPieces === 0 ? taken.status : item.status,
    note: 'refund declined',
    marks: {
      ...(taken.repaidMinor > 0 ? { repaidMinor: left > 0 ? left : undefined } : {}),
      ...(taken.repaidWhole && !share.whole ? { repaidWhole: undefined } : {}),
    },
  };
};
