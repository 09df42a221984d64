import { getRows, queryPages } from '../../../storage/table.ts';
import { shownOrder } from './order-shape.ts';
import { ordersOf, type OrderRow } from './rows.ts';

const PAGE = 100;

/** Orders of a company, of any age, that may have changed in a time range. Reads every order of the company. */
export const ordersChanged = async function* (
  company: string,
  range: { fromMs: number; untilMs: number },
): AsyncGenerator<OrderRow> {
  for await (const keys of queryPages({ ...ordersOf(company), descending: true, limit: PAGE })) {
    const rows = await getRows(keys, { consistent: true });
    for (const key of keys) {
      const order = shownOrder(rows.get(key));
      // `updatedAtMs` may be after the range, because a later event may have changed the order again.
      if (order && order.updatedAtMs >= range.fromMs && order.createdAtMs <= range.untilMs) yield order;
    }
  }
};
