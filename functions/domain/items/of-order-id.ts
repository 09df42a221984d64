import { getRow, getRows, queryAll, queryPage, type Key } from '../../storage/table.ts';
import { orderKey, type OrderRow } from '../orders/rows.ts';
import { isOrderId } from '../orders/rules.ts';
import { codesOfOrder } from './of-order.ts';
import { itemKey, itemsOfOrderId, touchedOfOrder, type ItemRow } from './rows.ts';

/** Keys of an order's items in their sequence; an order has at most 1000. */
export const itemKeysOfOrder = (company: string, orderId: string): Promise<Key[]> =>
  queryAll<Key>(itemsOfOrderId(company, orderId));

/**
 * The items of an order in their sequence, as they are at this moment. When the index shows fewer than the order has, those
 * of an order that was bought are found by their codes: it may not show what was just issued.
 */
export const readItemsOfOrder = async (company: string, orderId: string): Promise<ItemRow[]> => {
  const items = await readItems(await itemKeysOfOrder(company, orderId));
  if (items.length > 0 && items.length === items[0]?.orderItems) return items;
  const order = isOrderId(orderId)
    ? await getRow<OrderRow>(orderKey(company, orderId), { consistent: true })
    : undefined;
  return order ? readItems(codesOfOrder(order).map((code) => itemKey(company, code))) : items;
};

const readItems = async (keys: readonly Key[]): Promise<ItemRow[]> => {
  const rows = await getRows(keys, { consistent: true });
  return keys.flatMap((key) => rows.get<ItemRow>(key) ?? []);
};

/** One item of an order that was not whole a moment ago, as it is now: enough to refuse the claim of the whole order. */
export const touchedItemOf = async (company: string, orderId: string): Promise<ItemRow | undefined> => {
  const { rows } = await queryPage<Key>({ ...touchedOfOrder(company, orderId), limit: 1 });
  return rows[0] && getRow<ItemRow>(rows[0], { consistent: true });
};
