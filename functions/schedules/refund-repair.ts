import { finishRefund } from '../domain/payments/refund.ts';
import type { RefundRow } from '../domain/payments/refund-items.ts';
import { nowMs } from '../platform/clock.ts';
import { guarded } from '../platform/guarded.ts';
import { log } from '../platform/log.ts';
import { dueRows } from '../storage/due-rows.ts';
import { DUE_SHARDS } from '../storage/due.ts';
import { getRows } from '../storage/table.ts';

const REFUNDS_PER_SHARD = 25;

/** Finishes refunds whose request died between the gateway's answer and our record of it. */
export const handler = guarded(async (): Promise<{ finished: number; failed: number }> => {
  const shards = await Promise.all(
    Array.from({ length: DUE_SHARDS }, (_, shard) => dueRows('order-refund', shard, nowMs(), REFUNDS_PER_SHARD)),
  );
  const keys = shards.flat();
  const rows = await getRows(keys, { consistent: true });
  const outcomes = await Promise.all(
    keys
      .flatMap((key) => rows.get<RefundRow>(key) ?? [])
      .filter((row) => row.state === 'running')
      .map(finishQuietly),
  );
  const finished = outcomes.filter(Boolean).length;
  return { finished, failed: outcomes.length - finished };
});

/** A refusal of the gateway is an end as well; no answer leaves the refund due. */
const finishQuietly = async (row: RefundRow): Promise<boolean> => {
  try {
    await finishRefund(row);
    return true;
  } catch (error) {
    log.warn('A refund could not be finished by the sweep', { order_id: row.orderId, cause: error });
    return false;
  }
};
