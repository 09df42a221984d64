import type { ItemRow } from '../rows.ts';
import { isGroupClaimable } from '../load.ts';
import { itemObject, type ItemObject } from '../present.ts';
import { searchAllItems, type ItemSearch } from './search.ts';

interface CountedPage {
  offset: number;
  limit: number;
  order: 'asc' | 'desc';
}

/** By time of issue; items of one order in their sequence. */
const byIssue = (a: ItemRow, b: ItemRow): number => {
  if (a.createdAtMs !== b.createdAtMs) return a.createdAtMs - b.createdAtMs;
  if (a.orderId !== b.orderId) return a.orderId < b.orderId ? -1 : 1;
  return a.sequence - b.sequence;
};

/** A page of item objects that match, with their total (lib/reference/v1.md#lists). Reads all matches. */
export const listCountedItems = async (
  company: string,
  search: Omit<ItemSearch, 'limit' | 'startingAfter'>,
  { offset, limit, order }: CountedPage,
): Promise<{ items: ItemObject[]; itemsCount: number }> => {
  const { items, terms } = await searchAllItems(company, search);
  const ordered = order === 'asc' ? items.toSorted(byIssue) : items.toSorted((a, b) => byIssue(b, a));
  const page = ordered.slice(offset, offset + limit);
  const orders = new Map(page.map((item) => [item.orderId, item]));
  const claimable = await Promise.all(
    [...orders].map(async ([orderId, item]) => [orderId, await isGroupClaimable(item, terms)] as const),
  );
  const groups = new Map(claimable);
  return {
    items: page.map((item) => itemObject(item, terms, groups.get(item.orderId) ?? false)),
    itemsCount: items.length,
  };
};
