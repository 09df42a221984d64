import { log } from '../../../platform/log.ts';
import { changeRow, type RowDecision } from '../../../storage/change-row.ts';
import { getRow } from '../../../storage/table.ts';
import { degradedComponents } from './measure.ts';
import {
  MEASURED,
  RUNS_KEY,
  STATUS_KEY,
  statusCodec,
  type Component,
  type Incident,
  type ScheduleRunsRow,
  type ServiceStatusRow,
} from './rows.ts';
import { missedRuns } from './runs.ts';
import type { ScheduleName } from './schedules.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';

const CHECK_EVERY_MS = 5 * MINUTE_MS;
/** If there was no check for this long, the background jobs themselves are degraded. */
export const STALE_AFTER_MS = 15 * MINUTE_MS;
const KEPT_MS = 90 * 24 * 3600_000;
/** Maximum number of finished incidents. */
const KEPT = 50;

/** Incidents after a check: new ones begin, finished ones end, old ones are removed. */
export const nextIncidents = (
  incidents: readonly Incident[],
  degraded: ReadonlySet<Component>,
  nowMs: number,
): Incident[] => {
  const isOpen = (component: Component): boolean =>
    incidents.some((each) => each.component === component && each.resolvedAtMs === undefined);
  const begun = MEASURED.filter((component) => degraded.has(component) && !isOpen(component)).map(
    (component): Incident => ({ component, startedAtMs: nowMs }),
  );
  const known = incidents.map((each) =>
    each.resolvedAtMs === undefined && !degraded.has(each.component) ? { ...each, resolvedAtMs: nowMs } : each,
  );
  const all = [...begun, ...known];
  const isRecent = ({ resolvedAtMs }: Incident): boolean => nowMs - (resolvedAtMs ?? -Infinity) < KEPT_MS;
  const ended = new Set(all.filter(isRecent).slice(0, KEPT));
  // An ongoing incident is never dropped, however many have ended since it began.
  return all.filter((each) => each.resolvedAtMs === undefined || ended.has(each));
};

/** The time without checks is an incident of the background jobs that ends with this check. */
const missedChecks = (row: ServiceStatusRow | undefined, nowMs: number): Incident[] =>
  row && nowMs - row.checkedAtMs > STALE_AFTER_MS
    ? [{ component: 'background_jobs', startedAtMs: row.checkedAtMs + CHECK_EVERY_MS, resolvedAtMs: nowMs }]
    : [];

/**
 * Checks every five minutes which components are degraded, and records when incidents begin and end. Logs an incident
 * for each schedule that misses its runs.
 */
export const recordStatus = async (now: number): Promise<void> => {
  const seed = await getRow(STATUS_KEY);
  const known = seed && statusCodec.read(seed);
  if (known && now - known.checkedAtMs < CHECK_EVERY_MS) return;
  const runs = await getRow<ScheduleRunsRow>(RUNS_KEY);
  const degraded = await degradedComponents(now, runs);
  const missed = await changeRow({
    key: STATUS_KEY,
    codec: statusCodec,
    seed: known,
    decide: (row): RowDecision<ServiceStatusRow, readonly ScheduleName[]> => {
      if (row && now - row.checkedAtMs < CHECK_EVERY_MS) return { result: [] };
      const { seen, missed: late } = missedRuns(runs, row?.runs ?? {}, now);
      const affected = new Set<Component>([...degraded, ...(late.length > 0 ? (['background_jobs'] as const) : [])]);
      const before = [...missedChecks(row, now), ...(row?.incidents ?? [])];
      const next = { checkedAtMs: now, incidents: nextIncidents(before, affected, now), runs: seen };
      return {
        row: { ...STATUS_KEY, type: 'service-status', v: 1, version: row?.version ?? 0, ...next },
        result: late,
      };
    },
  });
  for (const schedule of missed) log.error('A schedule has missed its runs', { alarm: 'schedule_missed', schedule });
};
