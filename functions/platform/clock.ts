/**
 * The only source of time. Handlers, workers and schedules never read the system clock, so that the local stack can
 * move the whole system through time.
 */
export const clock = { nowMs: (): number => Date.now() };

/**
 * Real time in milliseconds: only for values that others compare with their own clocks, such as the timestamp of a
 * webhook. Deployed it is the same; locally the clock above may have been moved.
 */
export const wallMs = (): number => Date.now();

/** Milliseconds since the epoch. */
export const nowMs = (): number => clock.nowMs();

/** The last time that a timestamp can represent: its year has four digits. */
export const LAST_MOMENT_MS = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * The moment as RFC 3339 in UTC with offset, to the second (lib/reference/requests.md#times):
 * `2027-05-01T17:00:00+00:00`.
 */
export const toTimestamp = (epochMs: number): string =>
  `${new Date(Math.min(epochMs, LAST_MOMENT_MS)).toISOString().slice(0, 19)}+00:00`;

/** As `toTimestamp`, for an optional time. */
export const timestampOrNull = (epochMs: number | null | undefined): string | null =>
  epochMs === undefined || epochMs === null ? null : toTimestamp(epochMs);
