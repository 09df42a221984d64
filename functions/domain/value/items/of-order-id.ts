import { getRow, queryAll, queryPage, type Key } from '../../../storage/table.ts';
import { shownOrder } from '../../checkout/orders/order-shape.ts';
import { orderKey } from '../../checkout/orders/rows.ts';
import { isOrderId } from '../../checkout/orders/rules.ts';
import { itemOrderKey, type ItemOrderRow } from './issuance/item-orders.ts';
import { codesOfItemOrder, codesOfOrder } from './issuance/of-order.ts';
import { readSuccessors } from './successors.ts';
import { itemKey, itemsOfOrderId, touchedOfOrder, type ItemRow } from './rows.ts';

/** Keys of an order's items in their sequence; an order has at most 1000. */
export const itemKeysOfOrder = (company: string, orderId: string): Promise<Key[]> =>
  queryAll<Key>(itemsOfOrderId(company, orderId));

/**
 * The current items of an order in their sequence. When the index returns fewer items than the order has, because it
 * may lag, the items are found by the codes derived from the order.
 */
export const readItemsOfOrder = async (company: string, orderId: string): Promise<ItemRow[]> => {
  const items = await readItems(await itemKeysOfOrder(company, orderId));
  if (items.length > 0 && items.length === items[0]?.orderItems) return items;
  const codes = await codesOf(company, orderId);
  return codes ? readItems(codes.map((code) => itemKey(company, code))) : items;
};

/**
 * Codes of the items of an order; undefined for an order without a row, such as that of an activated or imported code.
 */
const codesOf = async (company: string, orderId: string): Promise<string[] | undefined> => {
  if (isOrderId(orderId)) {
    const bought = shownOrder(await getRow(orderKey(company, orderId), { consistent: true }));
    return bought && codesOfOrder(bought);
  }
  const issued = await getRow<ItemOrderRow>(itemOrderKey(company, orderId), { consistent: true });
  return issued && codesOfItemOrder(issued);
};

/** The current items of keys. A lagging index may list an item and its successor, which is one item. */
const readItems = async (keys: readonly Key[]): Promise<ItemRow[]> => {
  const items = await readSuccessors(keys);
  const current = keys.flatMap(({ pk }) => items.get(pk) ?? []);
  return [...new Map(current.map((item) => [item.pk, item])).values()];
};

/**
 * One item that the index lists as claimed, held or blocked, read consistently. One such item is enough to refuse the
 * claim of its order.
 */
export const touchedItemOf = async (company: string, orderId: string): Promise<ItemRow | undefined> => {
  const { rows } = await queryPage<Key>({ ...touchedOfOrder(company, orderId), limit: 1 });
  return rows[0] && getRow<ItemRow>(rows[0], { consistent: true });
};
