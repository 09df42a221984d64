import { nowMs } from '../../../platform/clock.ts';
import { daysAfter, localDate } from '../../../platform/zones.ts';
import { daysIn, lastDayOf, mondayOf, monthBefore } from '../book/days.ts';
import { netOf } from '../book/figures.ts';
import { readWithOpening, type ClosingBalance } from '../book/read.ts';
import { findRecount } from '../book/recount-state.ts';
import type { DayBook } from '../book/sums.ts';
import { loadReportCompany } from './report-company.ts';
import { summaryOfDays, type SummaryFigures } from './summary.ts';

/** Days of a period, `YYYY-MM-DD`, inclusive. */
interface Span {
  from: string;
  to: string;
}

/** The figures of a summary, and the outstanding value at the end of the last day. Smallest currency unit. */
type SpanFigures = SummaryFigures & Span & { outstanding: number };

export const HOME_PERIODS = ['today', 'week', 'month'] as const;
export type HomePeriod = (typeof HOME_PERIODS)[number];

/** Captured amount of a day or a month, or of a family or channel. Smallest currency unit. */
export interface CapturedAmount {
  name: string;
  captured: number;
}

export interface HomeFigures {
  currency: string;
  /** Each period up to today, and the same days of the previous period; for today, the same day of last week. */
  periods: Readonly<Record<HomePeriod, { now: SpanFigures; before: SpanFigures }>>;
  /** The last 30 days, oldest first, and the last twelve months. */
  days: CapturedAmount[];
  months: CapturedAmount[];
  /** Shares of the last 30 days, largest first. */
  families: CapturedAmount[];
  channels: CapturedAmount[];
  recounting: boolean;
}

const DAYS_SHOWN = 30;
const MONTHS_BACK = 11;
const WEEK = 7;

/** The same day of the previous month, or the last day of that month. */
const monthEarlier = (day: string): string => {
  const last = lastDayOf(monthBefore(day.slice(0, 7)));
  return day.slice(8) < last.slice(8) ? `${last.slice(0, 8)}${day.slice(8)}` : last;
};

/** Periods up to a day, each with its comparison period. */
const homeSpans = (today: string): Readonly<Record<HomePeriod, { now: Span; before: Span }>> => {
  const monday = mondayOf(today);
  const first = `${today.slice(0, 7)}-01`;
  const weekEarlier = daysAfter(today, -WEEK);
  return {
    today: { now: { from: today, to: today }, before: { from: weekEarlier, to: weekEarlier } },
    week: { now: { from: monday, to: today }, before: { from: daysAfter(monday, -WEEK), to: weekEarlier } },
    month: {
      now: { from: first, to: today },
      before: { from: `${monthBefore(today.slice(0, 7))}-01`, to: monthEarlier(today) },
    },
  };
};

const lastMonths = (today: string): string[] => {
  const months = [today.slice(0, 7)];
  while (months.length <= MONTHS_BACK) months.unshift(monthBefore(months[0] ?? ''));
  return months;
};

const outstandingAt = (opening: ClosingBalance, days: ReadonlyMap<string, DayBook>, at: string): number =>
  [...days].reduce((sum, [day, { sums }]) => (day <= at ? sum + netOf(sums[''] ?? {}) : sum), opening.nets[''] ?? 0);

const sharesOf = (days: ReadonlyMap<string, DayBook>, shown: readonly string[], prefix: string): CapturedAmount[] => {
  const names = new Set(shown.flatMap((day) => Object.keys(days.get(day)?.sums ?? {})));
  return [...names]
    .filter((name) => name.startsWith(prefix))
    .map((name) => ({ name: name.slice(prefix.length), captured: summaryOfDays(days, shown, name).captured }))
    .filter(({ captured }) => captured > 0)
    .toSorted((a, b) => b.captured - a.captured || (a.name < b.name ? -1 : 1));
};

/**
 * The figures of a company for its home page, from one read of its book. They equal those of the summary and movements
 * reports. Throws 404 for an unknown company.
 */
export const readHomeFigures = async (slug: string): Promise<HomeFigures> => {
  const { currency, time_zone: zone } = await loadReportCompany(slug);
  const today = localDate(nowMs(), zone);
  const months = lastMonths(today);
  const from = `${months[0] ?? ''}-01`;
  const [{ opening, days }, recount] = await Promise.all([
    readWithOpening({ company: slug, zone, from, to: today }),
    findRecount(slug),
  ]);
  const figuresOf = (span: Span): SpanFigures => ({
    ...span,
    ...summaryOfDays(days, daysIn(span.from, span.to)),
    outstanding: outstandingAt(opening, days, span.to),
  });
  const spans = homeSpans(today);
  const compared = (name: HomePeriod) => ({
    now: figuresOf(spans[name].now),
    before: figuresOf(spans[name].before),
  });
  const shown = daysIn(daysAfter(today, 1 - DAYS_SHOWN), today);
  return {
    currency,
    periods: { today: compared('today'), week: compared('week'), month: compared('month') },
    days: shown.map((day) => ({ name: day, captured: summaryOfDays(days, [day]).captured })),
    months: months.map((month) => ({
      name: month,
      captured: summaryOfDays(days, daysIn(`${month}-01`, lastDayOf(month))).captured,
    })),
    families: sharesOf(days, shown, 'f:'),
    channels: sharesOf(days, shown, 'c:'),
    recounting: recount !== undefined,
  };
};
