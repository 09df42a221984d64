import { formatDay } from '../domain/fulfillment/documents/format.ts';
import { decimalsOf, formatMoney, withMinusSign } from '../platform/currencies.ts';
import { decimalFromMinor } from '../platform/decimals.ts';
import type { DeskVisit } from './visit.ts';

type FormatContext = Pick<DeskVisit, 't' | 'company'>;

/** An amount in the currency, formatted in the page's language. */
export const money = ({ t }: FormatContext, amount: number, currency: string): string =>
  formatMoney(t.tag, currency, amount);

/** An amount in the smallest unit of a currency, by default the company's. */
export const minorMoney = (visit: FormatContext, minor: number, currency = visit.company.currency): string =>
  money(visit, decimalFromMinor(minor, currency), currency);

/** A share as a whole percentage. A share below 1% has two significant digits, because `0%` would mean none. */
export const percent = ({ t }: Pick<DeskVisit, 't'>, share: number, signDisplay?: 'always'): string =>
  withMinusSign(
    new Intl.NumberFormat(t.tag, {
      style: 'percent',
      ...(Math.abs(share) < 0.01 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 0 }),
      ...(signDisplay ? { signDisplay } : {}),
    }).format(share),
  );

const utcDay = (day: string): number => Date.parse(`${day}T12:00:00Z`);

/** Formats a day (`YYYY-MM-DD`) without its year: `19 Nov`. */
export const shortDay = ({ t }: Pick<DeskVisit, 't'>, day: string): string =>
  new Intl.DateTimeFormat(t.tag, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(utcDay(day));

/** Formats the range of two days: `16 – 19 Nov`. */
export const dayRange = ({ t }: Pick<DeskVisit, 't'>, from: string, to: string): string =>
  new Intl.DateTimeFormat(t.tag, { day: 'numeric', month: 'short', timeZone: 'UTC' }).formatRange(
    utcDay(from),
    utcDay(to),
  );

/** These functions format `2026-11` as `November 2026`, `Nov 2026` and `N`. */
export const monthName = ({ t }: Pick<DeskVisit, 't'>, month: string): string =>
  new Intl.DateTimeFormat(t.tag, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(utcDay(`${month}-15`));
export const shortMonth = ({ t }: Pick<DeskVisit, 't'>, month: string): string =>
  new Intl.DateTimeFormat(t.tag, { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(utcDay(`${month}-15`));
export const monthLetter = ({ t }: Pick<DeskVisit, 't'>, month: string): string =>
  new Intl.DateTimeFormat(t.tag, { month: 'narrow', timeZone: 'UTC' }).format(utcDay(`${month}-15`));

/** An amount without its currency, for a table that names the currency once. */
export const plainAmount = ({ t }: Pick<DeskVisit, 't'>, amount: number, currency: string): string => {
  const digits = decimalsOf(currency);
  const format = new Intl.NumberFormat(t.tag, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return withMinusSign(format.format(amount));
};

/** A number with up to two decimals, formatted in the page's language. */
export const decimal = ({ t }: Pick<DeskVisit, 't'>, figure: number): string =>
  withMinusSign(new Intl.NumberFormat(t.tag, { maximumFractionDigits: 2 }).format(figure));

/** A number as the value of a field. */
export const numberText = ({ t }: { t: Pick<DeskVisit['t'], 'tag'> }, figure: number): string =>
  new Intl.NumberFormat(t.tag, { useGrouping: false, maximumFractionDigits: 10 }).format(figure);

/** Day and time in the company's zone. */
export const moment = ({ t, company }: FormatContext, timestamp: string): string =>
  new Intl.DateTimeFormat(t.tag, { dateStyle: 'medium', timeStyle: 'short', timeZone: company.time_zone }).format(
    Date.parse(timestamp),
  );

/** Day and time of `2027-05-01 19:00:00`, which is already in the company's zone. */
export const localMoment = ({ t }: FormatContext, local: string): string =>
  new Intl.DateTimeFormat(t.tag, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(
    Date.parse(`${local.replace(' ', 'T')}Z`),
  );

/** The day of `2027-05-01 19:00:00`, short enough for a table column. */
export const tableDay = ({ t }: Pick<DeskVisit, 't'>, local: string): string =>
  new Intl.DateTimeFormat(t.tag, { dateStyle: 'medium', timeZone: 'UTC' }).format(utcDay(local.slice(0, 10)));

/** The day of `2027-05-01 19:00:00`, which is already in the company's zone. */
export const localDay = ({ t }: FormatContext, local: string): string =>
  formatDay(Date.parse(`${local.slice(0, 10)}T12:00:00Z`), 'UTC', t.tag);
