import { skippingSilentGateways } from '../adapters/payments/silent-gateways.ts';
import { disputeCodec } from '../domain/checkout/orders/dispute-codec.ts';
import { completeDispute } from '../domain/payments/disputes/record.ts';
import { carryOutMove } from '../domain/fulfillment/event-reschedule/apply.ts';
import { pollAuthorizedPayment } from '../domain/payments/payments/poll-authorized.ts';
import { completeRefund } from '../domain/payments/refunds/record.ts';
import { refundCodec } from '../domain/checkout/orders/refund-rows.ts';
import { withRunRecord } from '../domain/reporting/status/runs.ts';
import { withFailureLog } from '../platform/failure-log.ts';
import { log } from '../platform/log.ts';
import { nowMs } from '../platform/clock.ts';
import { DAY_MS, MINUTE_MS } from '../platform/durations.ts';
import { dueMoment, type DueKind } from '../storage/due.ts';
import { getRow, type Row } from '../storage/table.ts';
import { stopAfterBudget, addSweepResults, sweepShards } from './sweep.ts';

/** Maximum number of rows per kind and shard in one run. */
const ROWS_PER_SHARD = 100;
const CONCURRENT_ROWS = 5;

/** Functions that complete unfinished work, by the kind of its due row. */
const REPAIRS: readonly { kind: DueKind; repair: (row: Row) => Promise<void> }[] = [
  { kind: 'order-refund', repair: (row) => completeRefund(refundCodec.read(row)) },
  { kind: 'order-dispute', repair: (row) => completeDispute(disputeCodec.read(row)) },
  { kind: 'order-payment', repair: pollAuthorizedPayment },
];

/** Unfinished work is reported after this time. Outages of gateways are usually shorter. */
const UNFINISHED_AFTER_MS = DAY_MS;
/** Reported for some runs once a day, because a lasting alarm would hide other incidents of payments. */
const REPORTED_FOR_MS = 5 * MINUTE_MS;

/**
 * An authorized payment that is not captured has another alarm, before its authorization ends. A row without a due time
 * was completed since the index was read.
 */
const reportUnfinished = (kind: DueKind, row: Row): void => {
  if (kind === 'order-payment' || row.duesk === undefined) return;
  const unfinishedMs = nowMs() - dueMoment(row);
  if (unfinishedMs < UNFINISHED_AFTER_MS || unfinishedMs % DAY_MS >= REPORTED_FOR_MS) return;
  log.error('A refund or dispute has not been completed for a day', { row: row.pk, alarm: 'refund_unfinished' });
};

/**
 * Completes work that a request, a notification or an import has left unfinished; runs every minute. Work whose gateway
 * does not respond stays due.
 */
export const handler = withFailureLog(withRunRecord('refund-repair', () => skippingSilentGateways(repairAll)));

const repairAll = async (): Promise<{ finished: number; failed: number }> => {
  const stopAt = stopAfterBudget();
  const all = REPAIRS.map(({ kind, repair }) =>
    sweepShards(
      {
        kind,
        work: async (key) => {
          const row = await getRow(key, { consistent: true });
          if (!row) return 'done';
          reportUnfinished(kind, row);
          await repair(row);
          return 'done';
        },
        concurrency: CONCURRENT_ROWS,
        report: ({ pk }, cause) => log.warn('A due row could not be completed', { kind, row: pk, cause }),
        maximum: ROWS_PER_SHARD,
      },
      stopAt,
    ),
  );
  const moves = sweepShards(
    {
      kind: 'event-move',
      work: (key) => carryOutMove(key, stopAt),
      concurrency: 1,
      report: ({ pk }, cause) => log.warn('The tickets of a moved event could not be updated', { row: pk, cause }),
    },
    stopAt,
  );
  const { done: finished, failed } = addSweepResults(await Promise.all([...all, moves]));
  return { finished, failed };
};
