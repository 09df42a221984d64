/**
 * The only source of time. Handlers, workers and schedules never ask the machine, so that the whole system can be
 * moved through time together when it runs on one machine.
 */
export const clock = { nowMs: (): number => Date.now() };

/**
 * The time of the world outside, in milliseconds: only for what strangers compare with clocks of their own, such as the
 * timestamp of a webhook. Deployed it is the same; on one machine the clock above may have been moved.
 */
export const wallMs = (): number => Date.now();

/** Milliseconds since the epoch. */
export const nowMs = (): number => clock.nowMs();

/** The last moment that a timestamp can name: its year has four digits. */
export const LAST_MOMENT_MS = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * The moment as RFC 3339 in UTC with offset, to the second (lib/reference/requests.md#times):
 * `2027-05-01T17:00:00+00:00`.
 */
export const toTimestamp = (epochMs: number): string =>
  `${new Date(Math.min(epochMs, LAST_MOMENT_MS)).toISOString().slice(0, 19)}+00:00`;

/** As `toTimestamp`, for what may not have happened. */
export const timestampOrNull = (epochMs: number | null | undefined): string | null =>
  epochMs === undefined || epochMs === null ? null : toTimestamp(epochMs);
