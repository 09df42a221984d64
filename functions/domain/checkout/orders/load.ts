import { notFound } from '../../../platform/errors.ts';
import { getRow } from '../../../storage/table.ts';
import { shownOrder } from './order-shape.ts';
import { orderKey, type OrderRow } from './rows.ts';
import { isOrderId } from './rules.ts';

/** An order of a company. Throws 404 `not_found` if it has no order with this id. */
export const loadOrder = async (
  company: string,
  orderId: string,
  options: { consistent?: boolean } = {},
): Promise<OrderRow> => {
  const order = isOrderId(orderId) ? shownOrder(await getRow(orderKey(company, orderId), options)) : undefined;
  if (!order) throw notFound('order');
  return order;
};
