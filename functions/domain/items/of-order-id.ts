import { getRows, queryAll, type Key } from '../../storage/table.ts';
import { itemsOfOrderId, type ItemRow } from './rows.ts';

/** Keys of an order's items in their sequence; an order has at most 1000. */
export const itemKeysOfOrder = (company: string, orderId: string): Promise<Key[]> =>
  queryAll<Key>(itemsOfOrderId(company, orderId));

/** The items of an order in their sequence, as they are at this moment. */
export const readItemsOfOrder = async (company: string, orderId: string): Promise<ItemRow[]> => {
  const keys = await itemKeysOfOrder(company, orderId);
  const rows = await getRows(keys, { consistent: true });
  return keys.flatMap((key) => rows.get<ItemRow>(key) ?? []);
};
