import { disputeCodec } from '../domain/disputes/rows.ts';
import { repairDispute } from '../domain/disputes/record.ts';
import { checkPayment } from '../domain/payments/check-payment.ts';
import { repairRefund } from '../domain/refunds/record.ts';
import { refundCodec } from '../domain/refunds/rows.ts';
import { nowMs } from '../platform/clock.ts';
import { guarded } from '../platform/guarded.ts';
import { log } from '../platform/log.ts';
import { dueRows } from '../storage/due-rows.ts';
import { DUE_SHARDS, type DueKind } from '../storage/due.ts';
import { getRow, type Key, type Row } from '../storage/table.ts';

/** Rows of one kind and shard in one run; one that cannot be brought to its end does not hold up the others. */
const ROWS_PER_SHARD = 100;
const ROWS_AT_ONCE = 5;
/** What is left then is for the next run: well within the function's time limit. */
const TIME_BUDGET_MS = 45_000;

/** What is brought to its end, by the kind of its due row: money that is on its way, in the one direction or the other. */
const REPAIRS: Partial<Record<DueKind, (row: Row) => Promise<void>>> = {
  'order-refund': (row) => repairRefund(refundCodec.read(row)),
  'order-dispute': (row) => repairDispute(disputeCodec.read(row)),
  'order-payment': (row) => checkPayment(row),
};

/** Finishes what a request or a notification has left on the way; runs every minute. */
export const handler = guarded(async (): Promise<{ finished: number; failed: number }> => {
  const stopAt = performance.now() + TIME_BUDGET_MS;
  const shards = Object.keys(REPAIRS).flatMap((kind) =>
    Array.from({ length: DUE_SHARDS }, (_, shard) => sweepShard(kind as DueKind, shard, stopAt)),
  );
  const results = await Promise.all(shards);
  return results.reduce((sum, each) => ({ finished: sum.finished + each.finished, failed: sum.failed + each.failed }), {
    finished: 0,
    failed: 0,
  });
});

const sweepShard = async (
  kind: DueKind,
  shard: number,
  stopAt: number,
): Promise<{ finished: number; failed: number }> => {
  const result = { finished: 0, failed: 0 };
  const keys = await dueRows(kind, shard, nowMs(), ROWS_PER_SHARD);
  for (let at = 0; at < keys.length && performance.now() < stopAt; at += ROWS_AT_ONCE) {
    const outcomes = await Promise.all(keys.slice(at, at + ROWS_AT_ONCE).map((key) => repairQuietly(kind, key)));
    for (const isDone of outcomes) result[isDone ? 'finished' : 'failed']++;
  }
  return result;
};

/** What got no answer stays due. */
const repairQuietly = async (kind: DueKind, key: Key): Promise<boolean> => {
  try {
    const row = await getRow(key, { consistent: true });
    if (row) await REPAIRS[kind]?.(row);
    return true;
  } catch (error) {
    log.warn('What was due could not be brought to its end', { kind, row: key.pk, cause: error });
    return false;
  }
};
