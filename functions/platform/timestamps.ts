import { parseDate } from './zones.ts';

const RFC3339 = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d{1,9})?(?:Z|[+-](\d\d):(\d\d))$/i;

/**
 * The moment of an RFC 3339 timestamp with offset, in milliseconds; undefined for anything else, days that no calendar
 * has included. A leap second is read as the second after it.
 */
export const parseTimestamp = (text: string): number | undefined => {
  const found = RFC3339.exec(text);
  if (!found) return undefined;
  const [year, month, day, hour, minute, second, offsetHour, offsetMinute] = found
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
  if (!inRange || day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return undefined;
  const leap = second === 60;
  const moment = Date.parse(leap ? text.replace(/:60/, ':59') : text);
  return Number.isNaN(moment) ? undefined : moment + (leap ? 1000 : 0);
};

/**
 * The moment that somebody typed or put into a query: a date alone (midnight UTC) or a timestamp, whose seconds may be
 * missing, with a space for its T, and for the plus sign of its offset, which is what a query makes of one that was
 * not encoded. Undefined for anything else.
 */
export const parseMoment = (text: string): number | undefined => {
  const timestamp = text
    .replace(/^(.{10}) /, '$1T')
    .replace(/ (?=\d\d:\d\d$)/, '+')
    .replace(/(?<=T\d\d:\d\d)(?=[Z+-])/i, ':00');
  return parseDate(text) ?? parseTimestamp(timestamp);
};
