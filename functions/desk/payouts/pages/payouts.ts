import { html } from 'hono/html';
import type { Payout } from '../../../adapters/payments/stripe-payouts.ts';
import { monthBefore } from '../../../domain/reporting/book/days.ts';
import { nowMs } from '../../../platform/clock.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { localDay, minorMoney, monthName, shortDay } from '../../format.ts';
import { deskPage } from '../../layout.ts';
import { barChart } from '../../pages/chart.ts';
import { tile } from '../../pages/tile.ts';
import { messages } from '../../pages/notices.ts';
import { stateMark, type Tone } from '../../pages/state-mark.ts';
import { table } from '../../pages/table.ts';
import { PAYOUT_TEXTS } from '../../texts/payouts.ts';
import { FIGURE_TEXTS } from '../../texts/report-figures.ts';
import type { DeskVisit } from '../../visit.ts';

interface PayoutsView {
  /** `YYYY-MM`, in UTC. */
  month: string;
  /** `test`: the gateway of this environment processes no real money. `silent`: the gateway did not respond. */
  payouts: readonly Payout[] | 'test' | 'silent';
}

export const payoutsPage = (visit: DeskVisit, { month, payouts }: PayoutsView): Promise<Reply> => {
  const t = PAYOUT_TEXTS[visit.language];
  return deskPage(visit, {
    title: t.title,
    place: 'payouts',
    status: payouts === 'silent' ? 503 : 200,
    content: html`<h1>${t.title}</h1>
      ${payouts === 'silent' ? messages({ fault: t.silent }) : none} ${months(visit, month)}
      ${payouts === 'test' ? html`<p>${t.testGateway}</p>` : none}
      ${typeof payouts === 'string' ? none : payoutTable(visit, month, payouts)}`,
  });
};

const months = (visit: DeskVisit, current: string): Markup => {
  const now = new Date(nowMs()).toISOString().slice(0, 7);
  const known = [now, monthBefore(now), monthBefore(monthBefore(now))];
  return html`<nav aria-label="${PAYOUT_TEXTS[visit.language].months}">
    <ul class="tiles">
      ${[...new Set([...known, current])].map((month) =>
        tile(`/desk/payouts?month=${month}`, monthName(visit, month), month === current ? 'true' : undefined),
      )}
    </ul>
  </nav>`;
};

const TONES: Readonly<Record<Payout['status'], Tone>> = {
  pending: 'off',
  in_transit: 'off',
  paid: 'on',
  failed: 'wrong',
  canceled: 'over',
};

export const payoutState = ({ language }: DeskVisit, status: Payout['status']): Markup =>
  stateMark(PAYOUT_TEXTS[language].statuses[status], TONES[status]);

const payoutTable = (visit: DeskVisit, month: string, payouts: readonly Payout[]): Markup => {
  const t = PAYOUT_TEXTS[visit.language];
  if (payouts.length === 0) return html`<p>${t.none}</p>`;
  const caption = `${t.title}, ${monthName(visit, month)}`;
  return html`${[...Map.groupBy(payouts, ({ currency }) => currency)].map(([currency, ofCurrency]) =>
    chart(visit, currency, ofCurrency),
  )}
  ${table('payouts', caption, {
    head: [t.day, t.payout, t.status, t.amount],
    figures: [3],
    rows: payouts.map(({ id, day, status, amount, currency }) => [
      localDay(visit, day),
      html`<a href="/desk/payouts/${encodeURIComponent(id)}">${id}</a>`,
      payoutState(visit, status),
      minorMoney(visit, amount, currency),
    ]),
  })}`;
};

const chart = (visit: DeskVisit, currency: string, payouts: readonly Payout[]): Markup => {
  const t = PAYOUT_TEXTS[visit.language];
  const format = (minor: number): string => minorMoney(visit, minor, currency);
  // Draws one bar per day. The payouts are listed newest first, so they are reversed. Failed and cancelled ones paid
  // out nothing.
  const drawn = payouts.filter(({ status }) => status !== 'failed' && status !== 'canceled').toReversed();
  const bars = [...Map.groupBy(drawn, ({ day }) => day)].map(([day, ofDay]) => ({
    name: localDay(visit, day),
    short: shortDay(visit, day),
    value: ofDay.reduce((sum, { amount }) => sum + amount, 0),
  }));
  const title = `${t.title}, ${currency}`;
  const figure = barChart(visit, { title, heads: [t.day, t.amount], bars, format }, (bar) =>
    FIGURE_TEXTS[visit.language].highest(bar.name, format(bar.value)),
  );
  return figure === none ? none : html`<section>${figure}</section>`;
};
