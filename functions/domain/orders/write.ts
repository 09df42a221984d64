import type { Write } from '../../storage/transactions.ts';
import type { IndexKeys } from '../../storage/table.ts';
import { dueAt } from '../../storage/due.ts';
import { orderIndexes, orderKey, type OrderRow } from './rows.ts';
import { canFulfil, expiresAtMs } from './rules.ts';

/** Name of the order's write in a transaction; its refusal means that somebody else changed the order first. */
export const ORDER_WRITE = 'order';

type Draft = Omit<OrderRow, 'pk' | 'sk' | 'type' | 'v'>;

/** The row of an order with every index key that its state asks for. */
export const orderRow = (order: Draft): OrderRow => {
  const row: OrderRow = { ...order, ...orderKey(order.company, order.id), type: 'order', v: 1 };
  return { ...row, ...NO_INDEXES, ...orderIndexes(row), ...orderDue(row) };
};

/** Index keys of the state before must not survive; members without a value are not stored. */
const NO_INDEXES: IndexKeys = Object.fromEntries(
  ['ix1', 'ix2', 'ix3', 'ix4', 'due'].flatMap((index) => [`${index}pk`, `${index}sk`]).map((key) => [key, undefined]),
);

/** What an order waits for: its expiry while unpaid, its `send_at` while paid and scheduled, staff when it failed. */
const orderDue = (order: OrderRow): { duepk?: string; duesk?: string } => {
  if (order.fulfillment.failedAtMs !== undefined) return dueAt('order-failed', order.id, order.fulfillment.failedAtMs);
  if (order.status === 'pending_payment') return dueAt('order-expiry', order.id, expiresAtMs(order));
  const scheduledAtMs = order.delivery.sendAtMs;
  const waits = scheduledAtMs !== undefined && order.fulfillment.status === 'processing';
  return waits && canFulfil(order, scheduledAtMs) ? dueAt('order-fulfilment', order.id, scheduledAtMs) : {};
};

export const insertOrder = (order: Draft): Write => ({
  put: orderRow(order),
  condition: { expression: 'attribute_not_exists(pk)' },
  name: ORDER_WRITE,
});

/** Writes an order over the version it was read at. */
export const replaceOrder = (before: OrderRow, after: OrderRow, nowMs: number): Write => ({
  put: orderRow({ ...after, version: before.version + 1, updatedAtMs: nowMs }),
  condition: {
    expression: '#version = :version',
    names: { '#version': 'version' },
    values: { ':version': before.version },
  },
  name: ORDER_WRITE,
});
