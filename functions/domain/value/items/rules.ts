import { decimalText } from '../../../platform/decimals.ts';
import { invalid } from '../../../platform/errors.ts';
import { itemChanges, type StatusName } from '../../../platform/messages/item-changes.ts';
import { items } from '../../../platform/messages/items.ts';
import type { Message } from '../../../platform/messages/message.ts';
import { localDate, localDateTime } from '../../../platform/zones.ts';
import { claimableUntilMs, type ItemTerms } from './claim-period.ts';
import { isSpentByAmount, isSpentByPiece } from './kinds.ts';
import { lapseMarks } from './ledger/lapse.ts';
import { freeOf, heldOf, heldUntilMs, itemHeld, liveHolds, repaidHeldOf, type Quantity } from './ledger/holds.ts';
import {
  AWAITING_PAYMENT,
  CANCELLED,
  EXPIRED,
  PAID,
  USED,
  type ItemRow,
  type ItemStatus,
  type ItemType,
} from './rows.ts';
import type { ItemChange } from './ledger/ledger.ts';
import { claimRefusals, portionOf, UNDO_REFUSALS, type ItemPortion } from './portions.ts';

export { claimableUntilMs, type ItemTerms } from './claim-period.ts';
export type { ItemPortion, PortionNotes } from './portions.ts';

export const STATUS_NAMES: Record<ItemStatus, StatusName> = {
  3: 'Used',
  4: 'Cancelled',
  5: 'Expired',
  6: 'Paid',
  10: 'Awaiting Payment',
};

export const TYPE_NAMES = {
  GIFTCARD: 'Gift Card',
  'GIFTCARD VARIATION': 'Gift Card Variation',
  'DISCOUNTED GC': 'Discounted Gift Card',
  'GIFT CARD WITH ADDED VALUE': 'Gift Card With Added Value',
  TICKET: 'Ticket',
  SPECIALOFFER: 'Special Offer',
  BENEFITDEAL: 'Benefit Deal',
} as const satisfies Record<ItemType, string>;

type StatusFields = Pick<ItemRow, 'status' | 'validUntilMs'>;

/** The status at a given time. Validity ends without a write (lib/reference/items.md#states). */
export const statusAt = (item: StatusFields, nowMs: number): ItemStatus =>
  item.status === PAID && nowMs > item.validUntilMs ? EXPIRED : item.status;

/**
 * Why an item cannot be used: its own state, a dispute of its payment, a block by staff, or holds on all remaining
 * value.
 */
export type Obstacle = 'used' | 'cancelled' | 'unpaid' | 'expired' | 'empty' | 'disputed' | 'blocked' | 'held';
type OwnObstacle = Exclude<Obstacle, 'disputed' | 'blocked' | 'held'>;

/**
 * Why an item cannot be used, as shown to the caller; null when it can. The item's own state comes first: a dispute may
 * end without restoring an item that has ended.
 */
export const obstacleOf = (item: ItemRow, terms: ItemTerms): Obstacle | null => {
  const ownReason = ownObstacle(item, terms);
  if (ownReason !== null) return ownReason;
  if (item.frozenBy !== undefined) return 'disputed';
  if (item.blocked !== undefined) return 'blocked';
  return freeOf(item, terms.nowMs).pieces > 0 ? null : 'held';
};

/** The obstacle in the item's own state; null if there is none. */
const ownObstacle = (item: ItemRow, terms: ItemTerms): OwnObstacle | null => {
  switch (statusAt(item, terms.nowMs)) {
    case USED:
      return 'used';
    case CANCELLED:
      return 'cancelled';
    case AWAITING_PAYMENT:
      return 'unpaid';
    case EXPIRED:
      if (terms.nowMs > claimableUntilMs(item.validUntilMs, terms)) return 'expired';
      break;
    default:
  }
  return item.remainingPieces > 0 ? null : 'empty';
};

const reasonOf = (obstacle: Obstacle | null, item: ItemRow, terms: ItemTerms): Message | null => {
  switch (obstacle) {
    case null:
      return null;
    case 'expired':
      return items('item_expired', { day: localDate(item.validUntilMs, terms.zone) });
    case 'held':
      return reservedReason(item, terms);
    case 'blocked':
      return blockedReason(item);
    case 'cancelled':
      return cancelledReason(item);
    default:
      return items(`item_${obstacle}`);
  }
};

/** Why a cancelled item cannot be used. A replaced item is also cancelled, but has another message. */
export const cancelledReason = ({ replacedBy }: Pick<ItemRow, 'replacedBy'>): Message =>
  items(replacedBy === undefined ? 'item_cancelled' : 'item_replaced');

const blockedReason = ({ blocked }: ItemRow): Message =>
  blocked?.reason ? items('item_blocked_because', { reason: blocked.reason }) : items('item_blocked');

/** How much of an item is reserved, and when the reservation ends. */
export const reservedReason = (item: ItemRow, { nowMs, zone }: ItemTerms): Message => {
  const { minor, pieces } = heldOf(item, nowMs);
  if (minor === 0 && pieces === 0) return items('item_empty');
  const untilMs = heldUntilMs(item, nowMs);
  const until = untilMs === undefined ? undefined : localDateTime(untilMs, zone);
  if (isSpentByAmount(item)) {
    const amount = { amount: decimalText(minor, item.currency), currency: item.currency };
    return until === undefined
      ? items('amount_reserved_for_order', amount)
      : items('amount_reserved', { ...amount, until });
  }
  if (isSpentByPiece(item)) {
    return until === undefined
      ? items('pieces_reserved_for_order', { pieces })
      : items('pieces_reserved', { pieces, until });
  }
  return until === undefined ? items('item_reserved_for_order') : items('item_reserved', { until });
};

/** Throws 409 while part of an item is held. */
export const assertNotHeld = (item: ItemRow, terms: ItemTerms): void => {
  if (liveHolds(item, terms.nowMs).length > 0) throw itemHeld(item, terms.nowMs, reservedReason(item, terms));
};

/** The reason why an item cannot be claimed, as text for staff; null when it can. */
export const claimError = (item: ItemRow, terms: ItemTerms): Message | null =>
  reasonOf(obstacleOf(item, terms), item, terms);

/** Claimed pieces that were not restored. */
export const claimedPieces = (item: ItemRow): number => item.pieces - item.remainingPieces - item.withdrawnPieces;

/** The reason why no claim of an item can be undone, as text for staff; null when a claim can be undone. */
export const refundError = (item: ItemRow): Message | null => {
  if (item.status === CANCELLED) return cancelledReason(item);
  if (item.status === AWAITING_PAYMENT) return items('item_unpaid');
  if (item.blocked !== undefined) return blockedReason(item);
  if (isUnspent(item)) return itemChanges('item_unclaimed');
  if (isRepaid(item)) return itemChanges('claim_repaid');
  const { paidOrders } = item;
  return paidOrders && undoableQuantity(item).minor <= 0
    ? itemChanges('claim_paid_order', { order: paidOrders.orderId })
    : null;
};

/** Whether no claimed value can be restored, because it was repaid to the buyer. */
const isRepaid = (item: ItemRow): boolean => {
  if (item.repaidWhole) return true;
  if ((item.repaidMinor ?? 0) === 0) return false;
  const { minor, pieces } = unrepaid(item);
  return isSpentByAmount(item) ? minor <= 0 : pieces <= 0;
};

/**
 * The claimed value that can be restored. Excludes value that was repaid with the item's order, and value that paid for
 * other orders.
 */
export const undoableQuantity = (item: ItemRow): Quantity => {
  const { minor, pieces } = unrepaid(item);
  return { minor: Math.min(minor, item.claimedMinor - (item.paidOrders?.minor ?? 0)), pieces };
};

/** Value that was claimed and was not repaid with the item's order. */
export const unrepaid = (item: ItemRow): Quantity => {
  const pieces = claimedPieces(item);
  const repaidMinor = (item.repaidMinor ?? 0) - repaidHeldOf(item);
  if (repaidMinor === 0 || item.claimedMinor === 0) return { minor: item.claimedMinor, pieces };
  const minor = item.claimedMinor - repaidMinor;
  return { minor, pieces: Math.floor((pieces * minor) / item.claimedMinor) };
};

/** Whether no part of an item is claimed. */
export const isUnspent = (item: ItemRow): boolean => item.claimedMinor === 0 && claimedPieces(item) === 0;

/**
 * Why an item cannot be cancelled; null when it can. Items that await payment can be cancelled, and unspent items
 * without holds that are paid and still within the time for claims (lib/reference/items.md#cancelling).
 */
export const cancelError = (item: ItemRow, terms: ItemTerms): Message | null => {
  if (item.status === AWAITING_PAYMENT) return null;
  if (!isUnspent(item)) return itemChanges('item_claimed');
  if (liveHolds(item, terms.nowMs).length > 0) return reservedReason(item, terms);
  // A disputed item may be cancelled: only its holder loses value.
  return reasonOf(ownObstacle(item, terms), item, terms);
};

interface ItemDecision {
  change: ItemChange;
  /** Whether all of the item was claimed, or all claimed value restored. */
  whole: boolean;
}

/** Decides a claim (lib/reference/items.md#redemption). Throws 422 with the reason when it is not possible. */
export const decideClaim = (item: ItemRow, portion: ItemPortion, terms: ItemTerms): ItemDecision => {
  const reason = claimError(item, terms);
  if (reason !== null) throw invalid('code', reason);
  const free = freeOf(item, terms.nowMs);
  const isHeld = free.minor < item.remainingMinor || free.pieces < item.remainingPieces;
  if (isHeld && portion.type === 'all') throw invalid('code', reservedReason(item, terms));
  const refusals = claimRefusals(isHeld ? reservedReason(item, terms) : null);
  const part = portionOf(item, portion, { ...free, refusals });
  // While a part is reserved, the free part is not the full item.
  const whole = part.whole && !isHeld;
  const pieces = part.whole && isHeld && isSpentByAmount(item) ? 0 : part.pieces;
  const { note = null, context } = portion;
  return {
    change: {
      kind: 'claim',
      deltaMinor: -part.minor,
      deltaPieces: -pieces,
      status: whole ? USED : item.status,
      note,
      context,
      ...(context?.redemptionId === undefined ? {} : { marks: { redeemed: true } }),
    },
    whole,
  };
};

/**
 * Decides how a claim is undone (lib/reference/items.md#refunds-of-items). The value of an expired item is restored,
 * and the item stays Expired.
 */
export const decideRefund = (item: ItemRow, portion: ItemPortion, terms: ItemTerms): ItemDecision => {
  const reason = refundError(item);
  if (reason !== null) throw invalid('code', reason);
  const part = portionOf(item, portion, { ...undoableQuantity(item), refusals: UNDO_REFUSALS });
  // The single piece of a value card is restored as soon as some value is.
  const piecesBack = isSpentByAmount(item) ? item.pieces - item.remainingPieces : part.pieces;
  const status = terms.nowMs > item.validUntilMs ? EXPIRED : PAID;
  return {
    change: { kind: 'refund', deltaMinor: part.minor, deltaPieces: piecesBack, status, note: portion.note ?? null },
    whole: part.whole && part.minor === item.claimedMinor,
  };
};

/** Decides a cancellation: the remaining value is lost. */
export const decideCancel = (item: ItemRow, terms: ItemTerms): ItemChange => {
  assertNotHeld(item, terms);
  const reason = cancelError(item, terms);
  if (reason !== null) throw invalid('code', reason);
  return { kind: 'cancel', deltaMinor: -item.remainingMinor, deltaPieces: -item.remainingPieces, status: CANCELLED };
};

/**
 * Decides that an item past its validity expires; undefined when there is nothing to do. The balance is kept, and
 * leaves liability unless the company still accepts the item.
 */
export const decideExpiry = (item: ItemRow, terms: ItemTerms): ItemChange | undefined => {
  if (item.status !== PAID || terms.nowMs <= item.validUntilMs) return undefined;
  const marks = lapseMarks({ ...item, status: EXPIRED }, terms);
  return { kind: 'expire', deltaMinor: 0, deltaPieces: 0, status: EXPIRED, ...(marks ? { marks } : {}) };
};
