import { html } from 'hono/html';
import type { Attention } from '../../../domain/reporting/health/attention.ts';
import type { CapturedAmount, HomeFigures } from '../../../domain/reporting/reports/home-figures.ts';
import type { presentOrder } from '../../../domain/checkout/orders/present.ts';
import { monthBefore } from '../../../domain/reporting/book/days.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { orderPath } from '../../codes.ts';
import { localDay, minorMoney, moment, monthLetter, monthName, shortDay } from '../../format.ts';
import { deskPage } from '../../layout.ts';
import { barChart, shareChart, type Bar } from '../../pages/chart.ts';
import { tile } from '../../pages/tile.ts';
import { stateOfOrder } from '../../pages/order-state.ts';
import { table } from '../../pages/table.ts';
import { summaryUrl } from '../../reports/summary-url.ts';
import { presetPeriod, todayOf } from '../../reports/presets.ts';
import { figureName, groupName } from '../../texts/figures.ts';
import { homeText } from '../../texts/home.ts';
import { FIGURE_TEXTS } from '../../texts/report-figures.ts';
import type { DeskVisit } from '../../visit.ts';
import { attentionSection } from './attention.ts';
import { periodSections } from './periods.ts';

interface Home {
  figures: HomeFigures;
  attention: Attention;
  orders: ReturnType<typeof presentOrder>[];
}

/** The overview for the owner of a shop. */
export const homePage = (visit: DeskVisit, { figures, attention, orders }: Home): Promise<Reply> => {
  const title = visit.t.menu.home;
  // Before the first order, the remaining steps of the set-up are more useful than figures of 0 and empty charts.
  const isNew = orders.length === 0;
  return deskPage(visit, {
    title,
    place: 'home',
    content: html`<h1>${title}</h1>
      ${reportLinks(visit)}
      ${figures.recounting ? html`<p role="status">${homeText(visit.language, 'recounting')}</p>` : none}
      ${isNew ? attentionSection(visit, attention) : none} ${periodSections(visit, figures)}
      ${isNew ? none : html`${attentionSection(visit, attention)} ${charts(visit, figures)}`} ${newest(visit, orders)}`,
  });
};

/** Links to the most used reports. */
const reportLinks = (visit: DeskVisit): Markup => {
  const { language } = visit;
  const today = todayOf(visit);
  const month = today.slice(0, 7);
  const books = (of: string): Markup =>
    tile(`/desk/books?month=${of}`, homeText(language, 'booksOf', monthName(visit, of)), undefined);
  return html`<nav aria-label="${homeText(language, 'answers')}">
    <ul class="tiles">
      ${tile(summaryUrl(presetPeriod('weekBefore', today)), homeText(language, 'soldLastWeek'), undefined)}
      ${tile(`/desk/reports/liability?date=${today}`, homeText(language, 'owedToday'), undefined)}
      ${books(monthBefore(month))} ${books(month)}
    </ul>
  </nav>`;
};

const charts = (visit: DeskVisit, figures: HomeFigures): Markup => {
  const { language } = visit;
  const { period, group, captured } = {
    period: figureName(language, 'period'),
    group: figureName(language, 'group'),
    captured: figureName(language, 'captured'),
  };
  const format = (minor: number): string => minorMoney(visit, minor, figures.currency);
  const highest = (bar: Bar): string => FIGURE_TEXTS[language].highest(bar.name, format(bar.value));
  const bars = (
    of: readonly CapturedAmount[],
    nameOf: (name: string) => string,
    shortOf: (name: string) => string,
  ): Bar[] => of.map((each) => ({ name: nameOf(each.name), short: shortOf(each.name), value: each.captured }));
  const days = bars(
    figures.days,
    (day) => localDay(visit, day),
    (day) => shortDay(visit, day),
  );
  const months = bars(
    figures.months,
    (month) => monthName(visit, month),
    (month) => monthLetter(visit, month),
  );
  const shares = (of: readonly CapturedAmount[]): Bar[] =>
    of.map((each) => ({ name: groupName(language, each.name) ?? each.name, value: each.captured }));
  const drawn = (id: 'days' | 'year' | 'families' | 'channels', chart: (title: string) => Markup): Markup => {
    const title = homeText(language, id);
    const markup = chart(title);
    return html`<section class="card" data-chart="${id}">
      ${
        markup === none
          ? html`<h2>${title}</h2>
              <p class="hint">${homeText(language, 'noSales')}</p>`
          : markup
      }
    </section>`;
  };
  return html`<div class="charts">
    ${drawn('days', (title) => barChart(visit, { title, heads: [period, captured], bars: days, format }, highest))}
    ${drawn('year', (title) => barChart(visit, { title, heads: [period, captured], bars: months, format }, highest))}
    ${drawn('families', (title) => shareChart(visit, { title, heads: [group, captured], bars: shares(figures.families), format }))}
    ${drawn('channels', (title) => shareChart(visit, { title, heads: [group, captured], bars: shares(figures.channels), format }))}
  </div>`;
};

/** Orders link to the full codes of their items, so their list requires the right to search. */
const newest = (visit: DeskVisit, orders: Home['orders']): Markup => {
  const { t, language, rights } = visit;
  if (!rights.has('search')) return none;
  const title = homeText(language, 'newest');
  if (orders.length === 0)
    return html`<section>
      <h2>${title}</h2>
      <p class="hint">${homeText(language, 'noOrders')}</p>
    </section>`;
  return table('newest', title, {
    head: [homeText(language, 'order'), t.order.ordered, t.order.buyer, t.item.status, t.order.total],
    figures: [4],
    rows: orders.map((order) => [
      html`<a href="${orderPath(order.id)}">${order.reference}</a>`,
      moment(visit, order.created_at),
      order.sender.name,
      stateOfOrder(visit, order),
      minorMoney(visit, order.amounts.total, order.amounts.currency),
    ]),
  });
};
