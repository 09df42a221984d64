import { endOfDayMs, localDate } from '../../../platform/zones.ts';

/**
 * The end of the day on which an event ends, in its company's zone: its tickets expire then (lib/decisions/catalog.md).
 * NaN for an invalid end.
 */
export const lastMomentMs = (end: string, zone: string): number => {
  const endMs = Date.parse(end);
  return Number.isNaN(endMs) ? endMs : endOfDayMs(localDate(endMs, zone), zone);
};

/** Whether an event with that end is over. The zone is consulted only near the end, because that is slow. */
export const isOverAt = (end: string, zone: string, atMs: number): boolean =>
  Date.parse(end) < atMs && lastMomentMs(end, zone) < atMs;
