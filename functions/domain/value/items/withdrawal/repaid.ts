import { liveHolds, repaidHeldOf } from '../ledger/holds.ts';
import type { ItemChange, MarkChange } from '../ledger/ledger.ts';
import { CANCELLED, USED, type ItemRow, type ItemStatus, type WithdrawnValue } from '../rows.ts';
import { isUnspent } from '../rules.ts';

/**
 * Withdraws value that was repaid while it was held or claimed, and is free now. Undefined without such value, or
 * during a live hold. A partial refund of an indivisible item leaves it usable.
 */
export const withdrawRepaid = (item: ItemRow, atMs: number): ItemChange | undefined => {
  const { remainingMinor, remainingPieces, repaidWhole = false, taken } = item;
  if (liveHolds(item, atMs).length > 0) return undefined;
  const minor = repaidWhole ? remainingMinor : Math.min(repaidHeldOf(item), remainingMinor);
  const empties = remainingPieces > 0 && (repaidWhole || (minor > 0 && minor === remainingMinor));
  if (minor === 0 && !empties) return undefined;
  const pieces = empties ? remainingPieces : 0;
  const repaidMinor = Math.max(0, (item.repaidMinor ?? 0) - minor);
  const isCancelled = empties && isUnspent(item);
  const marks: MarkChange = {
    repaidMinor: repaidMinor > 0 && !isCancelled ? repaidMinor : undefined,
    repaidHeldMinor: undefined,
    ...(isCancelled ? { repaidWhole: undefined } : {}),
    ...(taken ? { taken: takenAfter(taken, { minor, pieces, status: item.status, isCancelled }) } : {}),
  };
  const emptied = isCancelled ? CANCELLED : USED;
  return {
    kind: 'withdraw',
    deltaMinor: -minor,
    deltaPieces: -pieces,
    status: empties ? emptied : item.status,
    note: 'order refunded',
    marks,
  };
};

interface Withdrawal {
  minor: number;
  pieces: number;
  status: ItemStatus;
  isCancelled: boolean;
}

/** The value that the refund has withdrawn so far, to be restored if the refund is refused. */
const takenAfter = (taken: WithdrawnValue, { minor, pieces, status, isCancelled }: Withdrawal): WithdrawnValue => {
  const ofRefund = Math.min(taken.repaidMinor, minor);
  return {
    refund: taken.refund,
    minor: taken.minor + ofRefund,
    pieces: taken.pieces + pieces,
    repaidMinor: isCancelled ? 0 : taken.repaidMinor - ofRefund,
    repaidWhole: taken.repaidWhole && !isCancelled,
    status,
  };
};
