import { parseDate, startOfDayMs, endOfDayMs } from '../../../platform/zones.ts';
import { leafOf, type LeafRange } from './periods.ts';

/** Days of a report, inclusive; undefined leaves an end open. */
export interface Days {
  from: string | undefined;
  to: string | undefined;
}

/** Invalid dates count as absent (lib/reference/requests.md#dates-in-filters). */
export const dateOrNone = (text: string | undefined): string | undefined =>
  text !== undefined && parseDate(text.trim()) !== undefined ? text.trim() : undefined;

/** The leaves of a range of days in a company's zone. */
export const rangeOfDays = (days: Days, zone: string): LeafRange => {
  const from = days.from === undefined ? 0 : Math.max(0, leafOf(startOfDayMs(days.from, zone)));
  const to = days.to === undefined ? Infinity : Math.max(0, leafOf(endOfDayMs(days.to, zone)) + 1);
  return { from, to: Math.max(from, to) };
};
