import { DAY_MS } from './durations.ts';

/**
 * When an event counts in reports: when it occurred, or now if it is recorded a day or more later, because the journal
 * may have closed that day.
 */
export const countedAtMs = (occurredAtMs: number, nowMs: number): number =>
  nowMs - occurredAtMs < DAY_MS ? occurredAtMs : nowMs;
