import { setTimeout as sleep } from 'node:timers/promises';
import { GatewayUnavailable } from '../../../adapters/payments/port.ts';
import { chunksOf } from '../../../platform/chunks.ts';
import { nowMs } from '../../../platform/clock.ts';
import { log } from '../../../platform/log.ts';
import { membersAre } from '../../../storage/conditions.ts';
import { COMMON_MAX_MS } from '../../../storage/common-rows.ts';
import { rowOfType } from '../../../storage/row-of-type.ts';
import { rowUpdate } from '../../../storage/row-update.ts';
import { getRow, queryPages, updateRow, type Condition } from '../../../storage/table.ts';
import { unlessRefused } from '../../../storage/unless-refused.ts';
import { productKey, type EventRow } from '../../catalog/products/rows.ts';
import { dueAfterRun } from './begin.ts';
import { concludeOrder, recordConcluded, type ConcludedOrder } from './conclude.ts';
import { collectOrders, type RunningCancellation } from './collect-orders.ts';
import type { CancellationMessage } from './messages.ts';
import { findCancellation } from './read.ts';
import { cancellationCodec, marksOf, type CancelledOrderRow, type EventCancellationRow } from './rows.ts';
import { DAY_MS, MINUTE_MS } from '../../../platform/durations.ts';

/**
 * An order may be priced from an older shared read of the event. This long after a cancellation, every such order has
 * been written, unless its request is very slow.
 */
const WRITTEN_AFTER_MS = COMMON_MAX_MS + 1000;
/** Delay of the last search for late orders. Longer than any function runs and any index lags. */
const LATE_PASS_AFTER_MS = 20 * MINUTE_MS;
const AGAIN_AFTER_MS = 30_000;
const BUSY_WAIT_MS = 500;
/** An order that stays busy for longer, such as by a refund whose gateway does not respond, is left to a later run. */
const BUSY_ATTEMPTS = 20;
const ORDERS_PER_READ = 100;
const CONCURRENT_ORDERS = 8;

/**
 * Outcome of a run. `again`: the time limit is reached. `later`: a dependency does not respond, a payment is not
 * captured yet, or another process keeps changing an order.
 */
type Progress = 'done' | 'again' | 'later';

/**
 * Runs a cancellation until it is finished or until `stopAt` (a time of `performance.now()`), and schedules the next
 * run if one is needed. Progress is saved: a run may be interrupted at any point, and concurrent runs are safe.
 */
export const carryOutCancellation = async (message: CancellationMessage, stopAt: number): Promise<void> => {
  const row = await findCancellation(message.company, message.id);
  if (!row || row.pass === 'over') return;
  if (row.pass === 'late' && nowMs() < row.dueAtMs) return;
  const event = await getRow<EventRow>(productKey(row.company, row.productId), { consistent: true });
  const progress = event ? await progressOf({ row, event }, stopAt) : 'done';
  const next = nextOf(row, progress);
  if (progress !== 'done') reportUnfinished(row, next.dueAtMs);
  await advance(row, next);
};

/** Logs an error once a day: when this run and the next one are due on different days, counted from the request. */
const reportUnfinished = ({ id, createdAtMs, dueAtMs }: EventCancellationRow, nextDueAtMs: number): void => {
  const [before, after] = [dueAtMs, nextDueAtMs].map((ms) => Math.floor((ms - createdAtMs) / DAY_MS));
  if (before === after) return;
  log.error('The cancellation of an event has not been completed for a day', {
    cancellation: id,
    alarm: 'refund_unfinished',
  });
};

/**
 * Processes the orders listed by earlier runs first, so that each run makes progress even when listing takes a long
 * time.
 */
const progressOf = async (cancelling: RunningCancellation, stopAt: number): Promise<Progress> => {
  const { row } = cancelling;
  try {
    const listed = await concludeAll(row, stopAt);
    if (row.isListed || listed === 'again') return listed;
    const beganAtMs = nowMs();
    if (!(await collectOrders(cancelling, stopAt))) return 'again';
    const writtenAtMs = row.createdAtMs + WRITTEN_AFTER_MS;
    if (beganAtMs < writtenAtMs) {
      const first = await concludeAll(row, stopAt);
      if (first !== 'done') return first;
      await sleep(Math.max(0, writtenAtMs - nowMs()));
      if (!(await collectOrders(cancelling, stopAt))) return 'again';
    }
    await markListed(row);
    return await concludeAll(row, stopAt);
  } catch (error) {
    if (!(error instanceof GatewayUnavailable)) throw error;
    log.warn('A gateway did not respond for a cancelled event', { cancellation: row.id, cause: error });
    return 'later';
  }
};

const inSamePass = ({ run, pass }: EventCancellationRow): Condition => membersAre({ run, pass });

/** Updates the row, unless another run has moved on to the next run or pass. */
const updateInPass = async (row: EventCancellationRow, set: Record<string, unknown>): Promise<void> => {
  await unlessRefused(updateRow(rowUpdate({ key: row, set, if: inSamePass(row) })));
};

const markListed = (row: EventCancellationRow): Promise<void> => updateInPass(row, { isListed: true });

/** Concludes the listed orders. Retries busy orders for some seconds. */
const concludeAll = async (row: EventCancellationRow, stopAt: number): Promise<Progress> => {
  for (let attempt = 1; ; attempt++) {
    const { isBusy, isHeldUp, isOutOfTime } = await concludeOnce(row, stopAt);
    if (isOutOfTime) return 'again';
    if (!isBusy) return isHeldUp ? 'later' : 'done';
    if (attempt >= BUSY_ATTEMPTS) return 'later';
    if (performance.now() + BUSY_WAIT_MS > stopAt) return 'again';
    await sleep(BUSY_WAIT_MS);
  }
};

interface Walk {
  isBusy: boolean;
  isHeldUp: boolean;
  isOutOfTime: boolean;
}

/** Tries each order of the list once. */
const concludeOnce = async (row: EventCancellationRow, stopAt: number): Promise<Walk> => {
  const walk: Walk = { isBusy: false, isHeldUp: false, isOutOfTime: false };
  const query = { ...marksOf(row.company, row.id, 'todo'), limit: ORDERS_PER_READ };
  for await (const marks of queryPages(query)) {
    const ids = marks.map((each) => rowOfType<CancelledOrderRow>('cancelled-order', each).orderId);
    for (const group of chunksOf(ids, CONCURRENT_ORDERS)) {
      if (performance.now() > stopAt) return { ...walk, isOutOfTime: true };
      const attempts = await Promise.all(group.map((orderId) => concludeOrder(row, orderId)));
      await recordConcluded(
        row,
        attempts.filter((attempt): attempt is ConcludedOrder => typeof attempt === 'object'),
      );
      walk.isBusy ||= attempts.includes('busy');
      walk.isHeldUp ||= attempts.includes('later');
    }
  }
  return walk;
};

type NextRun = Partial<EventCancellationRow> & Pick<EventCancellationRow, 'dueAtMs'>;

/** Ends the run, and schedules the next run or the late pass if there is one. */
const advance = (row: EventCancellationRow, changes: NextRun): Promise<void> => {
  const { duepk, duesk } = cancellationCodec.write({ ...row, ...changes });
  return updateInPass(row, { ...changes, duepk, duesk });
};

const nextOf = (row: EventCancellationRow, progress: Progress): NextRun => {
  const now = nowMs();
  if (progress === 'later') return { dueAtMs: now + AGAIN_AFTER_MS };
  // Runs of the late pass are skipped before they are due, so an unfinished one is due immediately.
  if (progress === 'again') return { run: row.run + 1, dueAtMs: row.pass === 'late' ? now : dueAfterRun(now) };
  return row.pass === 'first'
    ? { pass: 'late', isListed: false, dueAtMs: now + LATE_PASS_AFTER_MS }
    : { pass: 'over', dueAtMs: now };
};
