import { formatDay } from '../domain/fulfillment/documents/format.ts';
import { currencyStyle } from '../platform/currencies.ts';
import { decimalFromMinor } from '../platform/decimals.ts';
import type { DeskVisit } from './visit.ts';

type Spoken = Pick<DeskVisit, 't' | 'company'>;

/** An amount in the currency, not in its smallest unit, as people of the page's language write it. */
export const money = ({ t }: Spoken, amount: number, currency: string): string =>
  new Intl.NumberFormat(t.tag, currencyStyle(currency)).format(amount);

/** An amount in the smallest unit of the company's currency. */
export const minorMoney = (visit: Spoken, minor: number): string =>
  money(visit, decimalFromMinor(minor, visit.company.currency), visit.company.currency);

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
