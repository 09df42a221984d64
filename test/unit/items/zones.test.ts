import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { lastDayOf } from '../../../functions/domain/reporting/book/days.ts';
import { LEAF_MS } from '../../../functions/domain/reporting/reports/periods.ts';
import { parseRange } from '../../../functions/domain/reporting/reports/range.ts';
import { parseTimestamp } from '../../../functions/platform/timestamps.ts';
import {
  monthsAfter,
  endOfDayMs,
  hasDayEverywhere,
  isTimeZone,
  localDate,
  localDateTime,
  parseDate,
  startOfDayMs,
} from '../../../functions/platform/zones.ts';

/**
 * Time zones in both hemispheres: some change their clocks at midnight, have offsets of half hours, or never change.
 */
const zone = fc.constantFrom(
  'Europe/Copenhagen',
  'America/Sao_Paulo',
  'Asia/Beirut',
  'America/Havana',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Cairo',
  'Pacific/Auckland',
  'America/St_Johns',
  'UTC',
);
const date = fc
  .integer({ min: Date.UTC(2005, 0, 1) / 86_400_000, max: Date.UTC(2045, 0, 1) / 86_400_000 })
  .map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10));

describe('days in a time zone', () => {
  test('start at local midnight, even when the clock changes at midnight', () => {
    fc.assert(
      fc.property(date, zone, (day, where) => {
        const start = Temporal.PlainDate.from(day).toZonedDateTime(where).epochMilliseconds;
        expect(startOfDayMs(day, where)).toBe(start);
      }),
      { numRuns: 2000 },
    );
  });

  test('end one millisecond before the next day begins', () => {
    fc.assert(
      fc.property(date, zone, (day, where) => {
        const next = Temporal.PlainDate.from(day).add({ days: 1 }).toString();
        const end = endOfDayMs(day, where);
        expect(end).toBe(startOfDayMs(next, where) - 1);
        expect(localDate(end + 1, where)).toBe(next);
      }),
      { numRuns: 1000 },
    );
  });

  test('timestamps are shown in the time of the zone', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1_100_000_000, max: 2_300_000_000 }), zone, (seconds, where) => {
        const zoned = Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toZonedDateTimeISO(where);
        expect(localDateTime(seconds * 1000, where)).toBe(
          zoned.toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' '),
        );
      }),
      { numRuns: 1000 },
    );
  });

  test('adding months to a day that the target month lacks returns its last day', () => {
    expect(monthsAfter('2027-01-31', 1)).toBe('2027-02-28');
    expect(monthsAfter('2024-02-29', 12)).toBe('2025-02-28');
    fc.assert(
      fc.property(date, fc.integer({ min: 0, max: 240 }), (day, months) => {
        expect(monthsAfter(day, months)).toBe(Temporal.PlainDate.from(day).add({ months }).toString());
      }),
    );
  });

  test('adding months stops at the last representable day', () => {
    expect(monthsAfter('9999-12-31', 6)).toBe('9999-12-31');
    expect(monthsAfter('9999-06-30', 1)).toBe('9999-07-30');
    for (const months of [120_000, 10_000_000, Number.MAX_SAFE_INTEGER]) {
      expect(monthsAfter('2027-01-01', months)).toBe('9999-12-31');
    }
  });

  test('dates have four-digit years', () => {
    const last = Date.parse('9999-12-31T23:59:59Z');
    expect(localDateTime(last, 'Europe/Copenhagen')).toBe('9999-12-31 23:59:59');
    expect(localDate(last, 'Pacific/Kiritimati')).toBe('9999-12-31');
    expect(localDateTime(last, 'America/Havana')).toBe('9999-12-31 18:59:59');
    expect(hasDayEverywhere(Date.parse('9999-12-31T09:59:59Z'))).toBe(true);
    expect(localDateTime(Date.parse('9999-12-31T09:59:59Z'), 'Pacific/Kiritimati')).toBe('9999-12-31 23:59:59');
    expect(hasDayEverywhere(Date.parse('9999-12-31T10:00:00Z'))).toBe(false);
  });

  test('only existing dates are valid', () => {
    expect(parseDate('2027-02-28')).toBe(Date.UTC(2027, 1, 28));
    for (const text of ['2027-02-29', '2027-13-01', '27-01-01', '2027-1-1', '', 'today', '2027-01-01T00:00:00Z']) {
      expect(parseDate(text), text).toBeUndefined();
    }
  });
});

test('a day with two midnights begins with the first', () => {
  expect(new Date(startOfDayMs('2026-11-01', 'America/Havana')).toISOString()).toBe('2026-11-01T04:00:00.000Z');
});

test('years below 100 are not years of the 20th century', () => {
  for (const day of ['0001-01-02', '0004-02-29', '0099-12-31', '0100-01-01']) {
    const atMs = startOfDayMs(day, 'Europe/Copenhagen');
    expect([localDate(atMs, 'Europe/Copenhagen'), localDate(atMs - 1000, 'Europe/Copenhagen') < day]).toEqual([
      day,
      true,
    ]);
  }
  expect(monthsAfter('0003-12-31', 2)).toBe('0004-02-29');
  expect(parseTimestamp('0000-02-29T00:00:00Z')).toBe(Date.parse('0000-02-29T00:00:00Z'));
  expect(lastDayOf('0099-02')).toBe('0099-02-28');
  const week = { from: '0099-06-01', to: '0099-06-01', interval: 'week', group: undefined };
  const { periods } = parseRange(week, { intervals: ['week'], groups: [] });
  expect(periods.map(({ period }) => period)).toEqual(['0099-W23']);
});

test('a zone is a name in the time zone database', () => {
  expect(['Europe/Copenhagen', 'UTC', 'Mars/Olympus', ''].map(isTimeZone)).toEqual([true, true, false, false]);
});

test('an offset is not a zone, because days of zones begin on a quarter of an hour', () => {
  expect(['+01:00', '+01', '-0107', '\u221201:07'].filter(isTimeZone)).toEqual([]);
  const noon = Date.UTC(2027, 6, 1, 12);
  const begins = Intl.supportedValuesOf('timeZone').map((zone) => startOfDayMs(localDate(noon, zone), zone));
  expect(begins.filter((atMs) => atMs % LEAF_MS !== 0)).toEqual([]);
});
