import { isGroupClaimable, loadReadableItem } from './load.ts';
import type { LookupCaller } from './code-lookups.ts';
import { itemObject, type ItemObject } from './present.ts';

/** The item of a code (lib/reference/items.md#looking-up-codes). Throws 404, and 429 after too many misses. */
export const readItem = async (caller: LookupCaller, code: string): Promise<ItemObject> => {
  const { item, terms } = await loadReadableItem(caller, code);
  return itemObject(item, terms, await isGroupClaimable(item, terms));
};
