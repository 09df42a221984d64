import { EXPIRED, PAID, worthOf, type ItemRow, type ItemType } from './rows.ts';

const VALUE_TYPES: ReadonlySet<ItemType> = new Set(['GIFTCARD', 'DISCOUNTED GC', 'GIFT CARD WITH ADDED VALUE']);

/** Value cards are spent by amount. */
export const isSpentByAmount = (item: Pick<ItemRow, 'itemType'>): boolean => VALUE_TYPES.has(item.itemType);
/** Items of several seats are spent by piece. */
export const isSpentByPiece = (item: Pick<ItemRow, 'pieces'>): boolean => item.pieces > 1;

/** Whether no part of an item was claimed or withdrawn. */
export const isWhole = (item: ItemRow): boolean =>
  (item.status === PAID || item.status === EXPIRED) &&
  item.remainingMinor === worthOf(item) &&
  item.remainingPieces === item.pieces;
