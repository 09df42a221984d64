import { formatDay } from '../domain/fulfillment/documents/format.ts';
import { currencyStyle, decimalsOf } from '../platform/currencies.ts';
import { decimalFromMinor } from '../platform/decimals.ts';
import type { DeskVisit } from './visit.ts';

type Spoken = Pick<DeskVisit, 't' | 'company'>;

/** An amount in the currency, not in its smallest unit, as people of the page's language write it. */
export const money = ({ t }: Spoken, amount: number, currency: string): string =>
  new Intl.NumberFormat(t.tag, currencyStyle(currency)).format(amount);

/** An amount in the smallest unit of a currency, by default the company's. */
export const minorMoney = (visit: Spoken, minor: number, currency = visit.company.currency): string =>
  money(visit, decimalFromMinor(minor, currency), currency);

const utcDay = (day: string): number => Date.parse(`${day}T12:00:00Z`);

/** A day (`YYYY-MM-DD`) in a few characters: `19 Nov`. */
export const shortDay = ({ t }: Pick<DeskVisit, 't'>, day: string): string =>
  new Intl.DateTimeFormat(t.tag, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(utcDay(day));

/** Days from one to another: `16 – 19 Nov`. */
export const dayRange = ({ t }: Pick<DeskVisit, 't'>, from: string, to: string): string =>
  new Intl.DateTimeFormat(t.tag, { day: 'numeric', month: 'short', timeZone: 'UTC' }).formatRange(
    utcDay(from),
    utcDay(to),
  );

/** `November 2026` of `2026-11`, `Nov` in a few characters, or `N` in one. */
export const monthName = ({ t }: Pick<DeskVisit, 't'>, month: string): string =>
  new Intl.DateTimeFormat(t.tag, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(utcDay(`${month}-15`));
export const shortMonth = ({ t }: Pick<DeskVisit, 't'>, month: string): string =>
  new Intl.DateTimeFormat(t.tag, { month: 'short', timeZone: 'UTC' }).format(utcDay(`${month}-15`)).replace('.', '');
export const monthLetter = ({ t }: Pick<DeskVisit, 't'>, month: string): string =>
  new Intl.DateTimeFormat(t.tag, { month: 'narrow', timeZone: 'UTC' }).format(utcDay(`${month}-15`));

/** An amount in the currency of its table, without the name of the currency. */
export const plainAmount = ({ t }: Pick<DeskVisit, 't'>, amount: number, currency: string): string => {
  const digits = decimalsOf(currency);
  return new Intl.NumberFormat(t.tag, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(amount);
};

/** A figure with up to two decimals, as people of the page's language write it. */
export const decimal = ({ t }: Pick<DeskVisit, 't'>, figure: number): string =>
  new Intl.NumberFormat(t.tag, { maximumFractionDigits: 2 }).format(figure);

/** Day and time of a moment on the clock of the company. */
export const moment = ({ t, company }: Spoken, timestamp: string): string =>
  new Intl.DateTimeFormat(t.tag, { dateStyle: 'medium', timeStyle: 'short', timeZone: company.time_zone }).format(
    Date.parse(timestamp),
  );

/** Day and time of a moment in the company's zone, given as `2027-05-01 19:00:00`. */
export const localMoment = ({ t }: Spoken, local: string): string =>
  new Intl.DateTimeFormat(t.tag, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(
    Date.parse(`${local.replace(' ', 'T')}Z`),
  );

/** Day of a moment in the company's zone, given as `2027-05-01 19:00:00`. */
export const localDay = ({ t }: Spoken, local: string): string =>
  formatDay(Date.parse(`${local.slice(0, 10)}T12:00:00Z`), 'UTC', t.tag);
