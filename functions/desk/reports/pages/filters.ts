import { html, raw } from 'hono/html';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { homeText } from '../../texts/home.ts';
import type { DeskVisit } from '../../visit.ts';
import { CHOICES, divisionOf } from '../book-rows.ts';
import type { BookReport, ReportName } from '../report-names.ts';
import type { Report } from '../report-shape.ts';
import { capitalize } from '../../pages/state-mark.ts';

/** Fields for the days of the report, and a button for its CSV. */
export const filters = (visit: DeskVisit, name: ReportName, { days, date, rows }: Report): Markup => {
  const { t } = visit;
  const field = (id: string, text: string, value: string | undefined): Markup =>
    html`<div>
      <label for="${id}">${text}</label><input id="${id}" name="${id}" type="date" value="${value ?? ''}" />
    </div>`;
  const hasRange = days !== undefined || date !== undefined;
  // Before the first check the integrity report is empty and has no days.
  if (!hasRange && rows.length === 0) return none;
  return html`<form class="filters" method="get" action="/desk/reports/${name}">
    ${days ? html`${field('date_from', t.reports.from, days.from)} ${field('date_to', t.reports.to, days.to)}` : none}
    ${date ? field('date', t.reports.date, date) : none}
    ${name === 'summary' || name === 'movements' ? division(visit, name, days) : none}
    ${hasRange ? html`<button>${t.reports.show}</button>` : none}
    <button class="quiet" name="format" value="csv">${t.reports.csv}</button>
  </form>`;
};

const division = (visit: DeskVisit, name: BookReport, days: Report['days']): Markup => {
  const { language } = visit;
  const { interval, group } = divisionOf(visit, name, { from: days?.from ?? '', to: days?.to ?? '' });
  const choice = (
    id: string,
    label: string,
    values: readonly string[],
    chosen: string,
    textOf: (value: string) => string,
  ) =>
    html`<div>
      <label for="${id}">${label}</label>
      <select id="${id}" name="${id}">
        ${values.map(
          (value) =>
            html`<option value="${value}" ${value === chosen ? raw('selected') : none}>
              ${capitalize(textOf(value))}
            </option>`,
        )}
      </select>
    </div>`;
  const { intervals, groups } = CHOICES[name];
  return html`${choice('interval', homeText(language, 'interval'), intervals, interval, (value) =>
    homeText(language, `by_${value as (typeof intervals)[number]}`),
  )}
  ${choice('group', homeText(language, 'groupBy'), groups, group, (value) =>
    homeText(language, `by_${value as (typeof groups)[number]}`),
  )}`;
};
