import { getRows, type Key } from '../../../storage/table.ts';
import { itemKey, type ItemRow } from './rows.ts';

/**
 * Items by the partition of the key they were issued under, each followed to the item that replaced it last. One read for
 * items that were not replaced, one more for each replacement.
 */
export const readSuccessors = async (keys: readonly Key[]): Promise<Map<string, ItemRow>> => {
  const found = new Map<string, ItemRow>();
  let open = keys.map((key) => ({ issued: key.pk, key }));
  while (open.length > 0) {
    const rows = await getRows(
      open.map(({ key }) => key),
      { consistent: true },
    );
    open = open.flatMap(({ issued, key }) => {
      const item = rows.get<ItemRow>(key);
      if (item?.replacedBy !== undefined) return [{ issued, key: itemKey(item.company, item.replacedBy) }];
      if (item) found.set(issued, item);
      return [];
    });
  }
  return found;
};

/** The codes that an item has had before, newest first. */
export const formerCodes = async (item: ItemRow): Promise<string[]> => {
  const codes: string[] = [];
  let code = item.replaces?.code;
  while (code !== undefined) {
    codes.push(code);
    const rows = await getRows([itemKey(item.company, code)], { consistent: true });
    code = rows.get<ItemRow>(itemKey(item.company, code))?.replaces?.code;
  }
  return codes;
};
