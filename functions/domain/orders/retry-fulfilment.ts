import { nowMs } from '../../platform/clock.ts';
import { DUE_SHARDS } from '../../storage/due.ts';
import { dueRows } from '../../storage/due-rows.ts';
import { getRows } from '../../storage/table.ts';
import { transact } from '../../storage/transactions.ts';
import type { OrderRow } from './rows.ts';
import { replaceOrder } from './write.ts';

const FAILED_PER_SHARD = 200;

/** Paid orders whose fulfilment was given up, over all companies. */
export const failedOrders = async (): Promise<OrderRow[]> => {
  const shards = await Promise.all(
    Array.from({ length: DUE_SHARDS }, (_, shard) => dueRows('order-failed', shard, nowMs(), FAILED_PER_SHARD)),
  );
  const keys = shards.flat();
  const rows = await getRows(keys, { consistent: true });
  return keys.flatMap((key) => rows.get<OrderRow>(key) ?? []).filter((order) => order.fulfillment.status === 'failed');
};

/** Takes up a failed fulfilment again: the change itself queues it, and what was issued already stays as it is. */
export const retryFulfilment = async (order: OrderRow): Promise<void> => {
  await transact([replaceOrder(order, { ...order, fulfillment: { status: 'processing' } }, nowMs())]);
};
