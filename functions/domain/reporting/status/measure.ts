import { dueBetween, dueInAllShards, duePosition } from '../../../storage/due-rows.ts';
import { shardsOf, type DueKind } from '../../../storage/due.ts';
import { MEASURED, type MeasuredComponent, type ScheduleRunsRow } from './rows.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';

/** Payments, refunds and disputes that have been due for this long are late: a schedule processes them every minute. */
const OVERDUE_MS = 15 * MINUTE_MS;
const FAILED_WITHIN_MS = 60 * MINUTE_MS;
/** Minimum number of rows: fewer may be caused by individual orders. */
const ROWS = 3;

const PAYMENT_KINDS: readonly DueKind[] = ['order-payment', 'order-refund', 'order-dispute'];

const isPaymentsLate = async (nowMs: number): Promise<boolean> => {
  const late = await Promise.all(PAYMENT_KINDS.map((kind) => dueInAllShards(kind, nowMs - OVERDUE_MS, ROWS)));
  return late.flat().length >= ROWS;
};

const isFulfillmentFailing = async (nowMs: number): Promise<boolean> => {
  const range = { from: duePosition(nowMs - FAILED_WITHIN_MS), to: duePosition(nowMs + MINUTE_MS) };
  const kind = 'order-failed';
  const failed = await Promise.all(shardsOf(kind).map((shard) => dueBetween(kind, shard, range, ROWS)));
  return failed.flat().length >= ROWS;
};

/** Minimum number of consecutive failures: a single failure may be temporary. */
export const FAILED_SALES = 2;

/**
 * Components that are degraded now: three payments, refunds or disputes waiting for over 15 minutes; three failed
 * fulfillments within the hour; two consecutive synthetic sales that failed.
 */
export const degradedComponents = async (
  nowMs: number,
  runs: ScheduleRunsRow | undefined,
): Promise<ReadonlySet<MeasuredComponent>> => {
  const [payments, fulfillment] = await Promise.all([isPaymentsLate(nowMs), isFulfillmentFailing(nowMs)]);
  const sales = (runs?.failedSales ?? 0) >= FAILED_SALES;
  const isDegraded: Partial<Record<MeasuredComponent, boolean>> = { payments, fulfillment, sales };
  return new Set(MEASURED.filter((component) => isDegraded[component]));
};
