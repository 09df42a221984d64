import { getRows, queryPage, queryPages, type Key } from '../../../storage/table.ts';
import { orderCodec } from './order-codec.ts';
import { orderKey, ordersInState, type OrderRow } from './rows.ts';
import { OCCURRING_STATES } from './states.ts';

const UNISSUED = OCCURRING_STATES.filter(([status]) => status === 'pending_payment' || status === 'paid');
const KEYS_PER_READ = 100;

/** The current orders with these ids. */
export const readOrders = (company: string, ids: readonly string[]): Promise<OrderRow[]> =>
  ordersAt(ids.map((id) => orderKey(company, id)));

const ordersAt = async (keys: readonly Key[]): Promise<OrderRow[]> => {
  const rows = await getRows(keys, { consistent: true });
  return keys.flatMap((key): OrderRow[] => {
    const raw = rows.get(key);
    return raw ? [orderCodec.read(raw)] : [];
  });
};

/** Orders of a company that wait for payment or issue, page by page, in their current state. */
export const unissuedOrders = async function* (company: string): AsyncGenerator<OrderRow[]> {
  for (const [status, payment] of UNISSUED) {
    const query = { ...ordersInState(company, status, payment), limit: KEYS_PER_READ };
    for await (const keys of queryPages<Key>(query)) yield ordersAt(keys);
  }
};

const CAPTURED = UNISSUED.filter(([, payment]) => payment === 'captured' || payment === 'partially_refunded');

/**
 * Orders of a company whose fulfillment failed permanently. Reads the newest hundred orders of each captured state
 * before issue.
 */
export const listFailedOrders = async (company: string): Promise<OrderRow[]> => {
  const pages = await Promise.all(
    CAPTURED.map(([status, payment]) =>
      queryPage<Key>({ ...ordersInState(company, status, payment), descending: true, limit: KEYS_PER_READ }),
    ),
  );
  const orders = await ordersAt(pages.flatMap(({ rows }) => rows));
  return orders.filter(({ fulfillment }) => fulfillment.status === 'failed');
};
