import { html } from 'hono/html';
import type { Cell } from '../../../platform/csv.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { facts } from '../../counter/pages/counter.ts';
import { decimal, money } from '../../format.ts';
import { tile } from '../../pages/tile.ts';
import { FIGURE_TEXTS, type Preset } from '../../texts/report-figures.ts';
import type { DeskVisit } from '../../visit.ts';
import { presetPeriod, todayOf } from '../presets.ts';
import { columnName, isAmount, type Column, type ReportName } from '../report-names.ts';
import type { Report } from '../report-shape.ts';

const OF_DAYS: readonly Preset[] = ['today', 'thisWeek', 'weekBefore', 'monthBefore', 'thisYear'];
/**
 * Periods for a report that shows the state at the end of a day. It needs no `thisWeek` and `thisYear`, which both end
 * today.
 */
const OF_DATE: readonly Preset[] = ['today', 'lastWeek', 'lastMonth', 'lastYear'];

/** Links to the same report for other periods; the current one is marked. */
export const presets = (visit: DeskVisit, name: ReportName, { days, date, sums }: Report): Markup => {
  const { group } = visit.request.query;
  if (!days && date === undefined) return none;
  const t = FIGURE_TEXTS[visit.language];
  return html`<nav aria-label="${t.periods}">
    <ul class="tiles">
      ${(days ? OF_DAYS : OF_DATE).map((preset) => {
        const { from, to } = presetPeriod(preset, todayOf(visit));
        const query = new URLSearchParams({
          ...(days ? { date_from: from, date_to: to } : { date: to }),
          ...(sums && group ? { group } : {}),
        }).toString();
        const isShown = days ? days.from === from && days.to === to : date === to;
        return tile(`/desk/reports/${name}?${query}`, t.presets[preset], isShown ? 'true' : undefined);
      })}
    </ul>
  </nav>`;
};

/** Whether a transaction is a redemption or its reversal. Withdrawals by refunds are neither. */
export const isRedemption = ({ t }: DeskVisit, kind: Cell | undefined): boolean =>
  kind === t.item.kinds['claim'] || kind === t.item.kinds['refund'];

const ADDED: readonly Column[] = ['amount', 'vat', 'left', 'expired', 'awaiting'];

/** The rows by kind of transaction, which are summed separately. Reports other than `claimed-items` have one part. */
const partsOf = (name: ReportName, { columns, rows }: Report): Map<string, Report['rows']> => {
  const parts = new Map<string, Report['rows']>();
  const kind = columns.indexOf('kind');
  for (const row of rows) {
    const part = name === 'claimed-items' ? String(row[kind]) : '';
    const known = parts.get(part);
    if (known) known.push(row);
    else parts.set(part, [row]);
  }
  return parts;
};

const plainTotals = (visit: DeskVisit, report: Report): [string, string][] => {
  const counted = (['checked', 'faults'] as const).filter((column) => report.columns.includes(column));
  if (counted.length === 0) return [];
  return counted.map((column) => {
    const at = report.columns.indexOf(column);
    const sum = report.rows.reduce((total, row) => total + Number(row[at] ?? 0), 0);
    return [visit.t.reports.columns[column], decimal(visit, sum)];
  });
};

/**
 * Totals of every amount of the report by currency; those of redemptions also by kind. If not all rows were read, a
 * note is shown instead.
 */
export const totals = (visit: DeskVisit, name: ReportName, report: Report): Markup => {
  const { t, language } = visit;
  const figures = FIGURE_TEXTS[language];
  if (report.rows.length === 0) return none;
  if (report.sums) return bookTotals(visit, report, report.sums);
  if (report.total > report.rows.length) return html`<p>${figures.tooMany}</p>`;
  const currencyAt = report.columns.indexOf('currency');
  const currencies = currencyAt < 0 ? [] : [...new Set(report.rows.map((row) => String(row[currencyAt])))].toSorted();
  const sums = currencies.flatMap((currency) =>
    [...partsOf(name, report)].flatMap(([part, rows]) => {
      const rowsOfCurrency = rows.filter((row) => row[currencyAt] === currency);
      return ADDED.filter((column) => report.columns.includes(column)).map((column): [string, string] => {
        const at = report.columns.indexOf(column);
        const label = [columnName(visit, column), part, currencies.length > 1 ? currency : ''].filter(Boolean);
        return [label.join(', '), money(visit, sumOf(rowsOfCurrency, at), currency)];
      });
    }),
  );
  const entries = [...sums, ...plainTotals(visit, report)];
  const rows: [string, string] = [
    figures.totals,
    t.reports.rows(decimal(visit, report.total), decimal(visit, report.total)),
  ];
  return html`<section aria-labelledby="totals">
    <h2 id="totals">${figures.totals}</h2>
    ${facts(entries.length === 0 ? [rows] : entries)}
  </section>`;
};

/**
 * The figures of the last row of the table. Undefined if they cannot be added: redemptions and their reversals, amounts
 * in several currencies, and reports without a currency.
 */
export const columnSums = (
  name: ReportName,
  { columns, rows, sums }: Report,
): ReadonlyMap<Column, number> | undefined => {
  if (sums) return new Map(sums);
  const currencyAt = columns.indexOf('currency');
  const isOneCurrency = currencyAt >= 0 && rows.every((row) => row[currencyAt] === rows[0]?.[currencyAt]);
  if (name === 'claimed-items' || !isOneCurrency) return undefined;
  return new Map(ADDED.map((column) => [column, sumOf(rows, columns.indexOf(column))]));
};

/** Figures other than 0, and the main figures of the report. */
const bookTotals = (visit: DeskVisit, { currency }: Report, sums: NonNullable<Report['sums']>): Markup => {
  const { company, language } = visit;
  const shown = sums
    .filter(([column, figure]) => figure !== 0 || READ_FOR.has(column))
    .map(([column, figure]): [string, string] => [
      columnName(visit, column),
      isAmount(column) ? money(visit, figure, currency ?? company.currency) : decimal(visit, figure),
    ]);
  return html`<section aria-labelledby="totals">
    <h2 id="totals">${FIGURE_TEXTS[language].totals}</h2>
    ${facts(shown)}
  </section>`;
};

const READ_FOR: ReadonlySet<Column> = new Set<Column>(['orders', 'captured', 'net', 'redeemed', 'opening', 'closing']);

/** Amounts have at most three decimals. They are summed as integers to avoid rounding errors. */
const SCALE = 1000;
const sumOf = (rows: Report['rows'], at: number): number =>
  rows.reduce((sum, row) => sum + Math.round(Number(row[at] ?? 0) * SCALE), 0) / SCALE;
