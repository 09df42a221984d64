import { endOfDayMs, localDate } from '../../../platform/zones.ts';

/**
 * The end of the day on which an event ends, on the clock of its company: its tickets expire with it
 * (lib/decisions/catalog.md). NaN for an end that is no moment.
 */
export const lastMomentMs = (end: string, zone: string): number => {
  const endMs = Date.parse(end);
  return Number.isNaN(endMs) ? endMs : endOfDayMs(localDate(endMs, zone), zone);
};

/** Whether an event with that end is over at a moment. Most lie ahead, and the clock of a zone is slow to read. */
export const isOverAt = (end: string, zone: string, atMs: number): boolean =>
  Date.parse(end) < atMs && lastMomentMs(end, zone) < atMs;
