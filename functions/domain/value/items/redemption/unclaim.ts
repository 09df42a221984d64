import type { Write } from '../../../../storage/transactions.ts';
import { changeWrites, replaceItemWrite } from '../ledger/commit-change.ts';
import { applyChange, type Cause } from '../ledger/ledger.ts';
import type { ItemRow } from '../rows.ts';
import { decideRefund, type ItemTerms } from '../rules.ts';
import { withdrawRepaid } from '../withdrawal/repaid.ts';

/** Maximum writes to restore an item: the item and two ledger entries. */
export const UNCLAIM_WRITES_MAX = 3;

/**
 * The writes that undo the claim of one item of a group. The item was unclaimed before. Value that a refund or a lost
 * dispute has since counted as spent is withdrawn in the same writes, so that the item is as if it had never been
 * claimed.
 */
export const unclaimWrites = (item: ItemRow, cause: Cause, terms: ItemTerms): Write[] => {
  const { repaidMinor, repaidWhole, taken, ...claimed } = item;
  const { change } = decideRefund(claimed, { type: 'all', note: 'order claim undone' }, terms);
  const back = applyChange(claimed, change, cause);
  const owed: ItemRow = {
    ...back.item,
    ...(repaidMinor === undefined ? {} : { repaidMinor }),
    ...(repaidWhole === undefined ? {} : { repaidWhole }),
    ...(taken === undefined ? {} : { taken }),
  };
  const withdrawal = withdrawRepaid(owed, cause.atMs);
  if (!withdrawal) return changeWrites(item, back);
  const after = applyChange(owed, withdrawal, cause);
  return [replaceItemWrite(item, after.item), { put: back.entry }, { put: after.entry }];
};
