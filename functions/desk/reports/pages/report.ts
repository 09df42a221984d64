import { html, raw } from 'hono/html';
import type { Cell } from '../../../platform/csv.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { localDay, localMoment, moment, money } from '../../format.ts';
import { deskPage } from '../../layout.ts';
import { table } from '../../pages/table.ts';
import type { DeskVisit } from '../../visit.ts';
import { maySee, reportNames, type Column, type Report, type ReportName } from '../report-rows.ts';
import { BOOKS_TEXTS } from '../../texts/books.ts';
import { FIGURE_TEXTS } from '../../texts/report-figures.ts';
import { barPlot, type Bar } from './plot.ts';
import { isRedemption, presets, totals } from './figures.ts';

const SHOWN = 50;

export const reportPage = (visit: DeskVisit, name: ReportName, report: Report): Promise<Reply> => {
  const { t } = visit;
  const title = t.reports.names[name];
  const shown = report.rows.slice(0, SHOWN);
  return deskPage(visit, {
    title,
    place: 'reports',
    content: html`<h1>${t.reports.title}</h1>
      ${menu(visit, name)} ${presets(visit, name, report)} ${filters(visit, name, report)}
      ${totals(visit, name, report)} ${name === 'integrity' ? verdict(visit, report) : none}
      ${plot(visit, name, report)}
      ${
        shown.length > 0
          ? table('report', title, {
              head: report.columns.map((column) => t.reports.columns[column]),
              figures: figuresOf(report),
              rows: shown.map((row) =>
                row.map((cell, at) => textOf(visit, report, { row, cell, column: report.columns[at] })),
              ),
            })
          : none
      }
      <p>${t.reports.rows(shown.length, report.total)}</p>
      <p class="links"><a href="/desk/books">${BOOKS_TEXTS[visit.language].title}</a></p>`,
  });
};

const figuresOf = ({ rows }: Report): number[] =>
  (rows[0] ?? []).flatMap((cell, at) => (typeof cell === 'number' ? [at] : []));

/** Columns of amounts in the currency of their row, of moments, and of days: as people write them. */
const AMOUNTS: ReadonlySet<Column | undefined> = new Set<Column>(['amount', 'vat', 'left', 'expired', 'awaiting']);
const MOMENTS: ReadonlySet<Column | undefined> = new Set<Column>(['created_at']);
const DAYS: ReadonlySet<Column | undefined> = new Set<Column>(['date', 'validity']);

interface Place {
  row: readonly Cell[];
  cell: Cell;
  column: Column | undefined;
}

const textOf = (visit: DeskVisit, { columns }: Report, { row, cell, column }: Place): string => {
  if (typeof cell === 'number') {
    const currency = row[columns.indexOf('currency')];
    const isAmount = AMOUNTS.has(column) && typeof currency === 'string';
    return isAmount ? money(visit, cell, currency) : new Intl.NumberFormat(visit.t.tag).format(cell);
  }
  if (!cell) return '';
  if (MOMENTS.has(column)) return localMoment(visit, cell);
  return DAYS.has(column) ? localDay(visit, cell) : cell;
};

const menu = (visit: DeskVisit, current: ReportName): Markup =>
  html`<nav aria-label="${visit.t.reports.title}">
    <ul class="tiles">
      ${reportNames
        .filter((name) => maySee(visit, name))
        .map(
          (name) =>
            html`<li>
              <a href="/desk/reports/${name}" ${name === current ? raw('aria-current="page"') : none}
                >${visit.t.reports.names[name]}</a
              >
            </li>`,
        )}
    </ul>
  </nav>`;

/** The days of the report, and the same as a file. */
const filters = ({ t }: DeskVisit, name: ReportName, { days, date }: Report): Markup => {
  const field = (id: string, text: string, value: string | undefined): Markup =>
    html`<div>
      <label for="${id}">${text}</label><input id="${id}" name="${id}" type="date" value="${value ?? ''}" />
    </div>`;
  return html`<form class="filters" method="get" action="/desk/reports/${name}">
    ${days ? html`${field('date_from', t.reports.from, days.from)} ${field('date_to', t.reports.to, days.to)}` : none}
    ${date ? field('date', t.reports.date, date) : none}
    ${days || date ? html`<button>${t.reports.show}</button>` : none}
    <button class="quiet" name="format" value="csv">${t.reports.csv}</button>
  </form>`;
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

/** Sums of one currency: others would need a scale of their own. */
const plot = (visit: DeskVisit, name: ReportName, report: Report): Markup => {
  const { t, company, language } = visit;
  const { highest, redeemedByDay } = FIGURE_TEXTS[language];
  const say = (bar: Bar): string => highest(bar.name, money(visit, bar.value, company.currency));
  const titles: Partial<Record<ReportName, [string, Column, Column, number]>> = {
    analytics: [t.reports.byDay, 'created_at', 'amount', 10],
    'claimed-items': [redeemedByDay, 'date', 'amount', 10],
    liability: [t.reports.byMonth, 'month', 'left', 7],
  };
  const shown = titles[name];
  if (!shown || report.total > report.rows.length) return none;
  const [title, names, values, length] = shown;
  const at = (column: Column): number => report.columns.indexOf(column);
  const rows = report.rows.filter((row) => name !== 'claimed-items' || isRedemption(visit, row[at('kind')]));
  const places = { name: at(names), value: at(values), currency: at('currency'), length };
  const bars = sums({ ...report, rows }, company.currency, places);
  return barPlot(
    title,
    bars.filter(({ value }) => name !== 'liability' || value > 0),
    say,
  );
};

const sums = (
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
