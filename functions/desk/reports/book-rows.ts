import { listOverview } from '../../domain/administration/catalog/overview.ts';
import { countDays } from '../../domain/reporting/book/days.ts';
import { FLOW_NAMES, SUMMARY_FIGURES } from '../../domain/reporting/book/figures.ts';
import { readMovements } from '../../domain/reporting/reports/movements.ts';
import type { Interval, RangeQuery } from '../../domain/reporting/reports/range.ts';
import { readSummary } from '../../domain/reporting/reports/summary.ts';
import { TYPE_NAMES } from '../../domain/value/items/rules.ts';
import { ownMember } from '../../platform/own-member.ts';
import { decimalFromMinor } from '../../platform/decimals.ts';
import { localDay, monthLetter, monthName, shortDay } from '../format.ts';
import type { Bar } from '../pages/chart.ts';
import { localize } from '../localize.ts';
import { groupName } from '../texts/figures.ts';
import { homeText } from '../texts/home.ts';
import type { DeskVisit } from '../visit.ts';
import type { BookReport } from './report-names.ts';
import type { ReportExtent, Report } from './report-shape.ts';

/** Intervals and groups of the book reports. */
export const CHOICES = {
  summary: { intervals: ['day', 'week', 'month'], groups: ['none', 'family', 'product', 'channel'] },
  movements: { intervals: ['day', 'month'], groups: ['none', 'item_type', 'vat_treatment'] },
} as const;

const DAYS_APART_MAX = 31;
const WEEKS_APART_MAX = 184;

/** The interval and the group in the URL. By default an interval with few rows, and no group. */
export const divisionOf = (
  { request }: Pick<DeskVisit, 'request'>,
  name: BookReport,
  { from, to }: { from: string; to: string },
): { interval: Interval; group: string } => {
  const { interval, group } = request.query;
  const { intervals, groups } = CHOICES[name];
  const number = countDays(from, to);
  const usual = number <= DAYS_APART_MAX ? 'day' : number <= WEEKS_APART_MAX && name === 'summary' ? 'week' : 'month';
  return {
    interval: intervals.find((each) => each === interval) ?? usual,
    group: groups.find((each) => each === group) ?? 'none',
  };
};

const queryOf = (
  visit: DeskVisit,
  name: BookReport,
  { days }: ReportExtent,
): RangeQuery & { from: string; to: string } => {
  const [from = '', to = ''] = [days.from ?? '', days.to ?? ''].toSorted();
  return { from, to, ...divisionOf(visit, name, { from, to }) };
};

/** `19 November 2026`, `Week 47, 2026` or `November 2026`. */
export const periodName = (visit: DeskVisit, period: string): string => {
  const [year = '', week] = period.split('-W');
  if (week !== undefined) return `${homeText(visit.language, 'weekOf', Number(week))}, ${year}`;
  return period.length === 'YYYY-MM'.length ? monthName(visit, period) : localDay(visit, period);
};

const shortName = (visit: DeskVisit, period: string): string => {
  const [, week] = period.split('-W');
  if (week !== undefined) return String(Number(week));
  return period.length === 'YYYY-MM'.length ? monthLetter(visit, period) : shortDay(visit, period);
};

/** Sums of a figure by the name of each row, such as its period or its group. */
const barsOf = <R extends { period: string; group: string | null }>(
  rows: readonly R[],
  nameOf: (row: R) => string,
  valueOf: (row: R) => number,
): { key: string; value: number }[] => {
  const sums = new Map<string, number>();
  for (const row of rows) sums.set(nameOf(row), (sums.get(nameOf(row)) ?? 0) + valueOf(row));
  return [...sums].map(([key, value]) => ({ key, value }));
};

const periodBars = (visit: DeskVisit, sums: readonly { key: string; value: number }[]): Bar[] =>
  sums.map(({ key, value }) => ({ name: periodName(visit, key), short: shortName(visit, key), value }));

const productNames = async ({ company }: DeskVisit, group: string): Promise<Map<string, string>> =>
  new Map(
    group === 'product'
      ? (await listOverview(company.slug, '')).map(({ product }) => [
          product.product_id,
          String((product as Record<string, unknown>)['name']),
        ])
      : [],
  );

const groupText = (visit: DeskVisit, group: string, products: ReadonlyMap<string, string>): string =>
  groupName(visit.language, group) ?? products.get(group) ?? localize(visit, ownMember(TYPE_NAMES, group) ?? group);

const COUNTS: ReadonlySet<string> = new Set(['orders', 'items', 'redemptions']);

export const summaryRows = async (visit: DeskVisit, extent: ReportExtent): Promise<Report> => {
  const query = queryOf(visit, 'summary', extent);
  const [{ rows, totals, currency, recounting = false }, products] = await Promise.all([
    readSummary(visit.company.slug, query),
    productNames(visit, query.group ?? ''),
  ]);
  const isGrouped = query.group !== 'none';
  const shown = (figures: (typeof rows)[number] | typeof totals): number[] =>
    SUMMARY_FIGURES.map((name) => (COUNTS.has(name) ? figures[name] : decimalFromMinor(figures[name], currency)));
  return {
    columns: ['period', ...(isGrouped ? (['group'] as const) : []), ...SUMMARY_FIGURES],
    rows: rows.map((row) => [
      row.period,
      ...(isGrouped ? [row.group === null ? '' : groupText(visit, row.group, products)] : []),
      ...shown(row),
    ]),
    total: rows.length,
    days: { from: query.from, to: query.to },
    currency,
    bars: periodBars(
      visit,
      barsOf(
        rows,
        ({ period }) => period,
        ({ captured }) => decimalFromMinor(captured, currency),
      ),
    ),
    shares: isGrouped
      ? barsOf(
          rows,
          ({ group }) => (group === null ? '' : groupText(visit, group, products)),
          ({ captured }) => decimalFromMinor(captured, currency),
        )
          .filter(({ value }) => value > 0)
          .toSorted((a, b) => b.value - a.value)
          .map(({ key, value }) => ({ name: key, value }))
      : [],
    sums: shown(totals).map((figure, at) => [SUMMARY_FIGURES[at] ?? 'orders', figure] as const),
    recounting,
  };
};

export const movementsRows = async (visit: DeskVisit, extent: ReportExtent): Promise<Report> => {
  const query = queryOf(visit, 'movements', extent);
  const { rows, currency, recounting = false } = await readMovements(visit.company.slug, query);
  const isGrouped = query.group !== 'none';
  const figures = ['opening', ...FLOW_NAMES, 'closing'] as const;
  const decimal = (minor: number): number => decimalFromMinor(minor, currency);
  const [first, last] = [rows[0]?.period, rows.at(-1)?.period];
  const sumOf = (name: (typeof figures)[number]): number =>
    rows
      .filter(({ period }) => (name === 'opening' ? period === first : name === 'closing' ? period === last : true))
      .reduce((sum, row) => sum + row[name], 0);
  return {
    columns: ['period', ...(isGrouped ? (['group'] as const) : []), ...figures],
    rows: rows.map((row) => [
      row.period,
      ...(isGrouped ? [row.group === null ? '' : groupText(visit, row.group, new Map())] : []),
      ...figures.map((name) => decimal(row[name])),
    ]),
    total: rows.length,
    days: { from: query.from, to: query.to },
    currency,
    bars: periodBars(
      visit,
      barsOf(
        rows,
        ({ period }) => period,
        ({ closing }) => decimal(closing),
      ),
    ),
    sums: figures.map((name) => [name, decimal(sumOf(name))] as const),
    recounting,
  };
};
