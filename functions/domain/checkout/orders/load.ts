import { notFound } from '../../../platform/errors.ts';
import { getRow } from '../../../storage/table.ts';
import { shownOrder } from './order-shape.ts';
import { orderKey, type OrderRow } from './rows.ts';
import { isOrderId } from './rules.ts';

/** An order of a company. Throws 404 `not_found` if it has no order with this id. */
export const loadOrder = async (company: string, orderId: string): Promise<OrderRow> => {
  const raw = isOrderId(orderId) ? await getRow(orderKey(company, orderId), { consistent: true }) : undefined;
  const order = shownOrder(raw);
  if (!order) throw notFound('order');
  return order;
};
