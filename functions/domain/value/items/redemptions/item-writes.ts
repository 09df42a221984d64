import { conflict } from '../../../../platform/errors.ts';
import type { Write } from '../../../../storage/transactions.ts';
import { isSpentByAmount } from '../kinds.ts';
import { changeWrites, replaceItemWrite } from '../ledger/commit-change.ts';
import { freeOf, HOLDS_MAX, holdsAfter, liveHolds, repaidHeldOf } from '../ledger/holds.ts';
import { applyChange, changeMarks, type Cause, type MarkChange } from '../ledger/ledger.ts';
import { USED, type ClaimContext, type ItemHold, type ItemRow } from '../rows.ts';
import { decideRefund, type ItemTerms, type ItemPortion } from '../rules.ts';

/** The item after a prepared change, and its writes, conditional on the version that was read. */
interface RedemptionWrites {
  item: ItemRow;
  writes: Write[];
}

const withMarks = (item: ItemRow, marks: MarkChange): RedemptionWrites => {
  const after = changeMarks(item, marks);
  return { item: after, writes: [replaceItemWrite(item, after)] };
};

/**
 * Reserves free value of an item. The caller must have checked the free value on the same version of the row. Throws
 * 409 `too_many_holds`.
 */
export const holdWrites = (item: ItemRow, hold: ItemHold, nowMs: number): RedemptionWrites => {
  const live = liveHolds(item, nowMs);
  if (live.length >= HOLDS_MAX) {
    throw conflict('too_many_holds', `An item takes at most ${HOLDS_MAX} holds at a time: ${item.code}.`);
  }
  const free = freeOf(item, nowMs);
  if (hold.minor > free.minor || hold.pieces > free.pieces) throw new Error('A hold exceeds the free part of an item');
  return withMarks(item, { holds: [...live, hold] });
};

const holdOf = ({ holds = [] }: ItemRow, redemption: string): ItemHold | undefined =>
  holds.find((hold) => hold.redemption === redemption);

const withoutHold = ({ holds = [] }: ItemRow, redemption: string, nowMs: number): readonly ItemHold[] | undefined =>
  holdsAfter(
    holds.filter((hold) => hold.redemption !== redemption),
    nowMs,
  );

/**
 * Claims the value that a hold reserves, or only a part of it for a value card, and ends the hold. Undefined when the
 * item no longer has the hold. Also possible for an expired, disputed or blocked item.
 */
export const captureWrites = (
  item: ItemRow,
  capture: { minor?: number; note?: string | null; context: ClaimContext & { redemptionId: string } },
  cause: Cause,
): RedemptionWrites | undefined => {
  const { context, note = null } = capture;
  const hold = holdOf(item, context.redemptionId);
  if (!hold) return undefined;
  const minor = capture.minor ?? hold.minor;
  const takesAll = isSpentByAmount(item) ? minor === item.remainingMinor : hold.pieces === item.remainingPieces;
  const pieces = isSpentByAmount(item) ? (takesAll ? item.remainingPieces : 0) : hold.pieces;
  const { orderId } = context;
  const repaidHeld = repaidHeldOf(item);
  const marks: MarkChange = {
    holds: withoutHold(item, context.redemptionId, cause.atMs),
    ...(repaidHeld > 0 ? { repaidHeldMinor: Math.max(0, repaidHeld - minor) || undefined } : {}),
    ...(orderId === undefined
      ? { redeemed: true }
      : { paidOrders: { orderId, minor: (item.paidOrders?.minor ?? 0) + minor } }),
  };
  const after = applyChange(
    item,
    {
      kind: 'claim',
      deltaMinor: -minor,
      deltaPieces: -pieces,
      status: takesAll ? USED : item.status,
      note,
      context,
      marks,
    },
    cause,
  );
  return { item: after.item, writes: changeWrites(item, after) };
};

/** Ends a hold. Undefined when the item no longer has the hold, so there is nothing to write. */
export const releaseWrites = (item: ItemRow, redemption: string, nowMs: number): RedemptionWrites | undefined =>
  holdOf(item, redemption) && withMarks(item, { holds: withoutHold(item, redemption, nowMs) });

/**
 * Restores the value that a captured source took. With `context.orderId` the claim paid for that order, so a block does
 * not prevent it. Throws 422 with the reason when the item cannot be restored.
 */
export const restoreWrites = (
  item: ItemRow,
  back: { portion: ItemPortion; minor: number; context: ClaimContext },
  operation: { terms: ItemTerms; cause: Cause },
): RedemptionWrites => {
  const { portion, minor, context } = back;
  const { paidOrders, blocked: _blocked, ...unblocked } = item;
  const ofOrder = context.orderId !== undefined;
  const decided = decideRefund(ofOrder ? unblocked : item, portion, operation.terms);
  const remaining = (paidOrders?.minor ?? 0) - minor;
  const marks: MarkChange =
    ofOrder && paidOrders ? { paidOrders: remaining > 0 ? { ...paidOrders, minor: remaining } : undefined } : {};
  const after = applyChange(
    item,
    { ...decided.change, context, marks: { ...decided.change.marks, ...marks } },
    operation.cause,
  );
  return { item: after.item, writes: changeWrites(item, after) };
};
