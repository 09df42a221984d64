import { currencyStyle, decimalsOf, withMinusSign } from '../../../platform/currencies.ts';
import { decimalFromMinor } from '../../../platform/decimals.ts';
import { FormatCache } from '../../../platform/format-cache.ts';
import { ownMember } from '../../../platform/own-member.ts';
import { localDate } from '../../../platform/zones.ts';
import type { LineEvent } from '../../catalog/products/line-shape.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';

const amounts = new FormatCache<Intl.NumberFormat>();
const days = new FormatCache<Intl.DateTimeFormat>();

/** A formatted amount, such as `1.250 kr.`. Has no decimals if all amounts of its column are whole. */
export const formatAmount = (
  amountMinor: number,
  currency: string,
  language: string,
  column: readonly number[] = [],
): string => {
  const isWhole = [amountMinor, ...column].every((each) => each % 10 ** decimalsOf(currency) === 0);
  const format = amounts.get(
    `${language} ${currency} ${isWhole}`,
    () =>
      new Intl.NumberFormat(language, {
        ...currencyStyle(currency),
        ...(isWhole ? { minimumFractionDigits: 0, maximumFractionDigits: 0 } : {}),
      }),
  );
  return withMinusSign(format.format(decimalFromMinor(amountMinor, currency)));
};

/** A formatted day, such as `1. maj 2027`. */
export const formatDay = (epochMs: number, timeZone: string, language: string): string =>
  days
    .get(`${language} ${timeZone}`, () => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }))
    .format(epochMs);

/**
 * The local time of an event. The offset of a timestamp is that of the venue; a UTC time is shown in the company's time
 * zone.
 */
export const formatEventTime = (event: LineEvent, timeZone: string, language: string): string => {
  const start = placeTime(event.startsAt, timeZone);
  const end = event.endsAt === null ? undefined : endTime(event.endsAt, event.startsAt, timeZone);
  const withTime = event.datePrecision.startsWith('date_time');
  const options: Intl.DateTimeFormatOptions = {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    ...(withTime ? { hour: '2-digit', minute: '2-digit' } : {}),
  };
  const from = new Intl.DateTimeFormat(language, { ...options, timeZone: start.timeZone });
  if (!event.datePrecision.endsWith('_range') || !end) return from.format(start.epochMs);
  return from.formatRange(start.epochMs, Math.max(start.epochMs, end.epochMs));
};

const OFFSET = /([+-])(\d\d):(\d\d)$/;

/**
 * The local time of a timestamp: with an offset, its wall-clock time, to be formatted as UTC; otherwise, the time in
 * the company's zone.
 */
const placeTime = (timestamp: string, companyZone: string): { epochMs: number; timeZone: string } => {
  const epochMs = Date.parse(timestamp);
  const offset = OFFSET.exec(timestamp);
  if (!offset) return { epochMs, timeZone: companyZone };
  const minutes = (Number(offset[2]) * 60 + Number(offset[3])) * (offset[1] === '-' ? -1 : 1);
  return { epochMs: epochMs + minutes * MINUTE_MS, timeZone: 'UTC' };
};

/** The end of an event. If only one of start and end has an offset, both are shown in the time zone of the start. */
const endTime = (endsAt: string, startsAt: string, companyZone: string): { epochMs: number } => {
  const [end, start] = [placeTime(endsAt, companyZone), placeTime(startsAt, companyZone)];
  if (end.timeZone === start.timeZone) return end;
  return { epochMs: start.epochMs + Date.parse(endsAt) - Date.parse(startsAt) };
};

/** The local day of a timestamp, in the time zone of `placeTime`, such as `2027-05-01`. */
export const placeDay = (timestamp: string, companyZone: string): string => {
  const { epochMs, timeZone } = placeTime(timestamp, companyZone);
  return localDate(epochMs, timeZone);
};

/** Right-to-left scripts: Hebrew, Arabic and related ones. */
const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Joins the non-empty parts into one line with the direction of the first part. Next to right-to-left text, isolates
 * the other parts, so that a telephone number or `1 of 2` is not reordered.
 */
export const inOneLine = (parts: readonly (string | null | undefined)[], between: string): string => {
  const [first = '', ...others] = parts.flatMap((part) => part || []);
  const isMixed = [first, ...others].some((part) => FROM_RIGHT.test(part));
  return [first, ...others.map((part) => (isMixed ? `\u2068${part}\u2069` : part))].join(between);
};

/** Operator HTML as plain text: paragraphs, breaks and list entries become lines. */
export const plainText = (html: string): string =>
  html
    .replace(/<(script|style)\b[^]*?<\/\1\s*>/gi, '')
    .replace(/<br\s*\/?>|<\/(p|div|h[1-6]|tr|ul|ol)>/gi, '\n')
    .replace(/<li\b[^>]*>/gi, '\n• ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]+);/gi, (entity, name: string) => decodeEntity(name) ?? entity)
    .replace(/[ \t\r\f]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{2,}/g, '\n')
    .trim();

const NAMED: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  euro: '€',
  aelig: 'æ',
  AElig: 'Æ',
  oslash: 'ø',
  Oslash: 'Ø',
  aring: 'å',
  Aring: 'Å',
  auml: 'ä',
  Auml: 'Ä',
  ouml: 'ö',
  Ouml: 'Ö',
  uuml: 'ü',
  Uuml: 'Ü',
  szlig: 'ß',
  eacute: 'é',
  Eacute: 'É',
  laquo: '«',
  raquo: '»',
};

const decodeEntity = (name: string): string | undefined => {
  if (!name.startsWith('#')) return ownMember(NAMED, name);
  const point = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : undefined;
};
