import { chunksOf } from '../../../../platform/chunks.ts';
import { TransactionRefused, transact, type Write } from '../../../../storage/transactions.ts';
import { ABSENT, type Row } from '../../../../storage/table.ts';
import { issueItem, type NewItem } from '../ledger/ledger.ts';
import type { ItemRow } from '../rows.ts';
import { rowOfType } from '../../../../storage/row-of-type.ts';

/**
 * The writes that issue an item: the item and the first entry of its ledger. Search entries are written from the
 * stream.
 */
export const issueWrites = (item: NewItem): Write[] => {
  const rows = issueItem(item);
  return [
    { put: rows.item, condition: ABSENT, name: rows.item.pk },
    { put: rows.entry, condition: ABSENT },
  ];
};

/** Maximum number of items of one transaction, with room for the writes of the caller. */
export const ITEMS_PER_TRANSACTION = 48;
const CONCURRENT_BATCHES = 4;

/** Processes items in batches that fit into one transaction, a few batches at a time. */
export const inBatches = async <T>(
  items: readonly T[],
  work: (batch: readonly T[]) => Promise<void>,
): Promise<void> => {
  for (const batches of chunksOf(chunksOf(items, ITEMS_PER_TRANSACTION), CONCURRENT_BATCHES)) {
    await Promise.all(batches.map(work));
  }
};

/**
 * Issues any number of items, 48 per transaction. May be run again: an existing item of the same order and sequence
 * counts as issued.
 */
export const issueItems = (items: readonly NewItem[]): Promise<void> => inBatches(items, issueBatch);

const issueBatch = async (items: readonly NewItem[]): Promise<void> => {
  let pending = [...items];
  while (pending.length > 0) {
    try {
      await transact(pending.flatMap(issueWrites));
      return;
    } catch (error) {
      if (!(error instanceof TransactionRefused)) throw error;
      const existing = new Map(error.failures.map(({ name, row }) => [name, row]));
      const before = pending.length;
      pending = pending.filter((item) => !isSameItem(item.facts, existing.get(issueItem(item).item.pk)));
      if (pending.length === before) throw error;
    }
  }
};

/**
 * Whether an existing row is this item, issued by an earlier attempt. Codes are derived from the order, the line and
 * the position, so a different item under the same key is a bug.
 */
export const isSameItem = (
  item: Pick<ItemRow, 'orderId' | 'sequence' | 'valueMinor'>,
  existing: Row | undefined,
): boolean => {
  if (existing?.type !== 'item') return false;
  const stored = rowOfType<ItemRow>('item', existing);
  return stored.orderId === item.orderId && stored.sequence === item.sequence && stored.valueMinor === item.valueMinor;
};
