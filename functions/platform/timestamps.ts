import { parseDate, utcTime } from './zones.ts';
import { DAY_MS } from './durations.ts';

const RFC3339 = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d{1,9})?(?:Z|[+-](\d\d):(\d\d))$/i;

/**
 * Parses an RFC 3339 timestamp with an offset to milliseconds; undefined for anything else, including days that do not
 * exist.
 */
export const parseTimestamp = (text: string): number | undefined => {
  const match = RFC3339.exec(text);
  if (!match) return undefined;
  const [year, month, day, hour, minute, second, offsetHour, offsetMinute] = match
    .slice(1)
    .map((part) => Number(part ?? 0)) as [number, number, number, number, number, number, number, number];
  const inRange =
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    hour <= 23 &&
    minute <= 59 &&
    second <= 60 &&
    offsetHour <= 23 &&
    offsetMinute <= 59;
  if (!inRange || day > new Date(utcTime(year, month, 0)).getUTCDate()) return undefined;
  if (second === 60) return leapSecond(Date.parse(text.replace(/:60/, ':59')));
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? undefined : moment;
};

/** Months, from 0, that may follow a leap second: January and July. */
const AFTER_LEAP: ReadonlySet<number> = new Set([0, 6]);

/**
 * The time of a leap second, if RFC 3339 allows it: only at the end of June and December, in UTC. It is read as the
 * last millisecond before the next minute.
 */
const leapSecond = (secondBeforeMs: number): number | undefined => {
  const endMs = (Math.floor(secondBeforeMs / 1000) + 1) * 1000;
  const end = new Date(endMs);
  const isPermitted = endMs % DAY_MS === 0 && end.getUTCDate() === 1 && AFTER_LEAP.has(end.getUTCMonth());
  return isPermitted ? endMs - 1 : undefined;
};

/** A timestamp as it was sent, except for a leap second, which many programs cannot parse. */
export const shownTimestamp = (text: string, momentMs: number): string =>
  Number.isNaN(Date.parse(text)) ? new Date(momentMs).toISOString() : text;

/**
 * Parses a time in a form or a query: a date (midnight UTC), or a timestamp. The timestamp may lack seconds and may
 * have a space instead of the `T` or of the plus sign, because an unencoded plus sign in a query is read as a space.
 * Undefined for anything else.
 */
export const parseMoment = (text: string): number | undefined => {
  const timestamp = text
    .replace(/^(.{10}) /, '$1T')
    .replace(/ (?=\d\d:\d\d$)/, '+')
    .replace(/(?<=T\d\d:\d\d)(?=[Z+-])/i, ':00');
  return parseDate(text) ?? parseTimestamp(timestamp);
};
