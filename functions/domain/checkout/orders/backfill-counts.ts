import { foldCode } from '../../catalog/codes/rules.ts';
import { getRows, queryPage, type Key } from '../../../storage/table.ts';
import { openSeats } from '../../catalog/products/seats.ts';
import { changeOrder } from './change-order.ts';
import { hasUncountedUse, uncountedLines } from './counting-rules.ts';
import { orderCodec } from './order-codec.ts';
import { ordersOf, type OrderRow } from './rows.ts';
import { columnOf } from './sale-effects.ts';

const BY = { system: 'counting' };
const ORDERS_AT_ONCE = 500;

/**
 * Counts what an order took before it was counted: seats of events, and the use of its discount code if it is one of
 * `codes` (folded). Each count is one transaction with the order, so it happens once under any concurrency. Returns the
 * current order.
 */
export const countOrder = async (order: OrderRow, codes: ReadonlySet<string>): Promise<OrderRow> => {
  let standing = order;
  const uncounted = uncountedLines(order);
  if (uncounted.length > 0) {
    for (const productId of new Set(uncounted.map((line) => line.productId))) {
      await openSeats(order.company, productId);
    }
    ({ order: standing } = await changeOrder(order, { kind: 'seats_counted', by: BY }, { seed: order }));
  }
  const isOfThese = hasUncountedUse(order) && codes.has(foldCode(order.discount?.code ?? ''));
  if (!isOfThese || columnOf(standing) === undefined) return standing;
  ({ order: standing } = await changeOrder(standing, { kind: 'code_use_counted', by: BY }, { seed: standing }));
  return standing;
};

/** Counts what all orders of a company took so. May be broken off and run again, while it sells. */
export const countEarlier = async (company: string, codes: ReadonlySet<string>): Promise<void> => {
  let startKey: Record<string, unknown> | undefined;
  do {
    const page = await queryPage<Key>({
      ...ordersOf(company),
      limit: ORDERS_AT_ONCE,
      ...(startKey ? { startKey } : {}),
    });
    const rows = await getRows(page.rows, { consistent: true });
    for (const key of page.rows) {
      const raw = rows.get(key);
      if (raw) await countOrder(orderCodec.read(raw), codes);
    }
    startKey = page.lastKey;
  } while (startKey);
};
