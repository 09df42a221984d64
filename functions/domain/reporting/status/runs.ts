import { nowMs } from '../../../platform/clock.ts';
import { log } from '../../../platform/log.ts';
import { warmMap } from '../../../platform/warm-state.ts';
import { rowUpdate } from '../../../storage/row-update.ts';
import { updateRow } from '../../../storage/table.ts';
import { FAILED_SALES } from './measure.ts';
import { ranMember, RUNS_KEY, type ScheduleRunsRow, type SeenRun } from './rows.ts';
import { SCHEDULE_MINUTES, watchedSchedules, type ScheduleName } from './schedules.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';

/** Minimum interval between two records: a schedule that runs every minute does not record each run. */
const RECORDED_EVERY_MS = 4 * MINUTE_MS;
/** Tolerance for the time between two records, and between two checks. */
const LAG_MS = 10 * MINUTE_MS;

const recordedAtMs = warmMap<ScheduleName, number>();

const OF_RUNS = { type: 'schedule-runs', v: 1 } as const;

/** Records that a schedule has run, for the check of missed runs. */
const recordRun = async (schedule: ScheduleName): Promise<void> => {
  const now = nowMs();
  const sinceMs = now - (recordedAtMs.get(schedule) ?? -Infinity);
  if (sinceMs >= 0 && sinceMs < RECORDED_EVERY_MS) return;
  await updateRow(rowUpdate({ key: RUNS_KEY, set: { ...OF_RUNS, [ranMember(schedule)]: now } }));
  recordedAtMs.set(schedule, now);
};

/** Wraps the work of a schedule so that its completed runs are recorded. */
export const withRunRecord =
  <Arguments extends unknown[], Result>(schedule: ScheduleName, work: (...args: Arguments) => Promise<Result>) =>
  async (...args: Arguments): Promise<Result> => {
    const result = await work(...args);
    await recordRun(schedule);
    return result;
  };

interface SaleRun {
  isSold: boolean;
  /** Whether the timer of a deployment starts the sales, so that missed runs are reported. */
  repeats: boolean;
}

/** Records a synthetic sale, and logs an incident for the second consecutive failure and each further one. */
export const recordSale = async ({ isSold, repeats }: SaleRun): Promise<void> => {
  const ran = repeats ? { [ranMember('synthetic-sale')]: nowMs() } : {};
  const set = { ...OF_RUNS, ...ran, ...(isSold ? { failedSales: 0 } : {}) };
  const change = { key: RUNS_KEY, set, ...(isSold ? {} : { add: { failedSales: 1 } }) };
  const { failedSales = 0 } = await updateRow<ScheduleRunsRow>(rowUpdate(change));
  if (failedSales >= FAILED_SALES) log.error('Synthetic sales failed', { alarm: 'sale_failed', in_a_row: failedSales });
};

const ranAtMs = (runs: ScheduleRunsRow | undefined, schedule: ScheduleName): number =>
  Number((runs as Record<string, unknown> | undefined)?.[ranMember(schedule)] ?? 0);

const limitMs = (schedule: ScheduleName): number => 2 * SCHEDULE_MINUTES[schedule] * MINUTE_MS + LAG_MS;

/**
 * Schedules that have missed two runs. A run must be overdue in two checks, with no run between them, because after a
 * pause of the service, schedules run within minutes of this check.
 */
export const missedRuns = (
  runs: ScheduleRunsRow | undefined,
  before: Readonly<Record<string, SeenRun>>,
  now: number,
): { seen: Record<string, SeenRun>; missed: ScheduleName[] } => {
  const seenRuns: Record<string, SeenRun> = {};
  const missed: ScheduleName[] = [];
  for (const schedule of watchedSchedules((name) => ranAtMs(runs, name) > 0)) {
    const ran = ranAtMs(runs, schedule);
    const known = before[schedule];
    const same = known?.ranAtMs === ran ? known : { ranAtMs: ran, seenAtMs: now };
    const isLate = now - same.seenAtMs >= limitMs(schedule);
    if (isLate && same.late) missed.push(schedule);
    seenRuns[schedule] = { ranAtMs: ran, seenAtMs: same.seenAtMs, ...(isLate ? { late: true } : {}) };
  }
  return { seen: seenRuns, missed };
};
