import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/durations.ts';
import { endOfDayMs, localDate } from '../../../platform/zones.ts';

/** Offsets of zones are multiples of this. */
const OFFSET_STEP_MS = 15 * MINUTE_MS;
/** The zone farthest behind UTC in which a company can be. */
const MOST_BEHIND_MS = 10 * HOUR_MS;

/**
 * The month in which an item expires, `YYYY-MM`. It stays the same after its company moves to another time zone, so
 * that value leaves the month in which it was counted. Validity ends at midnight in the former zone, which identifies
 * that zone.
 */
export const expiryMonth = (validUntilMs: number, zone: string): string => {
  const day = localDate(validUntilMs, zone);
  const former = formerDay(validUntilMs + 1);
  const isSame = former === undefined || former.slice(0, 7) === day.slice(0, 7);
  return (isSame || endOfDayMs(day, zone) === validUntilMs ? day : former).slice(0, 7);
};

/** The day that ends at a midnight of any zone; undefined if no zone has midnight then. */
const formerDay = (midnightMs: number): string | undefined => {
  const utcMs = midnightMs % DAY_MS;
  if (utcMs % OFFSET_STEP_MS !== 0) return undefined;
  const offsetMs = utcMs > MOST_BEHIND_MS ? DAY_MS - utcMs : -utcMs;
  return new Date(midnightMs + offsetMs - DAY_MS).toISOString().slice(0, 10);
};
