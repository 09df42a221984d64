import { html } from 'hono/html';
import type { ComparedFact } from '../../../domain/payments/notices/compare-day.ts';
import type { MatchedLine, MatchedPayout } from '../../../domain/payments/notices/match-payout.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { orderPath } from '../../codes.ts';
import { facts } from '../../counter/pages/counter.ts';
import { decimal, localDay, minorMoney } from '../../format.ts';
import { deskPage } from '../../layout.ts';
import { backLink } from '../../pages/back-link.ts';
import { messages } from '../../pages/notices.ts';
import { table } from '../../pages/table.ts';
import { payoutState } from './payouts.ts';
import { FIGURE_TEXTS } from '../../texts/report-figures.ts';
import { PAYOUT_TEXTS } from '../../texts/payouts.ts';
import type { DeskVisit } from '../../visit.ts';

export const payoutPage = (visit: DeskVisit, payout: MatchedPayout | 'silent'): Promise<Reply> => {
  const t = PAYOUT_TEXTS[visit.language];
  const back = backLink('/desk/payouts', t.title);
  if (payout === 'silent') {
    return deskPage(visit, {
      title: t.title,
      place: 'payouts',
      status: 503,
      content: html`${back}
        <h1>${t.title}</h1>
        ${messages({ fault: t.silent })}`,
    });
  }
  const { id, day, status, amount, currency, sums } = payout;
  const money = (minor: number): string => minorMoney(visit, minor, currency);
  return deskPage(visit, {
    title: `${t.payout} ${id}`,
    place: 'payouts',
    content: html`${back}
      <h1>${t.payout}</h1>
      ${facts(
        [
          [t.payout, id],
          [t.day, localDay(visit, day)],
          [t.status, payoutState(visit, status)],
          [t.kinds.payment, money(sums.payment)],
          [t.kinds.refund, money(sums.refund)],
          [t.kinds.dispute, money(sums.dispute)],
          [t.kinds.other, money(sums.other)],
          [t.fees, money(sums.fees)],
          [t.amount, money(amount)],
        ],
        { rowFrom: t.kinds.payment },
      )}
      ${verdict(visit, payout)} ${transactions(visit, payout)}`,
  });
};

/** The result of the comparison, above the transactions. */
const verdict = (visit: DeskVisit, { lines, unexplained, isScheduled, isWhole, currency }: MatchedPayout): Markup => {
  const t = PAYOUT_TEXTS[visit.language];
  if (!isScheduled) return html`<p class="bad" role="status">${t.byHand}</p>`;
  const differing = lines.filter(({ compared }) => compared && !compared.agrees);
  const isRight = differing.length === 0 && unexplained === 0;
  return html`${isWhole ? none : html`<p role="status">${t.tooMany(decimal(visit, lines.length))}</p>`}
    <p class="${isRight ? 'done' : 'bad'}" role="status">
      ${isRight ? t.agrees : t.differences(decimal(visit, differing.length + (unexplained === 0 ? 0 : 1)))}
    </p>
    ${unexplained === 0 ? none : html`<p>${t.unexplained(minorMoney(visit, unexplained, currency))}</p>`}
    ${
      differing.length === 0
        ? none
        : table('differences', t.differencesTitle, {
            head: [t.transaction, t.order, t.atGateway, t.inBooks],
            rows: differing.map(({ kind, compared }) => [
              `${t.oneOf[kind]} ${compared?.fact.id ?? ''}`,
              orderOf(visit, compared),
              statusAndAmount(visit, compared?.fact),
              statusAndAmount(visit, compared?.ours),
            ]),
          })
    }`;
};

const statusAndAmount = (
  visit: DeskVisit,
  side: Pick<ComparedFact['fact'], 'status' | 'amount' | 'currency'> | undefined,
): string => {
  const t = PAYOUT_TEXTS[visit.language];
  return side ? `${t.states[side.status]}, ${minorMoney(visit, side.amount, side.currency)}` : t.unknown;
};

/** Links an order of the acting company; orders of other companies are not accessible. */
const orderOf = (visit: DeskVisit, compared: ComparedFact | undefined): string | Markup => {
  const t = PAYOUT_TEXTS[visit.language];
  if (!compared) return '';
  const { order, fact } = compared;
  if (!order) return fact.order ? `${fact.order.id}, ${fact.order.company}` : t.noOrder;
  const { id, reference, company } = order;
  return company === visit.company.slug
    ? html`<a href="${orderPath(id)}">${reference}</a>, ${company}`
    : `${reference}, ${company}`;
};

const transactions = (visit: DeskVisit, { lines, currency }: MatchedPayout): Markup => {
  const t = PAYOUT_TEXTS[visit.language];
  const money = (minor: number): string => minorMoney(visit, minor, currency);
  if (lines.length === 0) return none;
  const sumOf = (name: 'amount' | 'fee' | 'net'): number => lines.reduce((sum, line) => sum + line[name], 0);
  return table('transactions', t.transactions, {
    head: [t.transaction, t.order, t.amount, t.fees, t.net],
    figures: [2, 3, 4],
    sums: 1,
    rows: [
      ...lines.map((line) => [
        nameOf(visit, line),
        orderOf(visit, line.compared),
        money(line.amount),
        money(0 - line.fee),
        money(line.net),
      ]),
      [FIGURE_TEXTS[visit.language].totals, '', money(sumOf('amount')), money(0 - sumOf('fee')), money(sumOf('net'))],
    ],
  });
};

const nameOf = ({ language }: DeskVisit, { kind, description }: MatchedLine): string => {
  const name = PAYOUT_TEXTS[language].oneOf[kind];
  return kind === 'other' ? `${name}: ${description}` : name;
};
