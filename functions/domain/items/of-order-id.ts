import { getRow, getRows, queryAll, queryPage, type Key } from '../../storage/table.ts';
import { itemsOfOrderId, touchedOfOrder, type ItemRow } from './rows.ts';

/** Keys of an order's items in their sequence; an order has at most 1000. */
export const itemKeysOfOrder = (company: string, orderId: string): Promise<Key[]> =>
  queryAll<Key>(itemsOfOrderId(company, orderId));

/** The items of an order in their sequence, as they are at this moment. */
export const readItemsOfOrder = async (company: string, orderId: string): Promise<ItemRow[]> => {
  const keys = await itemKeysOfOrder(company, orderId);
  const rows = await getRows(keys, { consistent: true });
  return keys.flatMap((key) => rows.get<ItemRow>(key) ?? []);
};

/** One item of an order that was not whole a moment ago, as it is now: enough to refuse the claim of the whole order. */
export const touchedItemOf = async (company: string, orderId: string): Promise<ItemRow | undefined> => {
  const { rows } = await queryPage<Key>({ ...touchedOfOrder(company, orderId), limit: 1 });
  return rows[0] && getRow<ItemRow>(rows[0], { consistent: true });
};
