import { html, raw } from 'hono/html';
import { readSummary } from '../../../domain/reporting/reports/summary.ts';
import { presentAccounts, accountsTag } from '../../../domain/administration/companies/accounts.ts';
import { loadReportCompany } from '../../../domain/reporting/reports/report-company.ts';
import { ACCOUNT_TEXTS, accountLabel } from '../../../domain/reporting/postings/account-names.ts';
import { readStatement, type Statement } from '../../../domain/reporting/postings/statement.ts';
import { STATEMENT_TEXTS } from '../../../domain/reporting/postings/statement-texts.ts';
import { signedFigure, type StatementFigures } from '../../../domain/reporting/postings/statement-rows.ts';
import { vatPercentOf } from '../../../domain/catalog/products/vat.ts';
import { ACCOUNT_NAMES } from '../../../domain/company/settings/accounts-schema.ts';
import { lastDayOf, monthBefore } from '../../../domain/reporting/book/days.ts';
import { toTimestamp } from '../../../platform/clock.ts';
import type { ApiError } from '../../../platform/errors.ts';
import { ownMember } from '../../../platform/own-member.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { facts } from '../../counter/pages/counter.ts';
import { localDay, minorMoney, moment, monthName, shortDay } from '../../format.ts';
import { deskPage, tokenField } from '../../layout.ts';
import { barChart } from '../../pages/chart.ts';
import { tile } from '../../pages/tile.ts';
import { foldedForm } from '../../pages/folded-form.ts';
import { aroundField } from '../../pages/field-fault.ts';
import { formFault, messages } from '../../pages/notices.ts';
import { BOOKS_TEXTS } from '../../texts/books.ts';
import { figureName } from '../../texts/figures.ts';
import { homeText } from '../../texts/home.ts';
import { FIGURE_TEXTS } from '../../texts/report-figures.ts';
import type { DeskVisit } from '../../visit.ts';
import { todayOf } from '../presets.ts';
import { accountFaults, FORMATS, missingNames, typedRates } from '../books-form.ts';
import { reportMenu } from './menu.ts';

interface Outcome {
  month: string;
  isSaved?: boolean;
  refusal?: ApiError | undefined;
}

export const booksPage = async (visit: DeskVisit, { month, isSaved, refusal }: Outcome): Promise<Reply> => {
  const t = BOOKS_TEXTS[visit.language];
  const company = await loadReportCompany(visit.company.slug);
  const missing = refusal && missingNames(refusal);
  return deskPage(visit, {
    title: t.title,
    place: 'reports',
    refusal,
    content: html`<h1>${t.title}</h1>
      ${reportMenu(visit, 'books')}
      ${
        missing
          ? messages({ fault: t.missing(missing.map((name) => accountLabel(name, visit.language)).join(', ')) })
          : messages({
              fault: refusal && formFault(visit, refusal, ACCOUNT_TEXTS[visit.language]),
              done: isSaved ? t.saved : undefined,
            })
      }
      ${months(visit, month)} ${await capturedByDay(visit, month)}
      ${statementSection(visit, await readStatement(company, month))} ${journalSection(visit, month)}
      ${visit.rights.has('accounts') ? accountsSection(visit, company, { refusal, isOpen: missing !== undefined || visit.form.has('seen') }) : none}`,
  });
};

/** Number of months in the list, enough for the whole year before last, and number of months with a direct link. */
const MONTHS_LISTED = 36;
const MONTHS_LINKED = 3;

const months = (visit: DeskVisit, current: string): Markup => {
  const known = [todayOf(visit).slice(0, 7)];
  while (known.length < MONTHS_LISTED) known.push(monthBefore(known.at(-1) ?? current));
  const withCurrent = (listedMonths: string[]): string[] =>
    listedMonths.includes(current) ? listedMonths : [...listedMonths, current];
  const shown = withCurrent(known.slice(0, MONTHS_LINKED));
  return html`<nav aria-label="${BOOKS_TEXTS[visit.language].months}">
    <ul class="tiles">
      ${shown.map((month) =>
        tile(`/desk/books?month=${month}`, monthName(visit, month), month === current ? 'true' : undefined),
      )}
    </ul>
    <form class="filters" method="get" action="/desk/books">
      <div>
        <label for="month">${figureName(visit.language, 'period')}</label>
        <select id="month" name="month">
          ${withCurrent(known).map(
            (month) =>
              html`<option value="${month}" ${month === current ? raw('selected') : none}>
                ${monthName(visit, month)}
              </option>`,
          )}
        </select>
      </div>
      <button class="quiet">${visit.t.reports.show}</button>
    </form>
  </nav>`;
};

/** Chart of the captured amount per day of a month, as in the summary. */
const capturedByDay = async (visit: DeskVisit, month: string): Promise<Markup> => {
  const { language, company } = visit;
  const range = { from: `${month}-01`, to: lastDayOf(month), interval: 'day', group: 'none' };
  const { rows, currency } = await readSummary(company.slug, range);
  const format = (minor: number): string => minorMoney(visit, minor, currency);
  const bars = rows.map(({ period, captured }) => ({
    name: localDay(visit, period),
    short: shortDay(visit, period),
    value: captured,
  }));
  const heads = [figureName(language, 'period'), figureName(language, 'captured')] as const;
  const chart = barChart(visit, { title: homeText(language, 'capturedByPeriod'), heads, bars, format }, (bar) =>
    FIGURE_TEXTS[language].highest(bar.name, format(bar.value)),
  );
  return chart === none ? none : html`<section>${chart}</section>`;
};

const statementSection = (visit: DeskVisit, { month, currency, number, issuedAtMs, figures }: Statement): Markup => {
  const t = BOOKS_TEXTS[visit.language];
  const { title, figures: names } = STATEMENT_TEXTS[visit.language];
  const state =
    number === null || issuedAtMs === null ? t.open : t.issued(String(number), moment(visit, toTimestamp(issuedAtMs)));
  const amounts = (Object.keys(names) as (keyof StatementFigures)[]).map((name): [string, string] => [
    names[name],
    minorMoney(visit, signedFigure(figures, name), currency),
  ]);
  return html`<section class="card" aria-labelledby="statement">
    <h2 id="statement">${title} ${monthName(visit, month)}</h2>
    <p>${state}</p>
    ${facts(amounts)}
    <p class="links">
      <a class="button" href="/desk/books/statement.pdf?month=${month}">${t.pdf}</a>
      <a class="button quiet" href="/desk/books/lines.csv?month=${month}">${t.lines}</a>
    </p>
  </section>`;
};

/** The form of the journal. A refused one shows its input again. */
const journalSection = (visit: DeskVisit, month: string): Markup => {
  const t = BOOKS_TEXTS[visit.language];
  const { reports } = visit.t;
  const { from = `${month}-01`, to, format: chosen } = visit.request.query;
  const today = todayOf(visit);
  const last = lastDayOf(month) < today ? lastDayOf(month) : today;
  const day = (id: string, text: string, value: string): Markup =>
    html`<div>
      <label for="${id}">${text}</label><input id="${id}" name="${id}" type="date" value="${value}" required />
    </div>`;
  return html`<section class="card" aria-labelledby="journal">
    <h2 id="journal">${t.journal}</h2>
    <p>${t.journalText}</p>
    <form class="filters" method="get" action="/desk/books/journal">
      <input type="hidden" name="month" value="${month}" />
      ${day('from', reports.from, from)} ${day('to', reports.to, to ?? last)}
      <div>
        <label for="format">${t.format}</label>
        <select id="format" name="format">
          ${FORMATS.map(
            (format) =>
              html`<option value="${format}" ${format === chosen ? raw('selected') : none}>
                ${t.formats[format]}
              </option>`,
          )}
        </select>
      </div>
      <button class="quiet">${t.download}</button>
    </form>
  </section>`;
};

type Company = Awaited<ReturnType<typeof loadReportCompany>>;

/** The rates that have accounts, the company's rate, and an empty one to fill in. */
const ratesOf = (company: Company): string[] => {
  const { revenue, vat } = presentAccounts(company);
  const rates = new Set([...revenue, ...vat].map(({ vat_rate: rate }) => rate));
  rates.add(vatPercentOf(company));
  return [...[...rates].toSorted((a, b) => a - b).map(String), ''];
};

/** The form of the account numbers. A refused one shows its input again. */
const accountsSection = (
  visit: DeskVisit,
  company: Company,
  { refusal, isOpen }: { refusal: ApiError | undefined; isOpen: boolean },
): Markup => {
  const t = BOOKS_TEXTS[visit.language];
  const names = ACCOUNT_TEXTS[visit.language];
  const accounts = presentAccounts(company);
  const value = (name: string, stored: string | null | undefined): string =>
    visit.form.has('seen') ? visit.form.get(name) : (stored ?? '');
  const faults = refusal && visit.form.has('seen') ? accountFaults(visit.form, refusal) : {};
  const field = (name: string, label: string, stored: string | null | undefined): Markup => {
    const { attributes, below } = aroundField(visit, { id: name, fault: ownMember(faults, name) });
    return html`<div>
      <label for="${name}">${label}</label>
      <input
        id="${name}"
        name="${name}"
        value="${value(name, stored)}"
        maxlength="20"
        autocomplete="off"
        ${attributes}
      />
      ${below}
    </div>`;
  };
  const numberFor = (list: 'revenue' | 'vat', rate: string): string | undefined =>
    accounts[list].find(({ vat_rate: own }) => String(own) === rate)?.account;
  const rates = ratesOf(company);
  const shownRates = [
    ...rates,
    ...Array.from({ length: Math.max(0, typedRates(visit.form) - rates.length) }, () => ''),
  ];
  return foldedForm(
    t.accounts,
    html`<p>${t.accountsText}</p>
      <form id="accounts" method="post" action="/desk/books/accounts">
        ${tokenField(visit)} <input type="hidden" name="seen" value="${accountsTag(company)}" />
        <div class="filters">${ACCOUNT_NAMES.map((name) => field(name, names[name], accounts[name]))}</div>
        ${shownRates.map(
          (rate, at) =>
            html`<div class="filters">
              ${field(`rate_${at}`, t.rate, rate)} ${field(`revenue_${at}`, names.revenue, numberFor('revenue', rate))}
              ${field(`vat_${at}`, names.vat, numberFor('vat', rate))}
            </div>`,
        )}
        <button class="quiet">${t.save}</button>
      </form>`,
    { isOpen },
  );
};
