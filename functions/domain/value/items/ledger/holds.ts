import { conflict, type ApiError } from '../../../../platform/errors.ts';
import type { Text } from '../../../../platform/messages/message.ts';
import { isSpentByAmount } from '../kinds.ts';
import type { ItemHold, ItemRow } from '../rows.ts';

/** Maximum number of live holds of one item. */
export const HOLDS_MAX = 20;

type HoldList = Pick<ItemRow, 'holds'>;

export interface Quantity {
  /** Smallest currency unit. */
  minor: number;
  pieces: number;
}

/** A hold ends at `untilMs` without a write. Readers ignore it from then on, and the next write drops it. */
const isLive = ({ untilMs }: ItemHold, nowMs: number): boolean => untilMs === undefined || nowMs < untilMs;

/** Holds that have not ended. */
export const liveHolds = ({ holds = [] }: HoldList, nowMs: number): ItemHold[] =>
  holds.filter((hold) => isLive(hold, nowMs));

/** The holds that a write keeps; undefined when none is left. */
export const holdsAfter = (holds: readonly ItemHold[] | undefined, nowMs: number): readonly ItemHold[] | undefined => {
  const live = liveHolds(holds ? { holds } : {}, nowMs);
  return live.length === 0 ? undefined : live;
};

/**
 * The part of an item that holds reserve. The single piece of a value card is reserved once all of its value is
 * reserved.
 */
export const heldOf = (
  item: HoldList & Pick<ItemRow, 'itemType' | 'remainingMinor' | 'remainingPieces'>,
  nowMs: number,
): Quantity => {
  const live = liveHolds(item, nowMs);
  const minor = live.reduce((sum, hold) => sum + hold.minor, 0);
  if (!isSpentByAmount(item)) return { minor, pieces: live.reduce((sum, hold) => sum + hold.pieces, 0) };
  return { minor, pieces: minor > 0 && minor >= item.remainingMinor ? item.remainingPieces : 0 };
};

/**
 * Value that was reserved when it was repaid, and has not been claimed since. A gateway refund and a lost dispute count
 * held value as spent. Rows of earlier versions do not record it. Smallest currency unit.
 */
export const repaidHeldOf = (item: ItemRow): number => {
  if (!isSpentByAmount(item)) return 0;
  return item.repaidHeldMinor ?? Math.max(0, (item.repaidMinor ?? 0) - item.claimedMinor);
};

/** Value that is reserved by holds, or was repaid while a hold reserved it. Smallest currency unit. */
export const reservedOf = (item: ItemRow, nowMs: number): number =>
  Math.max(heldOf(item, nowMs).minor, repaidHeldOf(item));

/** The remaining value without reservations. */
export const freeOf = (item: ItemRow, nowMs: number): Quantity => {
  if (item.repaidWhole) return { minor: 0, pieces: 0 };
  const held = heldOf(item, nowMs);
  const minor = Math.max(0, item.remainingMinor - reservedOf(item, nowMs));
  const isOut = isSpentByAmount(item) && minor === 0 && item.remainingMinor > 0;
  return { minor, pieces: isOut ? 0 : item.remainingPieces - held.pieces };
};

/**
 * When repaid value whose holds have ended is due to be withdrawn; undefined if there is none, or while an order holds
 * it.
 */
export const repaidDueMs = (item: ItemRow): number | undefined => {
  if (item.remainingPieces === 0 || (!item.repaidWhole && repaidHeldOf(item) === 0)) return undefined;
  const ends = (item.holds ?? []).map(({ untilMs = Infinity }) => untilMs);
  const dueMs = Math.max(item.ledgerAtMs, ...ends);
  return Number.isFinite(dueMs) ? dueMs : undefined;
};

/** When the first hold ends; undefined if there are no live holds, or all of them belong to orders. */
export const heldUntilMs = (item: HoldList, nowMs: number): number | undefined => {
  const ends = liveHolds(item, nowMs).flatMap(({ untilMs }) => untilMs ?? []);
  return ends.length === 0 ? undefined : Math.min(...ends);
};

/** Seconds for `Retry-After` when an order holds the value, so that the end is unknown. */
const ORDER_HOLD_SECONDS = 60;

/** The 409 error for an operation that requires an item without holds. */
export const itemHeld = (item: HoldList, nowMs: number, message: Text): ApiError => {
  const untilMs = heldUntilMs(item, nowMs);
  return conflict('item_held', message, untilMs === undefined ? ORDER_HOLD_SECONDS : (untilMs - nowMs) / 1000);
};
