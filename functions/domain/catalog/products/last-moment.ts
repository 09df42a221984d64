import { endOfDayMs, localDate } from '../../../platform/zones.ts';

/**
 * The end of the day on which an event ends, in the company's time zone. Its tickets expire at that time
 * (lib/decisions/catalog.md). NaN for an invalid end.
 */
export const lastMomentMs = (end: string, zone: string): number => {
  const endMs = Date.parse(end);
  return Number.isNaN(endMs) ? endMs : endOfDayMs(localDate(endMs, zone), zone);
};

/**
 * Whether an event with this end is over. Computes the end of the day only after `end`, because computing with time
 * zones is slow.
 */
export const isOverAt = (end: string, zone: string, atMs: number): boolean =>
  Date.parse(end) < atMs && lastMomentMs(end, zone) < atMs;
