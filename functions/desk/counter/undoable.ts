import type { HistoryEntry } from '../../domain/value/items/ledger/history.ts';
import type { TimelineEntry } from '../../domain/value/items/ledger/timeline.ts';
import { minorFromDecimal } from '../../platform/decimals.ts';
import type { Item } from '../code-lookup.ts';

const UNDO = 'undo:';

/** Id of the request that undoes a redemption, derived from it, so that there is only one. */
export const undoGuid = (transaction: string): string => `${UNDO}${transaction}`.slice(0, 200).toWellFormed();

export const isUndoGuid = (guid: string): boolean => guid.startsWith(UNDO);

type ItemUnit = Pick<Item, 'isByAmount'>;

/** The portion that an entry moved: an amount of a value card, otherwise pieces. */
const sizeOf = ({ isByAmount }: ItemUnit, { amount, pieces, currency }: HistoryEntry): number =>
  isByAmount ? (minorFromDecimal(Math.abs(amount), currency) ?? 0) : Math.abs(pieces);

/**
 * Amount of each redemption that was not undone, by its transaction. The desk's undo names its redemption. Refunds by
 * partners do not: they count for the newest redemption of the same amount, otherwise for the newest ones.
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
  let left = size;
  for (const transaction of [named ?? asMuch ?? '', ...newestFirst]) {
    const part = Math.min(taken.get(transaction) ?? 0, left);
    if (part > 0) taken.set(transaction, (taken.get(transaction) ?? 0) - part);
    left -= part;
  }
};

/** State of a redemption: not undone, or undone in part or wholly. */
export const redemptionNow = (
  item: ItemUnit,
  history: readonly TimelineEntry[],
  entry: HistoryEntry,
): 'redeemed' | 'partly back' | 'back' => {
  const left = takenBy(item, history).get(entry.transaction_id) ?? 0;
  if (left === 0) return 'back';
  return left < sizeOf(item, entry) ? 'partly back' : 'redeemed';
};

/** Whether an entry took something that can be restored unchanged. */
export const isUndoable = (item: Item, history: readonly TimelineEntry[], entry: HistoryEntry): boolean => {
  if (!item.available_refund || entry.kind !== 'claim') return false;
  const { minor, pieces } = item.givableBack;
  return (
    redemptionNow(item, history, entry) === 'redeemed' && sizeOf(item, entry) <= (item.isByAmount ? minor : pieces)
  );
};
