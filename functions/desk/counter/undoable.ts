import type { HistoryEntry } from '../../domain/value/items/ledger/history.ts';
import type { TimelineEntry } from '../../domain/value/items/ledger/timeline.ts';
import { minorFromDecimal } from '../../platform/decimals.ts';
import type { Item } from '../code-lookup.ts';
import { UNDO } from '../../domain/value/items/redemptions/undo-claims.ts';

/**
 * The guid of the request that undoes a redemption. It is derived from the redemption, so each redemption has only one.
 */
export const undoGuid = (transaction: string): string => `${UNDO}${transaction}`.slice(0, 200).toWellFormed();

export const isUndoGuid = (guid: string): boolean => guid.startsWith(UNDO);

type ItemUnit = Pick<Item, 'isByAmount'>;

/**
 * Size of an entry: the amount in the smallest currency unit for items that are redeemed by amount, otherwise the
 * number of pieces.
 */
const sizeOf = ({ isByAmount }: ItemUnit, { amount, pieces, currency }: HistoryEntry): number =>
  isByAmount ? (minorFromDecimal(Math.abs(amount), currency) ?? 0) : Math.abs(pieces);

/**
 * The part of each redemption that has not been undone, by transaction. An undo at the desk names its redemption. A
 * refund by a partner does not, so it is assigned to the newest redemption of the same size, otherwise to the newest
 * ones.
 */
const takenBy = (item: ItemUnit, history: readonly TimelineEntry[]): ReadonlyMap<string, number> => {
  const taken = new Map<string, number>();
  for (const entry of history.flatMap(({ change }) => change ?? []).toReversed()) {
    if (entry.kind === 'claim') taken.set(entry.transaction_id, sizeOf(item, entry));
    if (entry.kind === 'refund') returnValue(taken, entry.request_guid, sizeOf(item, entry));
  }
  return taken;
};

const returnValue = (taken: Map<string, number>, guid: string, size: number): void => {
  const newestFirst = [...taken.keys()].toReversed();
  const named = newestFirst.find((transaction) => undoGuid(transaction) === guid);
  const asMuch = newestFirst.find((transaction) => taken.get(transaction) === size);
  let remaining = size;
  for (const transaction of [named ?? asMuch ?? '', ...newestFirst]) {
    const part = Math.min(taken.get(transaction) ?? 0, remaining);
    if (part > 0) taken.set(transaction, (taken.get(transaction) ?? 0) - part);
    remaining -= part;
  }
};

/** Whether a redemption is in effect, partly undone or undone. */
export const redemptionNow = (
  item: ItemUnit,
  history: readonly TimelineEntry[],
  entry: HistoryEntry,
): 'redeemed' | 'partly back' | 'back' => {
  const remaining = takenBy(item, history).get(entry.transaction_id) ?? 0;
  if (remaining === 0) return 'back';
  return remaining < sizeOf(item, entry) ? 'partly back' : 'redeemed';
};

/** Whether an entry is a redemption that can be undone exactly. */
export const isUndoable = (item: Item, history: readonly TimelineEntry[], entry: HistoryEntry): boolean => {
  if (!item.available_refund || entry.kind !== 'claim') return false;
  const { minor, pieces } = item.givableBack;
  return (
    redemptionNow(item, history, entry) === 'redeemed' && sizeOf(item, entry) <= (item.isByAmount ? minor : pieces)
  );
};
