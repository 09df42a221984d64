import { foldCode } from '../../catalog/codes/rules.ts';
import { getRows, queryPage, type Key } from '../../../storage/table.ts';
import { changeOrder } from './change-order.ts';
import { hasUncountedUse } from './counting-rules.ts';
import { orderCodec } from './order-codec.ts';
import { ordersOf, type OrderRow } from './rows.ts';
import { columnOf } from './sale-effects.ts';

const BY = { system: 'counting' };
const ORDERS_AT_ONCE = 500;

/**
 * Counts the use of a discount code by an order that was made while nothing limited the code, where it is one of `codes`
 * (folded). One transaction with the order, so it is counted once. Returns the latest order.
 */
export const countOrder = async (order: OrderRow, codes: ReadonlySet<string>): Promise<OrderRow> => {
  const isOfThese = hasUncountedUse(order) && codes.has(foldCode(order.discount?.code ?? ''));
  if (!isOfThese || columnOf(order) === undefined) return order;
  const { order: counted } = await changeOrder(order, { kind: 'code_use_counted', by: BY }, { seed: order });
  return counted;
};

/** Counts such uses of all orders of a company. Safe to interrupt and run again while the company sells. */
export const backfillCounts = async (company: string, codes: ReadonlySet<string>): Promise<void> => {
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
