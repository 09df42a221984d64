import type { Actor } from '../../../platform/actor.ts';
import { nowMs } from '../../../platform/clock.ts';
import { shardsOf } from '../../../storage/due.ts';
import { dueRows } from '../../../storage/due-rows.ts';
import { getRows } from '../../../storage/table.ts';
import { changeOrder, type OrderRef } from '../../checkout/orders/change-order.ts';
import { orderCodec } from '../../checkout/orders/order-codec.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';
import { isRedrawFailed } from '../../checkout/orders/rules.ts';
import { stateOf } from '../../checkout/orders/states.ts';

const FAILED_PER_SHARD = 200;

/**
 * Orders of all companies whose fulfillment, or the rendering of their outdated documents, failed permanently; at most
 * `FAILED_PER_SHARD` per shard.
 */
export const failedOrders = async (): Promise<OrderRow[]> => {
  const shards = await Promise.all(
    shardsOf('order-failed').map((shard) => dueRows('order-failed', shard, nowMs(), FAILED_PER_SHARD)),
  );
  const keys = shards.flat();
  const rows = await getRows(keys, { consistent: true });
  return keys
    .flatMap((key) => rows.get(key) ?? [])
    .map((raw) => orderCodec.read(raw))
    .filter((order) => stateOf(order) === 'fulfillment_failed' || isRedrawFailed(order));
};

/**
 * Retries a failed fulfillment or rendering: the change to the order queues the retry, and issued items are kept.
 * Throws 404, and 409 for an order without a failure.
 */
export const retryFulfillment = async (order: OrderRef, by: Actor = { system: 'operator' }): Promise<void> => {
  await changeOrder(order, { kind: 'fulfillment_retried', by });
};
