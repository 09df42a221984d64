import { AWAITING_PAYMENT, CANCELLED, USED, type ItemRow } from './rows.ts';
import type { ItemChange } from './ledger.ts';

/** What a plan looks at. Amounts in the smallest unit. */
export type Withdrawable = Pick<
  ItemRow,
  'sequence' | 'valueMinor' | 'remainingMinor' | 'remainingPieces' | 'withdrawnMinor'
>;

export interface Withdrawal<T extends Withdrawable = ItemRow> {
  item: T;
  withdrawMinor: number;
}

/**
 * How much value the money stands for: at least as much, and at least the part of the standing value that it is of what
 * could still be refunded, at most all of it.
 */
const worthOf = (items: readonly Withdrawable[], refundMinor: number, refundableMinor: number): number => {
  const standing = items.reduce((sum, item) => sum + item.valueMinor - item.withdrawnMinor, 0);
  if (refundMinor >= refundableMinor) return standing;
  return Math.min(standing, Math.max(refundMinor, Math.ceil((standing * refundMinor) / refundableMinor)));
};

const unspentOf = (items: readonly Withdrawable[]): number => items.reduce((sum, item) => sum + item.remainingMinor, 0);

/** Whether money is given back for value that was spent already: then no claim of it may be undone (decision 0223). */
export const repaysSpentValue = (
  items: readonly Withdrawable[],
  refundMinor: number,
  refundableMinor: number,
): boolean => refundMinor >= refundableMinor || worthOf(items, refundMinor, refundableMinor) > unspentOf(items);

/**
 * How much unspent value a refund takes back: what the money stands for, at most what is unspent. A refund of all that
 * is left takes all of it. Value that was spent is neither taken nor counted again.
 */
export const withdrawalTargetMinor = (
  items: readonly Withdrawable[],
  refundMinor: number,
  refundableMinor: number,
): number => {
  const unspent = unspentOf(items);
  return refundMinor >= refundableMinor ? unspent : Math.min(unspent, worthOf(items, refundMinor, refundableMinor));
};

/**
 * Which items give up how much when `refundMinor` of the `refundableMinor` still refundable is paid back: from the
 * last item of the order backwards, so that as few items as possible are touched. A full refund also takes items
 * that have pieces but no value.
 */
export const planWithdrawal = <T extends Withdrawable>(
  items: readonly T[],
  refundMinor: number,
  refundableMinor: number,
): Withdrawal<T>[] => {
  const full = refundMinor >= refundableMinor;
  let target = withdrawalTargetMinor(items, refundMinor, refundableMinor);
  const plan: Withdrawal<T>[] = [];
  for (const item of items.toSorted((a, b) => b.sequence - a.sequence)) {
    const withdrawMinor = Math.min(item.remainingMinor, target);
    const empties = full && item.remainingPieces > 0;
    if (withdrawMinor > 0 || empties) plan.push({ item, withdrawMinor });
    target -= withdrawMinor;
  }
  return plan;
};

/**
 * The change of one item. With its last value it loses its pieces: then it is Cancelled, or Used when something of it
 * had been claimed. A ticket whose value is only lowered still admits.
 */
export const withdrawalChange = (item: ItemRow, withdrawMinor: number, note: string): ItemChange => {
  const minor = Math.min(withdrawMinor, item.remainingMinor);
  const empty = minor === item.remainingMinor;
  const spent = item.pieces - item.remainingPieces - item.withdrawnPieces > 0 || item.claimedMinor > 0;
  const emptied = spent && item.status !== AWAITING_PAYMENT ? USED : CANCELLED;
  return {
    kind: 'withdraw',
    deltaMinor: -minor,
    deltaPieces: empty ? -item.remainingPieces : 0,
    status: empty ? emptied : item.status,
    note,
  };
};
