import { html } from 'hono/html';
import type { ListedCompany } from '../../../domain/company/companies/every-listed.ts';
import type { ApiError } from '../../../platform/errors.ts';
import type { ListPage } from '../../../storage/cursors.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { deskPage, tokenField } from '../../layout.ts';
import { fieldFaults, type FieldFaults } from '../../pages/field-fault.ts';
import { messages, refusalText } from '../../pages/notices.ts';
import { stateMark } from '../../pages/state-mark.ts';
import { breakable, table } from '../../pages/table.ts';
import { COMPANY_TEXTS } from '../../texts/companies.ts';
import { USER_TEXTS } from '../../texts/users.ts';
import type { DeskVisit } from '../../visit.ts';
import { newCompanyForm } from './company.ts';

interface CompaniesView {
  text: string;
  refusal: ApiError | undefined;
}

export const companiesPage = (
  visit: DeskVisit,
  page: ListPage<ListedCompany>,
  { text, refusal }: CompaniesView,
): Promise<Reply> => {
  const texts = COMPANY_TEXTS[visit.language];
  const languages = new Intl.DisplayNames(visit.t.tag, { type: 'language' });
  return deskPage(visit, {
    title: texts.title,
    place: 'companies',
    refusal,
    content: html`<h1>${texts.title}</h1>
      ${messages({ fault: refusal && newCompanyFault(visit, refusal) })}
      <form class="filters" method="get" action="/desk/companies" role="search">
        <div>
          <label for="q">${texts.name}</label>
          <input id="q" name="q" value="${text}" autocapitalize="none" spellcheck="false" />
        </div>
        <button>${texts.find}</button>
      </form>
      ${
        page.data.length === 0
          ? html`<p role="status">${texts.nothing}</p>`
          : table('companies', texts.title, {
              head: [texts.name, '', texts.slug, texts.language, texts.currency, texts.state],
              rows: page.data.map((company) => [
                html`<a href="/desk/companies/${encodeURIComponent(company.slug)}">${breakable(company.name)}</a>`,
                chooseForm(visit, company),
                company.slug,
                languages.of(company.language) ?? company.language,
                company.currency,
                company.active ? stateMark(texts.active, 'on') : stateMark(texts.closed, 'over'),
              ]),
            })
      }
      ${page.next_cursor === null ? none : moreLink(texts.more, text, page.next_cursor)}
      ${newCompanyForm(visit, newCompanyFaults(visit, refusal))}`,
  });
};

/**
 * The faults of the form by its fields, in the language of the page. The username is made from the email address, so
 * its faults are those of the address.
 */
const newCompanyFaults = (visit: DeskVisit, refusal: ApiError | undefined): FieldFaults => {
  const { slugTaken } = COMPANY_TEXTS[visit.language];
  const email = refusal?.faults['username'] && USER_TEXTS[visit.language].refusals[refusal.code];
  const { 'address.country': country, ...faults } = fieldFaults(refusal, [...NEW_COMPANY_FIELDS, 'address.country']);
  return {
    ...faults,
    ...(country === undefined ? {} : { country }),
    ...(email === undefined ? {} : { email }),
    ...(refusal?.code === 'slug_taken' ? { slug: slugTaken } : {}),
  };
};

const NEW_COMPANY_FIELDS = ['name', 'slug', 'country', 'currency', 'email'];

const newCompanyFault = (visit: DeskVisit, refusal: ApiError): string => {
  const texts = COMPANY_TEXTS[visit.language];
  if (refusal.code === 'slug_taken') return texts.slugTaken;
  const { name, slug, firstAdmin } = texts;
  const known = USER_TEXTS[visit.language].refusals[refusal.code];
  return known ?? refusalText(visit, refusal, { name, slug, email: firstAdmin });
};

const moreLink = (word: string, text: string, cursor: string): Markup =>
  html`<p class="links">
    <a href="/desk/companies?${new URLSearchParams({ q: text, starting_after: cursor }).toString()}">${word}</a>
  </p>`;

/** Form that makes a company the acting company: a text for the current one, empty for another inactive company. */
const chooseForm = (visit: DeskVisit, { slug, name, active }: ListedCompany): string | Markup => {
  const texts = COMPANY_TEXTS[visit.language];
  if (slug === visit.company.slug) return texts.here;
  if (!active) return none;
  return html`<form method="post" action="/desk/settings">
    ${tokenField(visit)}<input type="hidden" name="company" value="${slug}" />
    <button class="quiet">${texts.choose}<span class="visually-hidden"> ${name}</span></button>
  </form>`;
};
