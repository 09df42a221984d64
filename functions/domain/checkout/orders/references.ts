import { getRows } from '../../../storage/table.ts';
import { shownOrder } from './order-shape.ts';
import { orderKey } from './rows.ts';

/** References of orders by their ids; orders of the legacy API have none. */
export const referencesOf = async (
  company: string,
  orderIds: Iterable<string>,
): Promise<ReadonlyMap<string, string>> => {
  const keys = [...new Set(orderIds)].map((id) => orderKey(company, id));
  if (keys.length === 0) return new Map();
  const rows = await getRows(keys);
  return new Map(
    keys.flatMap((key) => {
      const row = rows.get(key);
      if (!row) return [];
      const { id, reference } = shownOrder(row);
      return [[id, reference]];
    }),
  );
};
