import { getRow, getRows, type Key } from '../../../storage/table.ts';
import { itemKey, type ItemRow } from './rows.ts';

/**
 * Items by the partition under which they were issued, each followed to its last successor. Takes one read for items
 * that were not replaced, and one more for each step in the longest chain of replacements.
 */
export const readSuccessors = async (keys: readonly Key[]): Promise<Map<string, ItemRow>> => {
  const latest = new Map<string, ItemRow>();
  let open = keys.map((key) => ({ issued: key.pk, key }));
  while (open.length > 0) {
    const rows = await getRows(
      open.map(({ key }) => key),
      { consistent: true },
    );
    open = open.flatMap(({ issued, key }) => {
      const item = rows.get<ItemRow>(key);
      if (item?.replacedBy !== undefined) return [{ issued, key: itemKey(item.company, item.replacedBy) }];
      if (item) latest.set(issued, item);
      return [];
    });
  }
  return latest;
};

/** Key of the successor of an item; undefined if there is none. */
export const successorKey = ({ company, replacedBy }: ItemRow): Key | undefined =>
  replacedBy === undefined ? undefined : itemKey(company, replacedBy);

/** The items that an item replaces, directly and indirectly, newest first. */
export const formerItems = async (item: ItemRow): Promise<ItemRow[]> => {
  const former: ItemRow[] = [];
  let next = item.replaces;
  while (next !== undefined) {
    const row = await getRow<ItemRow>(itemKey(item.company, next.code), { consistent: true });
    if (row) former.push(row);
    next = row?.replaces;
  }
  return former;
};
