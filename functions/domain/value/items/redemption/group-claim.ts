import { invalid } from '../../../../platform/errors.ts';
import { itemChanges } from '../../../../platform/messages/item-changes.ts';
import type { Message } from '../../../../platform/messages/message.ts';
import type { Write } from '../../../../storage/transactions.ts';
import { changeWrites } from '../ledger/commit-change.ts';
import type { ItemRow } from '../rows.ts';
import { applyChange, type Cause } from '../ledger/ledger.ts';
import { liveHolds } from '../ledger/holds.ts';
import { claimError, decideClaim, reservedReason, type ItemTerms } from '../rules.ts';

/**
 * Throws 422 unless these are all items of one order and each of them can be claimed in full
 * (lib/reference/items.md#whole-orders).
 */
export const assertGroupClaimable = (items: readonly ItemRow[], terms: ItemTerms): void => {
  assertWholeOrder(items);
  assertEachWhole(items, terms);
};

/**
 * Throws 422 when items of the order are missing, because the index may lag behind recently issued items. Some items of
 * an order must never be claimed as if they were all of them.
 */
export const assertWholeOrder = (items: readonly ItemRow[]): void => {
  if (items.length !== items[0]?.orderItems) {
    throw invalid('order_id', itemChanges('order_items_incomplete'));
  }
};

export const assertEachWhole = (items: readonly ItemRow[], terms: ItemTerms): void => {
  for (const item of items) {
    const touched = item.claimedMinor + item.withdrawnMinor > 0 || item.remainingPieces < item.pieces;
    const reason = claimError(item, terms) ?? (touched ? itemChanges('item_partly_used') : heldReason(item, terms));
    if (reason !== null) {
      throw invalid('order_id', itemChanges('group_not_claimable', { code: item.code, reason }));
    }
  }
};

const heldReason = (item: ItemRow, terms: ItemTerms): Message | null =>
  liveHolds(item, terms.nowMs).length > 0 ? reservedReason(item, terms) : null;

/** The writes that claim one item of a group in full. */
export const claimWrites = (item: ItemRow, cause: Cause, terms: ItemTerms): Write[] => {
  const { change } = decideClaim(item, { type: 'all', note: 'order claim' }, terms);
  return changeWrites(item, applyChange(item, change, cause));
};
