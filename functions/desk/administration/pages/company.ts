import { html, raw } from 'hono/html';
import { operatorTag } from '../../../domain/administration/companies/operate.ts';
import type { CompanyRow } from '../../../domain/company/companies/rows.ts';
import type { ApiError } from '../../../platform/errors.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { none, typedText, type Markup } from '../../../pages/kit/markup.ts';
import { deskPage, tokenField } from '../../layout.ts';
import { namedSelect } from '../../pages/named-select.ts';
import { namedValues, type NamedValues } from '../../pages/named-values.ts';
import { aroundField, fieldFaults, type FieldFaults } from '../../pages/field-fault.ts';
import { formFault, messages } from '../../pages/notices.ts';
import { COMPANY_TEXTS } from '../../texts/companies.ts';
import { isSettingsWord, settingsWord, type SettingsWord } from '../../texts/company-settings.ts';
import type { DeskVisit } from '../../visit.ts';
import { LINES } from '../contract-form.ts';

interface Shown {
  refusal?: ApiError;
  outcome?: string | undefined;
}

const companyPath = (slug: string): string => `/desk/companies/${encodeURIComponent(slug)}`;

/** A company for administrators of the system: its contract, and whether it is active. */
export const companyPage = (visit: DeskVisit, company: CompanyRow, { refusal, outcome }: Shown): Promise<Reply> => {
  const texts = COMPANY_TEXTS[visit.language];
  const done = { created: texts.created, saved: settingsWord(visit.language, 'saved') };
  return deskPage(visit, {
    title: company.name,
    place: 'companies',
    status: refusal?.status ?? 200,
    ...(refusal ? { headers: refusal.headers } : {}),
    content: html`<h1>${company.name}</h1>
      ${messages({ fault: refusal && faultOf(visit, refusal), done: outcome === 'created' || outcome === 'saved' ? done[outcome] : undefined })}
      <p>${company.slug}, ${company.currency}, ${company.active ? texts.active : texts.closed}</p>
      ${contractForm(
        visit,
        company,
        fieldFaults(
          refusal,
          LINES.map(({ path }) => path),
        ),
      )}
      ${switchForm(visit, company)}
      <p class="links"><a href="/desk/companies">${texts.title}</a></p>`,
  });
};

const faultOf = (visit: DeskVisit, refusal: ApiError): string => {
  if (refusal.status === 412) return settingsWord(visit.language, 'changed');
  const names = Object.fromEntries(LINES.map(({ path }) => [path, settingsWord(visit.language, path)]));
  return formFault(visit, refusal, names);
};

const contractForm = (visit: DeskVisit, company: CompanyRow, faults: FieldFaults): Markup => {
  const { form, language } = visit;
  const wasSent = form.has('seen');
  const box = (path: SettingsWord, isOn: boolean): Markup =>
    html`<label class="choice">
      <input type="checkbox" name="${path}" value="yes" ${(wasSent ? form.has(path) : isOn) ? raw('checked') : none} />
      ${settingsWord(language, path)}
    </label>`;
  return html`<section aria-labelledby="contract">
    <h2 id="contract">${settingsWord(language, 'contract')}</h2>
    <form class="stack" method="post" action="${companyPath(company.slug)}">
      ${tokenField(visit)}<input type="hidden" name="seen" value="${operatorTag(company)}" />
      ${box('contract.checkout', company.contract.checkout)}
      ${box('contract.invoice_settlement', company.contract.invoice_settlement)}
      ${LINES.map(({ path, hint, isArea, stored }) => {
        const value = wasSent ? form.get(path) : stored(company);
        const id = path.replaceAll('.', '-');
        const label = isSettingsWord(path) ? settingsWord(language, path) : path;
        const { attributes, below } = aroundField(visit, {
          id,
          fault: faults[path],
          hint: hint && settingsWord(language, hint),
        });
        return html`<label for="${id}">${label}</label> ${
            isArea
              ? html`<textarea id="${id}" name="${path}" rows="4" ${attributes}>${typedText(value)}</textarea>`
              : html`<input id="${id}" name="${path}" value="${value}" autocomplete="off" ${attributes} />`
          }
          ${below}`;
      })}
      <button>${settingsWord(language, 'save')}</button>
    </form>
  </section>`;
};

const switchForm = (visit: DeskVisit, { slug, active }: CompanyRow): Markup => {
  const texts = COMPANY_TEXTS[visit.language];
  return html`<section aria-labelledby="switch">
    <h2 id="switch">${active ? texts.switchOff : texts.switchOn}</h2>
    <p>${active ? texts.switchOffText : texts.switchOnText}</p>
    <form class="stack" method="post" action="${companyPath(slug)}/active">
      ${tokenField(visit)}<input type="hidden" name="active" value="${active ? 'no' : 'yes'}" />
      <button class="${active ? 'grave' : 'quiet'}">${active ? texts.switchOff : texts.switchOn}</button>
    </form>
  </section>`;
};

/** The form of a new company. */
export const newCompanyForm = (visit: DeskVisit): Markup => {
  const texts = COMPANY_TEXTS[visit.language];
  interface Line {
    hint?: string;
    type?: string;
    isOptional?: boolean;
  }
  const line = (name: string, label: string, { hint, type = 'text', isOptional = false }: Line = {}): Markup =>
    html`<label for="new-${name}">${label}</label>
      <input
        id="new-${name}"
        name="${name}"
        type="${type}"
        value="${visit.form.get(name)}"
        ${isOptional ? none : raw('required')}
        autocomplete="off"
        autocapitalize="none"
        spellcheck="false"
        ${hint === undefined ? none : html`aria-describedby="new-${name}-hint"`}
      />
      ${hint === undefined ? none : html`<p class="hint" id="new-${name}-hint">${hint}</p>`}`;
  const named = (name: string, of: NamedValues, label: string): Markup =>
    html`<label for="new-${name}">${label}</label> ${namedSelect({
        id: `new-${name}`,
        name,
        value: visit.form.get(name),
        offered: namedValues(of, visit.t.tag),
        isRequired: true,
      })}`;
  return html`<section class="card" aria-labelledby="new">
    <h2 id="new">${texts.newCompany}</h2>
    <form class="stack" method="post" action="/desk/companies">
      ${tokenField(visit)}<input type="hidden" name="guid" value="${visit.form.get('guid') || crypto.randomUUID()}" />
      ${line('name', texts.name)} ${line('slug', texts.slug, { hint: texts.slugHint, isOptional: true })}
      ${named('country', 'countries', settingsWord(visit.language, 'address.country'))}
      ${named('currency', 'currencies', settingsWord(visit.language, 'currency'))}
      ${line('email', texts.firstAdmin, { type: 'email', hint: texts.firstAdminHint })}
      <button>${texts.create}</button>
    </form>
  </section>`;
};
