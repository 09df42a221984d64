/** Minutes between the runs of each schedule. */
export const SCHEDULE_MINUTES = {
  'item-expiry': 15,
  'item-expiring': 60,
  'expiry-sweep': 1,
  'refund-repair': 1,
  'picture-sweep': 60,
  'integrity-check': 60,
  'due-sweep': 1,
  'synthetic-sale': 10,
} as const;

export type ScheduleName = keyof typeof SCHEDULE_MINUTES;

/** The schedule that watches the others; a separate alarm watches it. */
export const WATCHER = 'due-sweep';
/** The schedule that runs only on request on a developer's machine. It is watched only after its first run. */
const WATCHED_ONCE_RUN: ScheduleName = 'synthetic-sale';

const NAMES = Object.keys(SCHEDULE_MINUTES) as ScheduleName[];

/** Schedules to watch: all except the watcher itself, and the synthetic sale only after its first run. */
export const watchedSchedules = (hasRun: (name: ScheduleName) => boolean): ScheduleName[] =>
  NAMES.filter((name) => name !== WATCHER && (name !== WATCHED_ONCE_RUN || hasRun(name)));
