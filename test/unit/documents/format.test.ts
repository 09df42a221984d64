import { describe, expect, it } from 'vitest';
import {
  formatAmount,
  formatDay,
  formatEventTime,
  inOneLine,
  plainText,
} from '../../../functions/domain/fulfillment/documents/format.ts';
import { formatTag, documentLanguage, spoken } from '../../../functions/domain/fulfillment/documents/texts.ts';
import { FormatCache } from '../../../functions/platform/format-cache.ts';

const plain = (text: string): string => text.replace(/\s/g, ' ');

describe('formatting for a document', () => {
  it('writes amounts in the format of the language, whole ones without decimals', () => {
    expect(plain(formatAmount(50000, 'DKK', 'da'))).toBe('500 kr.');
    expect(plain(formatAmount(50050, 'DKK', 'da'))).toBe('500,50 kr.');
    expect(plain(formatAmount(123456, 'EUR', 'de'))).toBe('1.234,56 €');
    expect(plain(formatAmount(5000, 'JPY', 'en'))).toBe('¥5,000');
    expect(plain(formatAmount(5000, 'ISK', 'en'))).toBe('ISK 5,000');
    expect(plain(formatAmount(500_000, 'KWD', 'en'))).toBe('KWD 500');
    expect(plain(formatAmount(500_250, 'KWD', 'en'))).toBe('KWD 500.250');
    expect(plain(formatAmount(500_050, 'HUF', 'en'))).toBe('HUF 5,000.50');
  });

  it('writes amounts of a column with decimals if one of them has decimals', () => {
    const inColumn = (minor: number, currency: string, ...column: number[]) =>
      plain(formatAmount(minor, currency, 'en-GB', column));
    expect(inColumn(50_000, 'EUR', 2_000, 49_950)).toBe('€500.00');
    expect(inColumn(50_000, 'EUR', 2_000, 48_000)).toBe('€500');
    expect(inColumn(20_000, 'KWD', 250)).toBe('KWD 20.000');
    expect(inColumn(500, 'JPY', 1)).toBe('JP¥500');
  });

  it('writes a day in the calendar of the company', () => {
    expect(formatDay(Date.parse('2029-11-30T22:59:59Z'), 'Europe/Copenhagen', 'da')).toBe('30. november 2029');
    expect(formatDay(Date.parse('2029-11-30T23:30:00Z'), 'Europe/Copenhagen', 'en')).toBe('December 1, 2029');
  });

  const event = { slug: 'jazz', startsAt: '2027-05-01T19:00:00+03:00', endsAt: null, datePrecision: 'date_time' };

  it('shows an event’s time in the time zone of its venue', () => {
    expect(plain(formatEventTime(event, 'Europe/Copenhagen', 'en'))).toMatch(/Saturday, May 1, 2027.*07:00 PM/);
    const inUtc = { ...event, startsAt: '2027-05-01T17:00:00Z' };
    expect(plain(formatEventTime(inUtc, 'Europe/Copenhagen', 'da'))).toMatch(/1\. maj 2027.*19[.:]00/);
  });

  it('shows the precision of the event', () => {
    const day = { ...event, datePrecision: 'date' };
    expect(formatEventTime(day, 'Europe/Copenhagen', 'da')).not.toMatch(/19/);
    const days = { ...event, datePrecision: 'date_range', endsAt: '2027-05-03T23:00:00+03:00' };
    expect(formatEventTime(days, 'Europe/Copenhagen', 'da')).toMatch(/1\..*3\. maj 2027/);
    const hours = { ...event, datePrecision: 'date_time_range', endsAt: '2027-05-01T22:30:00+03:00' };
    expect(plain(formatEventTime(hours, 'Europe/Copenhagen', 'da'))).toMatch(/19[.:]00.*22[.:]30/);
  });

  it.each([
    ['2027-05-01T19:00:00+03:00', '2027-05-01T19:30:00Z'],
    ['2027-05-01T17:00:00Z', '2027-05-01T23:30:00+03:00'],
  ])('shows start and end in one time zone although only one has an offset: %s to %s', (startsAt, endsAt) => {
    const mixed = { ...event, datePrecision: 'date_time_range', startsAt, endsAt };
    expect(plain(formatEventTime(mixed, 'Europe/Copenhagen', 'da'))).toMatch(/19[.:]00.*22[.:]30/);
  });

  it('uses the language of the order, then that of the company, then English', () => {
    expect(documentLanguage('sv-SE', 'da')).toBe('sv');
    expect(documentLanguage('fi', 'de-AT')).toBe('de');
    expect(documentLanguage(null, 'pl')).toBe('en');
  });

  it.each(Object.getOwnPropertyNames(Object.prototype))(
    '%s is not a language, although every object has a member of that name',
    (name) => {
      expect(spoken(name)).toBeUndefined();
      expect(spoken(`${name}-x`)).toBeUndefined();
      expect(documentLanguage(name, 'da')).toBe('da');
    },
  );

  it.each([
    ['de-u-ca-islamic-nu-thai', 'de', 'de'],
    ['de-Latn-AT-1996-u-ca-buddhist-x-shop', 'de', 'de-Latn-AT'],
    ['en-u-nu-thai', 'en', 'en-GB'],
    ['en-US-u-hc-h11', 'en', 'en-US'],
    ['DA-dk', 'da', 'da-DK'],
    ['de-!', 'de', 'de'],
  ] as const)('%s is formatted by language, script and region only', (locale, language, tag) => {
    expect(formatTag(locale, language)).toBe(tag);
    expect(plain(formatDay(Date.parse('2029-11-30T12:00:00Z'), 'UTC', formatTag(locale, language)))).toMatch(/2029/);
  });

  it('keeps at most a hundred formatters, for any number of requested languages', () => {
    const kept = new FormatCache<number>();
    for (let at = 0; at < 1000; at++) expect(kept.get(`de-${at}`, () => at)).toBe(at);
    expect(kept.size).toBe(100);
    expect(kept.get('de-999', () => -1)).toBe(999);
  });

  it('prints operator HTML as text', () => {
    const html = '<p>Brug &amp; nyd<br>det</p><ul><li>&Aring;bent</li><li>&#8364;</li></ul><script>alert(1)</script>';
    expect(plainText(html)).toBe('Brug & nyd\ndet\n• Åbent\n• €');
  });
});

describe('parts of one line', () => {
  it('are joined unchanged, without missing ones', () => {
    expect(inOneLine(['Middag', null, '', undefined, '1 af 2'], ', ')).toBe('Middag, 1 af 2');
    expect(inOneLine([], ', ')).toBe('');
  });

  it.each([
    ['Arabic', 'عشاء'],
    ['Hebrew', 'ארוחה'],
  ])('are isolated next to %s, except for the first one, which sets the direction', (_, name) => {
    expect(inOneLine([name, '1 of 2'], ', ')).toBe(`${name}, \u20681 of 2\u2069`);
    expect(inOneLine(['Open', name], ' ')).toBe(`Open \u2068${name}\u2069`);
  });
});
