import { html } from 'hono/html';
import type { Cell } from '../../../platform/csv.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { itemPath } from '../../codes.ts';
import { decimal, localMoment, moment, money, monthName, plainAmount, tableDay } from '../../format.ts';
import { withMinusSign } from '../../../platform/currencies.ts';
import { deskPage } from '../../layout.ts';
import { table } from '../../pages/table.ts';
import { homeText } from '../../texts/home.ts';
import { FIGURE_TEXTS } from '../../texts/report-figures.ts';
import { emptyText } from '../../texts/empty.ts';
import type { DeskVisit } from '../../visit.ts';
import { periodName } from '../book-rows.ts';
import { columnName, isAmount, isDay, isMoment, reportTitle, type Column, type ReportName } from '../report-names.ts';
import type { Report } from '../report-shape.ts';
import { charts } from './charts.ts';
import { columnSums, presets, totals } from './figures.ts';
import { filters } from './filters.ts';
import { reportMenu } from './menu.ts';

const SHOWN = 50;
/** Maximum number of rows of a book report, so that all its periods are shown. */
const PERIODS_SHOWN = 400;

export const reportPage = (visit: DeskVisit, name: ReportName, report: Report): Promise<Reply> => {
  const { t, language } = visit;
  const title = reportTitle(visit, name);
  const rows = rowsOf(report);
  const shown = hasFigures(report) ? rows.slice(0, report.bars ? PERIODS_SHOWN : SHOWN) : [];
  const columns = columnsWithFigures(report);
  const sums = sumRows(visit, name, report, { shown, columns });
  return deskPage(visit, {
    title,
    place: 'reports',
    content: html`<h1>${title}</h1>
      ${reportMenu(visit, name)} ${presets(visit, name, report)} ${filters(visit, name, report)}
      ${report.recounting ? html`<p role="status">${homeText(language, 'recounting')}</p>` : none}
      ${totals(visit, name, report)} ${name === 'integrity' ? verdict(visit, report) : none}
      ${charts(visit, name, report)}
      ${
        shown.length > 0
          ? table('report', report.currency ? `${title}, ${report.currency}` : title, {
              head: columns.map(({ column }) => columnName(visit, column)),
              figures: columns.flatMap(({ at }, shownAt) =>
                typeof report.rows[0]?.[at] === 'number' ? [shownAt] : [],
              ),
              isDense: report.bars !== undefined,
              sums: sums.length,
              rows: [...shown.map((row) => columns.map((each) => cellOf(visit, report, { row, ...each }))), ...sums],
            })
          : none
      }
      ${
        shown.length > 0
          ? report.bars && shown.length === rows.length
            ? none
            : html`<p>
                ${t.reports.rows(decimal(visit, shown.length), decimal(visit, report.bars ? rows.length : report.total))}
              </p>`
          : name === 'integrity'
            ? none
            : html`<p class="hint">${emptyText(language, name === 'liability' ? name : 'report')}</p>`
      }`,
  });
};

/** The row of sums; none if the table has only one row or not all rows of the report, or if figures cannot be added. */
const sumRows = (
  visit: DeskVisit,
  name: ReportName,
  report: Report,
  { shown, columns }: { shown: Report['rows']; columns: readonly ColumnPosition[] },
): string[][] => {
  const isWhole = shown.length > 1 && shown.length === rowsOf(report).length && report.total <= report.rows.length;
  const sums = isWhole ? columnSums(name, report) : undefined;
  const [first] = report.rows;
  if (!sums || !first) return [];
  const cells = columns.slice(1).map(({ column, at }) => {
    const sum = sums.get(column);
    return sum === undefined ? '' : textOf(visit, report, { row: first.with(at, sum), at, column });
  });
  return [[FIGURE_TEXTS[visit.language].totals, ...cells]];
};

/** The shown rows: with groups, only those with figures. The CSV has all rows. */
const rowsOf = ({ rows, columns }: Report): Report['rows'] =>
  columns.includes('group') ? rows.filter((row) => row.some((cell) => typeof cell === 'number' && cell !== 0)) : rows;

/** Whether the report has any figures. A book report without figures is shown as empty. */
const hasFigures = ({ rows, bars }: Report): boolean =>
  !bars || rows.some((row) => row.some((cell) => typeof cell === 'number' && cell !== 0));

interface ColumnPosition {
  column: Column;
  /** Index of the column in each row. */
  at: number;
}

/**
 * The shown columns: the main ones, and those with a value in some row, which in a book report must not be 0. The
 * currency is omitted, because each amount shows it. The CSV has all columns.
 */
const columnsWithFigures = ({ columns, rows, bars }: Report): ColumnPosition[] =>
  columns
    .map((column, at): ColumnPosition => ({ column, at }))
    .filter(({ column }) => column !== 'currency')
    .filter(
      ({ column, at }) => ALWAYS.has(column) || rows.some((row) => (bars ? row[at] !== 0 : (row[at] ?? '') !== '')),
    );

const ALWAYS: ReadonlySet<Column> = new Set<Column>([
  'period',
  'group',
  'orders',
  'captured',
  'net',
  'opening',
  'closing',
]);

/** The text of a cell. An item's code links to its page. */
const cellOf = (
  visit: DeskVisit,
  report: Report,
  shown: ColumnPosition & { row: readonly Cell[] },
): string | Markup => {
  const text = textOf(visit, report, shown);
  if (shown.column !== 'code' || text === '') return text;
  return visit.rights.has('look_up')
    ? html`<a class="code" translate="no" href="${itemPath(text)}">${text}</a>`
    : html`<span class="code" translate="no">${text}</span>`;
};

const textOf = (
  visit: DeskVisit,
  { columns, currency }: Report,
  { row, at, column }: ColumnPosition & { row: readonly Cell[] },
): string => {
  const cell = row[at] ?? '';
  if (typeof cell === 'number') {
    if (currency !== undefined && isAmount(column)) return plainAmount(visit, cell, currency);
    const rowCurrency = row[columns.indexOf('currency')];
    return isAmount(column) && typeof rowCurrency === 'string'
      ? money(visit, cell, rowCurrency)
      : withMinusSign(new Intl.NumberFormat(visit.t.tag).format(cell));
  }
  if (!cell) return '';
  if (column === 'period') return periodName(visit, cell);
  if (isMoment(column)) return localMoment(visit, cell);
  if (/^\d{4}-\d{2}$/.test(cell)) return monthName(visit, cell);
  return isDay(column) ? tableDay(visit, cell) : cell;
};

const verdict = (visit: DeskVisit, { rows, provenSince }: Report): Markup => {
  const { t } = visit;
  if (rows.length === 0) return html`<p role="status">${t.reports.neverChecked}</p>`;
  const isRight = rows.every(([, , faults]) => faults === 0);
  return html`<p class="${isRight ? 'done' : 'bad'}" role="status">
      ${isRight ? t.reports.allRight : t.reports.faulty}
    </p>
    ${provenSince === undefined ? none : html`<p>${t.reports.provenSince(moment(visit, provenSince))}</p>`}`;
};
