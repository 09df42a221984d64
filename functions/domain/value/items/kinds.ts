import type { ItemRow, ItemType } from './rows.ts';

const VALUE_TYPES: ReadonlySet<ItemType> = new Set(['GIFTCARD', 'DISCOUNTED GC', 'GIFT CARD WITH ADDED VALUE']);

/** Value cards are spent by amount. */
export const isSpentByAmount = (item: Pick<ItemRow, 'itemType'>): boolean => VALUE_TYPES.has(item.itemType);
/** Items of several seats are spent by piece. */
export const isSpentByPiece = (item: Pick<ItemRow, 'pieces'>): boolean => item.pieces > 1;
