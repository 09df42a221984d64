import { html, raw } from 'hono/html';
import { HOME_PERIODS, type HomeFigures, type HomePeriod } from '../../../domain/reporting/reports/home-figures.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { dayRange, decimal, minorMoney, percent } from '../../format.ts';
import { summaryUrl } from '../../reports/summary-url.ts';
import { figureName } from '../../texts/figures.ts';
import { homeText } from '../../texts/home.ts';
import type { DeskVisit } from '../../visit.ts';

/** Figures of a period, and whether a higher figure is better. */
const SHOWN = [
  { name: 'captured', isAmount: true, isGood: true },
  { name: 'orders', isAmount: false, isGood: true },
  { name: 'redeemed', isAmount: true, isGood: false },
  { name: 'outstanding', isAmount: true, isGood: false },
] as const;

/**
 * Today, this week and this month, each with a comparison: today with the same day of last week, the others with the
 * same days of the preceding period.
 */
export const periodSections = (visit: DeskVisit, figures: HomeFigures): Markup =>
  html`<div class="periods">${HOME_PERIODS.map((name) => section(visit, name, figures))}</div>`;

const section = (visit: DeskVisit, name: HomePeriod, { currency, periods }: HomeFigures): Markup => {
  const { language } = visit;
  const { now, before } = periods[name];
  const format = (value: number, isAmount: boolean): string =>
    isAmount ? minorMoney(visit, value, currency) : decimal(visit, value);
  return html`<section class="card" aria-labelledby="${name}">
    <h2 id="${name}"><a href="${summaryUrl(now)}">${homeText(language, name)}</a></h2>
    <p class="hint">${homeText(language, 'against', dayRange(visit, before.from, before.to))}</p>
    <dl class="facts">
      ${SHOWN.map(
        (figure) =>
          html`<div data-figure="${figure.name}">
            <dt>${figureName(language, figure.name)}</dt>
            <dd>
              <strong>${format(now[figure.name], figure.isAmount)}</strong>
              <small
                >${change(visit, now[figure.name], before[figure.name], figure.isGood)}
                ${homeText(language, 'before', format(before[figure.name], figure.isAmount))}</small
              >
            </dd>
          </div>`,
      )}
    </dl>
  </section>`;
};

const change = (visit: DeskVisit, now: number, before: number, isGood: boolean): Markup => {
  if (before <= 0 || now === before) return none;
  const kind = isGood ? (now > before ? 'up' : 'down') : '';
  return html`<span ${raw(`class="change ${kind}"`)}
    >${now > before ? '▲' : '▼'} ${percent(visit, now / before - 1, 'always')}</span
  >`;
};
