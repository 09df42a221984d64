import { coverMinor, type ItemShare, type ItemPart } from '../../../checkout/allocation/allocation.ts';
import { withPlan } from '../../../checkout/allocation/plans.ts';
import { partsOf } from '../../../checkout/orders/parts.ts';
import { allocationFrom, planFrom } from '../../../checkout/allocation/runs.ts';
import type { OrderRow } from '../../../checkout/orders/rows.ts';
import { AWAITING_PAYMENT, CANCELLED, USED, type ItemRow } from '../rows.ts';
import type { ItemChange, MarkChange } from '../ledger/ledger.ts';
import { freeOf, heldOf, repaidHeldOf, reservedOf } from '../ledger/holds.ts';
import { isUnspent } from '../rules.ts';
import { isSpentByAmount } from '../kinds.ts';

/** Target state of an item, derived only from the order's row. */
export interface ItemTarget {
  epoch: number;
  part: ItemPart;
  /** Total of all refunds of the item, including a running refund, but excluding a refund that is being undone. */
  share: ItemShare;
  /** The running refund, which records its withdrawals. */
  refund?: string;
  /** A refused refund whose withdrawals are to be restored. */
  returning?: string;
  /** Whether the running or refused refund includes this item. */
  inPlan: boolean;
  /** The open dispute that blocks claims. */
  frozenBy?: string;
  /** The event was cancelled: the item is unusable, regardless of refunds. */
  isCancelled?: true;
}

/** A ticket of a cancelled event is withdrawn like a fully refunded one. */
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
  const withRunning = plan && refund?.state === 'running' ? withPlan(allocated, plan) : allocated;
  const planned = new Set(plan?.portions.flatMap((portion) => (portion.part === 'item' ? [portion.seq] : [])));
  const { dispute } = order.payment;
  const cancelled = order.lines.flatMap(({ itemCount, cancellation }) =>
    Array.from({ length: itemCount }, () => cancellation !== undefined),
  );
  return items.map((part) => ({
    epoch: order.epoch,
    part,
    share: shareOf(withRunning.items[part.seq], cancelled[part.seq] === true),
    ...(cancelled[part.seq] === true ? { isCancelled: true as const } : {}),
    ...(refund ? { [refund.state === 'running' ? 'refund' : 'returning']: refund.key } : {}),
    inPlan: planned.has(part.seq),
    ...(dispute?.status === 'open' ? { frozenBy: dispute.id } : {}),
  }));
};

/**
 * Refunded price of an item from which nothing can be withdrawn, because it is indivisible and its claim was undone
 * after the refund. It may have been claimed again since. Like the `rest` of an allocation, it belongs to no target.
 * Smallest currency unit.
 */
export const uncoveredMinor = (item: ItemRow, { part, share }: ItemTarget): number => {
  const isUndone = item.remainingPieces > 0 || item.shortMinor !== undefined;
  if (part.divisible || share.whole || !isUndone || part.valueMinor === 0) return 0;
  const coveredMinor = item.withdrawnMinor + repaidOf(item);
  return Math.max(0, share.minor - Math.floor((part.priceMinor * coveredMinor) / part.valueMinor));
};

/** The update that moves an item to its target: a change to its value with a ledger entry, or only marks. */
type TargetChange = { kind: 'value'; change: ItemChange } | { kind: 'marks'; marks: MarkChange };

/**
 * The change that moves an item to its target; undefined when it has reached this target or a newer one. It depends
 * only on the current state, so it may run again at any time. `stamp`: an unchanged item is also marked with the epoch,
 * so that an outdated run can no longer withdraw from it.
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
  const change = withdrawalOf(item, target, nowMs) ?? (isReturned ? restoredValue(item, target) : undefined);
  const shortMinor = shortOf(item, target, change);
  if (shortMinor !== (item.shortMinor ?? 0)) marks.shortMinor = shortMinor || undefined;
  if (isReturned) marks.taken = undefined;
  if (change) return { kind: 'value', change: { ...change, marks: { ...change.marks, ...marks } } };
  return stamp || 'frozenBy' in marks || 'shortMinor' in marks ? { kind: 'marks', marks } : undefined;
};

const repaidOf = (item: ItemRow): number => item.repaidMinor ?? 0;

/**
 * Value of an item that must not be spendable. Claims take added value first, so a full refund covers the purchased and
 * the remaining value; value removed by an adjustment is already gone. Smallest currency unit.
 */
export const coverOf = (item: ItemRow, { part, share }: ItemTarget): number => {
  if (!share.whole) return coverMinor(part, share);
  const worth = part.valueMinor + (item.adjustedMinor ?? 0);
  return Math.max(0, Math.min(worth, Math.max(part.valueMinor, worth - item.claimedMinor)));
};

/**
 * Refunded value that cannot be withdrawn: an adjustment had removed it, or the item is indivisible and its claim was
 * undone after the refund was allocated. Smallest currency unit of value.
 */
const shortOf = (item: ItemRow, target: ItemTarget, change: ItemChange | undefined): number => {
  if (target.share.whole) return 0;
  const repaidMinor = change?.marks && 'repaidMinor' in change.marks ? (change.marks.repaidMinor ?? 0) : repaidOf(item);
  return Math.max(0, coverOf(item, target) - item.withdrawnMinor + (change?.deltaMinor ?? 0) - repaidMinor);
};

const canBeLowered = ({ part, share }: ItemTarget): boolean => part.divisible || share.whole;

/** Value of an unissued item at its issue. Smallest currency unit. */
export const worthAtIssueMinor = (target: ItemTarget): number =>
  target.part.valueMinor - (canBeLowered(target) ? coverMinor(target.part, target.share) : 0);

/** The item without marks for repaid value whose hold has ended: that value is free again and is withdrawn now. */
const withoutEndedHold = (item: ItemRow, { share }: ItemTarget): ItemRow => {
  const unclaimed = share.whole ? Math.max(0, repaidOf(item) - item.claimedMinor) : 0;
  const over = isSpentByAmount(item) ? repaidHeldOf(item) : unclaimed;
  if (over === 0 && item.repaidWhole !== true) return item;
  return { ...item, repaidMinor: repaidOf(item) - over, repaidHeldMinor: 0, repaidWhole: false };
};

/** Withdraws refunded value, unspent value first; value that cannot be withdrawn is marked as repaid. */
const withdrawalOf = (item: ItemRow, target: ItemTarget, nowMs: number): ItemChange | undefined => {
  const { share, refund } = target;
  const held = heldOf(item, nowMs);
  const isHeld = held.minor > 0 || held.pieces > 0;
  const unheld = isHeld ? item : withoutEndedHold(item, target);
  const need = Math.max(0, coverOf(unheld, target) - unheld.withdrawnMinor - repaidOf(unheld));
  const free = canBeLowered(target) ? freeOf(unheld, nowMs).minor : 0;
  const minor = share.whole && !isHeld ? free : Math.min(need, free);
  // Held value counts as spent: its capture is a claim of repaid value.
  const repayable = unheld.claimedMinor + reservedOf(unheld, nowMs) - repaidOf(unheld);
  const repaidMinor = Math.max(0, Math.min(need - minor, repayable));
  const empties = item.remainingPieces > 0 && !isHeld && (share.whole || (minor > 0 && minor === item.remainingMinor));
  const repaidWhole = share.whole && !item.repaidWhole && (isHeld || !isUnspent(item));
  // A card lowered to 0 has no value to withdraw, but it ends with its order.
  const ends = empties || (share.whole && !isHeld && item.status !== USED && item.status !== CANCELLED);
  if (minor === 0 && repaidMinor === 0 && !ends && !repaidWhole) return undefined;
  const pieces = empties ? item.remainingPieces : 0;
  const emptied = isUnspent(item) || item.status === AWAITING_PAYMENT ? CANCELLED : USED;
  return {
    kind: 'withdraw',
    deltaMinor: -minor,
    deltaPieces: -pieces,
    status: ends ? emptied : item.status,
    note: target.isCancelled ? 'event cancelled' : 'order refunded',
    marks: {
      ...repaidMarks(item, unheld, repaidMinor),
      ...(repaidWhole ? { repaidWhole } : {}),
      ...(refund ? { taken: { refund, minor, pieces, repaidMinor, repaidWhole, status: item.status } } : {}),
    },
  };
};

/** Marks for further repaid value: claimed value first, then reserved value. */
const repaidMarks = (item: ItemRow, unheld: ItemRow, repaidMinor: number): MarkChange => {
  const earlier = repaidHeldOf(unheld);
  const claimedMinor = unheld.claimedMinor - repaidOf(unheld) + earlier;
  const repaidHeldMinor = isSpentByAmount(unheld) ? earlier + Math.max(0, repaidMinor - claimedMinor) : 0;
  return {
    ...(unheld === item && repaidMinor === 0 ? {} : { repaidMinor: repaidOf(unheld) + repaidMinor || undefined }),
    ...(unheld === item && repaidHeldMinor === 0 ? {} : { repaidHeldMinor: repaidHeldMinor || undefined }),
  };
};

/** Restores the value that a refused refund withdrew, except value that other refunds cover. */
const restoredValue = (item: ItemRow, target: ItemTarget): ItemChange | undefined => {
  const { taken } = item;
  const { share } = target;
  if (!taken) return undefined;
  const maximum = item.withdrawnMinor + repaidOf(item) - coverOf(item, target);
  const minor = Math.max(0, Math.min(taken.minor, maximum));
  const repaidMinor = Math.max(0, Math.min(taken.repaidMinor, maximum - minor));
  const stillRepaidMinor = repaidOf(item) - repaidMinor;
  const repaidHeld = repaidHeldOf(item);
  // The single piece of a value card is restored as soon as some of its value is, regardless of what emptied the card.
  const restoredPieces = isSpentByAmount(item) && minor > 0 ? item.pieces - item.remainingPieces : taken.pieces;
  const isBack = !share.whole && item.remainingPieces + restoredPieces > 0 && (minor > 0 || taken.pieces > 0);
  // A card lowered to 0 lost only its status.
  const wasEmpty = !share.whole && taken.minor === 0 && taken.pieces === 0 && item.status === CANCELLED;
  return {
    kind: 'reinstate',
    deltaMinor: isBack ? minor : 0,
    deltaPieces: isBack ? restoredPieces : 0,
    status: (isBack && item.remainingPieces === 0) || wasEmpty ? taken.status : item.status,
    note: 'refund declined',
    marks: {
      ...(taken.repaidMinor > 0 ? { repaidMinor: stillRepaidMinor > 0 ? stillRepaidMinor : undefined } : {}),
      ...(repaidHeld > 0 ? { repaidHeldMinor: Math.max(0, repaidHeld - repaidMinor) || undefined } : {}),
      ...(taken.repaidWhole && !share.whole ? { repaidWhole: undefined } : {}),
    },
  };
};
