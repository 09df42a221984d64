import { html } from 'hono/html';
import { nextDay, nextMonth } from '../../../domain/reporting/book/days.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { localDay, money, monthName, shortDay, shortMonth } from '../../format.ts';
import { barChart, shareChart, type Bar } from '../../pages/chart.ts';
import { homeText } from '../../texts/home.ts';
import { FIGURE_TEXTS } from '../../texts/report-figures.ts';
import type { DeskVisit } from '../../visit.ts';
import { columnName, type Column, type ReportName } from '../report-names.ts';
import type { Report } from '../report-shape.ts';
import { isRedemption } from './figures.ts';

/** The chart of a report, above its table. It shows one currency only, because each currency needs its own scale. */
export const charts = (visit: DeskVisit, name: ReportName, report: Report): Markup => {
  const { company, language } = visit;
  const chartData = report.bars ? bookChart(visit, name, report, report.bars) : itemChart(visit, name, report);
  if (!chartData) return none;
  const currency = report.currency ?? company.currency;
  const format = (value: number): string => money(visit, value, currency);
  const { title, heads, bars } = chartData;
  const chart = barChart(visit, { title, heads, bars, format }, (bar) =>
    FIGURE_TEXTS[language].highest(bar.name, format(bar.value)),
  );
  const shares = shareChart(visit, {
    title: homeText(language, 'capturedByGroup'),
    heads: [columnName(visit, 'group'), columnName(visit, 'captured')],
    bars: report.shares ?? [],
    format,
  });
  return html`${chart === none ? none : html`<section>${chart}</section>`}
  ${shares === none ? none : html`<section>${shares}</section>`}`;
};

interface Chart {
  title: string;
  heads: [string, string];
  bars: readonly Bar[];
}

const bookChart = (visit: DeskVisit, name: ReportName, report: Report, bars: readonly Bar[]): Chart => {
  const [title, column] =
    name === 'movements' ? (['closingByPeriod', 'closing'] as const) : (['capturedByPeriod', 'captured'] as const);
  return {
    title: homeText(visit.language, title),
    heads: [columnName(visit, 'period'), columnName(visit, column)],
    bars,
  };
};

const itemChart = (visit: DeskVisit, name: ReportName, report: Report): Chart | undefined => {
  const { t, company, language } = visit;
  const titles: Partial<Record<ReportName, [string, Column, Column, number]>> = {
    analytics: [t.reports.byDay, 'created_at', 'amount', 10],
    'claimed-items': [FIGURE_TEXTS[language].redeemedByDay, 'date', 'amount', 10],
    liability: [t.reports.byMonth, 'month', 'left', 7],
  };
  const shown = titles[name];
  if (!shown || report.total > report.rows.length) return undefined;
  const [title, names, values, length] = shown;
  const at = (column: Column): number => report.columns.indexOf(column);
  const rows = report.rows.filter((row) => name !== 'claimed-items' || isRedemption(visit, row[at('kind')]));
  const places = { name: at(names), value: at(values), currency: at('currency'), length };
  const sums = sumsOf({ ...report, rows }, company.currency, places);
  const isMonth = name === 'liability';
  const bars = isMonth
    ? withGaps(
        sums.filter(({ value }) => value > 0),
        nextMonth,
      )
    : withGaps(sums, nextDay);
  return {
    title,
    heads: [columnName(visit, names), columnName(visit, values)],
    bars: bars.map((bar) => ({
      name: isMonth ? monthName(visit, bar.name) : localDay(visit, bar.name),
      short: isMonth ? shortMonth(visit, bar.name) : shortDay(visit, bar.name),
      value: bar.value,
      ...(bar.isGap ? { isGap: true } : {}),
    })),
  };
};

const BARS_MAX = 400;

/**
 * Adds the missing days or months between the first and the last, so that they are shown as gaps. If that makes too
 * many bars, none are added.
 */
const withGaps = (sums: readonly Bar[], next: (name: string) => string): readonly Bar[] => {
  const last = sums.at(-1)?.name ?? '';
  const values = new Map(sums.map(({ name, value }) => [name, value]));
  const bars: Bar[] = [];
  for (let name = sums[0]?.name ?? ''; name !== '' && name <= last; name = next(name)) {
    if (bars.length === BARS_MAX) return sums;
    const value = values.get(name);
    bars.push({ name, value: value ?? 0, isGap: value === undefined });
  }
  return bars;
};

const sumsOf = (
  { rows }: Report,
  currency: string,
  at: { name: number; value: number; currency: number; length: number },
): Bar[] => {
  const byName = new Map<string, number>();
  for (const row of rows.filter((each) => each[at.currency] === currency)) {
    const name = String(row[at.name]).slice(0, at.length);
    byName.set(name, (byName.get(name) ?? 0) + Number(row[at.value]));
  }
  return [...byName].map(([name, value]) => ({ name, value })).toSorted((a, b) => (a.name < b.name ? -1 : 1));
};
