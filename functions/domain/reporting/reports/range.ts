import { validation } from '../../../platform/messages/validation.ts';
import { invalidFields, type FieldErrors } from '../../../platform/errors.ts';
import { parseDate, utcTime } from '../../../platform/zones.ts';
import { nextDay } from '../book/days.ts';
import { DAY_MS } from '../../../platform/durations.ts';

export const INTERVALS = ['day', 'week', 'month'] as const;
export type Interval = (typeof INTERVALS)[number];

/** Maximum periods of one report. */
const PERIODS_MAX = 400;

export interface RangeQuery {
  from: string | undefined;
  to: string | undefined;
  interval: string | undefined;
  group: string | undefined;
}

interface ReportRange<I extends Interval, G extends string> {
  from: string;
  to: string;
  interval: I;
  group: G | 'none';
  /** Every period of the range in order, with its days. */
  periods: { period: string; days: string[] }[];
}

interface Choices<I extends Interval, G extends string> {
  intervals: readonly I[];
  groups: readonly G[];
  /** Maximum periods; default 400. */
  maximum?: number;
}

/** Days, interval and group of a report. Throws 422 with every fault, each on its parameter. */
export const parseRange = <I extends Interval, G extends string>(
  query: RangeQuery,
  { intervals, groups, maximum = PERIODS_MAX }: Choices<I, G>,
): ReportRange<I, G> => {
  const fields: FieldErrors = {};
  const from = dayIn('from', query.from, fields);
  const to = dayIn('to', query.to, fields);
  const interval = oneOf('interval', query.interval ?? 'day', intervals, fields);
  const group = oneOf('group', query.group ?? 'none', [...groups, 'none' as const], fields);
  if (from !== undefined && to !== undefined && to < from) fields['to'] = ['This must not be before `from`.'];
  const isKnown = from !== undefined && to !== undefined && interval !== undefined && group !== undefined;
  if (!isKnown || fields['to']) throw invalidFields(fields);
  const periods = periodsIn(from, to, { interval, maximum });
  if (!periods) throw invalidFields({ to: [`The range must have at most ${maximum} ${interval}s.`] });
  return { from, to, interval, group, periods };
};

/** The latest valid day. The day after it must still have a four-digit year. */
const LAST_DAY = '9999-12-30';

const dayIn = (name: string, text: string | undefined, fields: FieldErrors): string | undefined => {
  const day = text?.trim() ?? '';
  if (parseDate(day) !== undefined && day <= LAST_DAY) return day;
  fields[name] = [day === '' ? validation('required') : 'This must be an existing day, written as YYYY-MM-DD.'];
  return undefined;
};

const oneOf = <T extends string>(
  name: string,
  text: string,
  values: readonly T[],
  fields: FieldErrors,
): T | undefined => {
  const value = values.find((each) => each === text);
  if (value === undefined) fields[name] = [`This must be one of ${values.join(', ')}.`];
  return value;
};

/** The period that a day belongs to: the day itself, its ISO week, or its month. */
const periodOf = (day: string, interval: Interval): string => {
  if (interval === 'day') return day;
  return interval === 'month' ? day.slice(0, 7) : isoWeek(day);
};

/** `2026-W53`: a week belongs to the year of its Thursday. */
const isoWeek = (day: string): string => {
  const utcMs = Date.parse(`${day}T00:00:00Z`);
  const weekday = (new Date(utcMs).getUTCDay() + 6) % 7;
  const thursday = new Date(utcMs + (3 - weekday) * DAY_MS);
  const first = utcTime(thursday.getUTCFullYear(), 0, 1);
  const week = Math.floor((thursday.getTime() - first) / (7 * DAY_MS)) + 1;
  return `${String(thursday.getUTCFullYear()).padStart(4, '0')}-W${String(week).padStart(2, '0')}`;
};

const periodsIn = (
  from: string,
  to: string,
  { interval, maximum }: { interval: Interval; maximum: number },
): ReportRange<Interval, never>['periods'] | undefined => {
  const periods: { period: string; days: string[] }[] = [];
  for (let day = from; day <= to; day = nextDay(day)) {
    const period = periodOf(day, interval);
    const last = periods.at(-1);
    if (last?.period === period) last.days.push(day);
    else periods.push({ period, days: [day] });
    if (periods.length > maximum) return undefined;
  }
  return periods;
};
