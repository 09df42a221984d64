import { KeptFormats } from './kept-formats.ts';

/**
 * Days in a company's time zone, by arithmetic on the offsets of `Intl`: a calendar library is larger than an API
 * function may be.
 */
const DAY_MS = 86_400_000;

const formats = new KeptFormats<Intl.DateTimeFormat>();

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

/** The local time as if it were UTC, to the second. */
const wallMs = (epochMs: number, zone: string): number => {
  // `5/1/2027, 19:00:00`: objects for each part would take twice as long.
  const numbers = formatOf(zone).format(epochMs).split(/\D+/).map(Number);
  const [month = 1, day = 1, year = 0, hour = 0, minute = 0, second = 0] = numbers;
  return Date.UTC(year, month - 1, day, hour, minute, second);
};

const offsetMs = (epochMs: number, zone: string): number => wallMs(epochMs, zone) - Math.floor(epochMs / 1000) * 1000;

export const isTimeZone = (zone: string): boolean => {
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
};

const LAST_DAY = '9999-12-31';
const LAST_WALL_MS = Date.parse(`${LAST_DAY}T23:59:59Z`);
/** The last moment at which no zone has reached a five-digit year: the furthest zone is 14 hours ahead. */
const LAST_DATED_MS = LAST_WALL_MS - 14 * 3_600_000;

/** Whether the day can be written as `YYYY-MM-DD` in every zone. */
export const hasDayEverywhere = (epochMs: number): boolean => epochMs <= LAST_DATED_MS;

/** `2027-05-01 19:00:00` in the zone, and at most the last second of the year 9999: dates have four digits of year. */
export const localDateTime = (epochMs: number, zone: string): string =>
  new Date(Math.min(wallMs(epochMs, zone), LAST_WALL_MS)).toISOString().slice(0, 19).replace('T', ' ');

/** The moment with the offset of the zone: `2027-05-01T19:00:00+02:00`. */
export const zonedTimestamp = (epochMs: number, zone: string): string => {
  const minutes = Math.round(offsetMs(epochMs, zone) / 60_000);
  const offset = new Date(Math.abs(minutes) * 60_000).toISOString().slice(11, 16);
  return `${localDateTime(epochMs, zone).replace(' ', 'T')}${minutes < 0 ? '-' : '+'}${offset}`;
};

/** `2027-05-01` in the zone. */
export const localDate = (epochMs: number, zone: string): string => localDateTime(epochMs, zone).slice(0, 10);

/** The date as milliseconds of its UTC midnight; undefined for anything but an existing `YYYY-MM-DD`. */
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
 * The first millisecond of a day. Where the clock jumps over midnight, the day starts with the jump; where midnight
 * comes twice, with the first.
 */
export const startOfDayMs = (date: string, zone: string): number => startOf(requireDate(date), zone);

const startOf = (utcMidnightMs: number, zone: string): number => {
  const before = utcMidnightMs - offsetMs(utcMidnightMs - DAY_MS, zone);
  const after = utcMidnightMs - offsetMs(utcMidnightMs + DAY_MS, zone);
  const exact = [before, after].filter((epochMs) => wallMs(epochMs, zone) === utcMidnightMs);
  return exact.length > 0 ? Math.min(...exact) : before;
};

/**
 * The moment of a date and a time of day (`09:30`) in the zone; undefined if one is invalid. A time that the clock change
 * skips moves with it; a time that occurs twice is the first one.
 */
export const momentAt = (date: string, time: string, zone: string): number | undefined => {
  const utcMs = parseDate(date);
  const [, hours, minutes, seconds = '0'] = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d{1,3})?)?$/.exec(time) ?? [];
  if (utcMs === undefined || hours === undefined || minutes === undefined) return undefined;
  return startOf(utcMs + ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000, zone);
};

/** The last millisecond of a day. */
export const endOfDayMs = (date: string, zone: string): number => startOf(requireDate(date) + DAY_MS, zone) - 1;

/** The same day and time, `months` later; the last day of the month if that day does not exist. */
export const addMonths = (epochMs: number, months: number): number => {
  const date = new Date(epochMs);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return date.getTime();
};

/** The same day `months` later, or the last day of a shorter month; at most the last day that a date can represent. */
export const monthsAfter = (date: string, months: number): string => {
  const later = addMonths(requireDate(date), months);
  // A number of months beyond a safe integer is out of range as well.
  return Number.isNaN(later) || later > Date.parse(LAST_DAY) ? LAST_DAY : new Date(later).toISOString().slice(0, 10);
};
