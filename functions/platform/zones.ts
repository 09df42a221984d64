import { FormatCache } from './format-cache.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts';

/**
 * Days and times in a company's zone, calculated from the offsets of `Intl`, because a calendar library would exceed
 * the size limit of an API function.
 */

const formats = new FormatCache<Intl.DateTimeFormat>();

const formatOf = (zone: string): Intl.DateTimeFormat =>
  formats.get(
    zone,
    () =>
      new Intl.DateTimeFormat('en-US', {
        timeZone: zone,
        hourCycle: 'h23',
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
        hour: 'numeric',
        minute: 'numeric',
        second: 'numeric',
      }),
  );

/** The Gregorian calendar repeats after 400 years. */
const CYCLE_YEARS = 400;
const CYCLE_MS = 146_097 * DAY_MS;

/** `Date.UTC` for any year. On its own, it reads years below 100 as years of the 20th century. */
export const utcTime = (year: number, ...rest: readonly [month: number, ...number[]]): number =>
  Date.UTC(year + CYCLE_YEARS, ...rest) - CYCLE_MS;

/** The local time as if it were UTC, to the second. */
const localMs = (epochMs: number, zone: string): number => {
  // Parses `5/1/2027, 19:00:00`, which takes half as long as `formatToParts`.
  const numbers = formatOf(zone).format(epochMs).split(/\D+/).map(Number);
  const [month = 1, day = 1, year = 0, hour = 0, minute = 0, second = 0] = numbers;
  return utcTime(year, month - 1, day, hour, minute, second);
};

const offsetMs = (epochMs: number, zone: string): number => localMs(epochMs, zone) - Math.floor(epochMs / 1000) * 1000;

/**
 * Whether a zone is an IANA name. `Intl` also accepts offsets such as `+01:07`, with which days begin at any minute.
 */
export const isTimeZone = (zone: string): boolean => {
  if (!/^[A-Z]/i.test(zone)) return false;
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
};

const LAST_DAY = '9999-12-31';
const LAST_WALL_MS = Date.parse(`${LAST_DAY}T23:59:59Z`);
/** The last time before any zone reaches a five-digit year. The furthest zone is 14 hours ahead. */
const LAST_DATED_MS = LAST_WALL_MS - 14 * HOUR_MS;

/** Whether the day of a time can be written as `YYYY-MM-DD` in every zone. */
export const hasDayEverywhere = (epochMs: number): boolean => epochMs <= LAST_DATED_MS;

/**
 * The local time `2027-05-01 19:00:00` in a zone. At most the last second of the year 9999, because years have four
 * digits.
 */
export const localDateTime = (epochMs: number, zone: string): string =>
  new Date(Math.min(localMs(epochMs, zone), LAST_WALL_MS)).toISOString().slice(0, 19).replace('T', ' ');

/** A time with the offset of a zone: `2027-05-01T19:00:00+02:00`. */
export const zonedTimestamp = (epochMs: number, zone: string): string => {
  const minutes = Math.round(offsetMs(epochMs, zone) / MINUTE_MS);
  const offset = new Date(Math.abs(minutes) * MINUTE_MS).toISOString().slice(11, 16);
  return `${localDateTime(epochMs, zone).replace(' ', 'T')}${minutes < 0 ? '-' : '+'}${offset}`;
};

/** The local date in a zone: `2027-05-01`. */
export const localDate = (epochMs: number, zone: string): string => localDateTime(epochMs, zone).slice(0, 10);

/** A date as milliseconds of its UTC midnight; undefined if it is not an existing `YYYY-MM-DD`. */
export const parseDate = (text: string): number | undefined => {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return undefined;
  const utcMs = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(utcMs) && new Date(utcMs).toISOString().startsWith(text) ? utcMs : undefined;
};

const requireDate = (date: string): number => {
  const utcMs = parseDate(date);
  if (utcMs === undefined) throw new RangeError(`${date} is not a date`);
  return utcMs;
};

/**
 * The first millisecond of a day. If the clock change skips midnight, it is the time of the change; if midnight occurs
 * twice, it is the first one.
 */
export const startOfDayMs = (date: string, zone: string): number => startOf(requireDate(date), zone);

const startOf = (utcMidnightMs: number, zone: string): number => {
  const before = utcMidnightMs - offsetMs(utcMidnightMs - DAY_MS, zone);
  const after = utcMidnightMs - offsetMs(utcMidnightMs + DAY_MS, zone);
  const exact = [before, after].filter((epochMs) => localMs(epochMs, zone) === utcMidnightMs);
  return exact.length > 0 ? Math.min(...exact) : before;
};

/**
 * The time of a date and a local time (`09:30`) in a zone; undefined if one is invalid. A local time that the clock
 * change skips is moved by the length of the change. If a local time occurs twice, the first one is used.
 */
export const momentAt = (date: string, time: string, zone: string): number | undefined => {
  const utcMs = parseDate(date);
  const [, hours, minutes, seconds = '0'] = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d{1,3})?)?$/.exec(time) ?? [];
  if (utcMs === undefined || hours === undefined || minutes === undefined) return undefined;
  return startOf(utcMs + ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000, zone);
};

/** The last millisecond of a day. */
export const endOfDayMs = (date: string, zone: string): number => startOf(requireDate(date) + DAY_MS, zone) - 1;

/** The same day and time in UTC, `months` later. If the month is too short, its last day. */
export const addMonths = (epochMs: number, months: number): number => {
  const date = new Date(epochMs);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(utcTime(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return date.getTime();
};

export const daysAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

/**
 * The same day, `months` later. If the month is too short, its last day; at most the last day that a date can
 * represent.
 */
export const monthsAfter = (date: string, months: number): string => {
  const later = addMonths(requireDate(date), months);
  // A number of months that is not a safe integer gives NaN and is out of range as well.
  return Number.isNaN(later) || later > Date.parse(LAST_DAY) ? LAST_DAY : new Date(later).toISOString().slice(0, 10);
};
