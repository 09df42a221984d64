import type { Write } from '../../../../storage/transactions.ts';
import { changeWrites, replaceItem } from '../ledger/commit-change.ts';
import { changed, type Cause, type ItemChange } from '../ledger/ledger.ts';
import { CANCELLED, type ItemRow, type Taken } from '../rows.ts';
import { decideRefund, type ItemTerms } from '../rules.ts';
import { isSpentByAmount } from '../kinds.ts';

/** Maximum writes to restore an item: itself and two entries. */
export const UNCLAIM_WRITES_MAX = 3;

/**
 * Undoes the claim of one item of a group: it was whole before. Value that a refund or a lost dispute counted as spent
 * meanwhile is withdrawn in the same writes, so that the item is as if it had never been claimed.
 */
export const unclaimWrites = (item: ItemRow, cause: Cause, terms: ItemTerms): Write[] => {
  const { repaidMinor = 0, repaidWhole = false, taken, ...claimed } = item;
  const { change } = decideRefund(claimed, { type: 'all', note: 'order claim undone' }, terms);
  const back = changed(claimed, change, cause);
  const withdrawal = withdrawalOf(back.item, { repaidMinor, repaidWhole, taken });
  if (!withdrawal) return changeWrites(item, back);
  const after = changed(back.item, withdrawal, cause);
  return [replaceItem(item, after.item), { put: back.entry }, { put: after.entry }];
};

interface Repaid {
  repaidMinor: number;
  repaidWhole: boolean;
  taken: Taken | undefined;
}

/** A partial refund of an indivisible item withdraws nothing of it, as in `settleItems`. */
const withdrawalOf = (item: ItemRow, { repaidMinor, repaidWhole, taken }: Repaid): ItemChange | undefined => {
  const part = isSpentByAmount(item) ? Math.min(repaidMinor, item.remainingMinor) : 0;
  const minor = repaidWhole ? item.remainingMinor : part;
  const empties = repaidWhole || (minor > 0 && minor === item.remainingMinor);
  if (minor === 0 && !empties) return undefined;
  const pieces = empties ? item.remainingPieces : 0;
  const ofRefund = taken && {
    refund: taken.refund,
    minor: taken.minor + Math.min(taken.repaidMinor, minor),
    pieces: taken.pieces + pieces,
    repaidMinor: 0,
    repaidWhole: false,
    status: item.status,
  };
  return {
    kind: 'withdraw',
    deltaMinor: -minor,
    deltaPieces: -pieces,
    status: empties ? CANCELLED : item.status,
    note: 'order refunded',
    marks: ofRefund ? { taken: ofRefund } : {},
  };
};
