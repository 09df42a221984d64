/**
 * The only source of the current time. Handlers, workers and schedules never read the system clock, so that the local
 * stack can change the time of the whole service.
 */
export const clock = { nowMs: (): number => Date.now() };

/**
 * The real time in milliseconds, for values that other systems compare with their own clocks, such as the timestamp of
 * a webhook. It differs from `nowMs` only in a local stack whose clock was changed.
 */
export const wallMs = (): number => Date.now();

/** Milliseconds since the epoch. */
export const nowMs = (): number => clock.nowMs();

/** The last time that a timestamp with a four-digit year can represent. */
export const LAST_MOMENT_MS = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * A time as RFC 3339 in UTC with its offset, to the second (lib/reference/requests.md#times):
 * `2027-05-01T17:00:00+00:00`.
 */
export const toTimestamp = (epochMs: number): string =>
  `${new Date(Math.min(epochMs, LAST_MOMENT_MS)).toISOString().slice(0, 19)}+00:00`;

/** Like `toTimestamp`, for an optional time. */
export const timestampOrNull = (epochMs: number | null | undefined): string | null =>
  epochMs === undefined || epochMs === null ? null : toTimestamp(epochMs);
