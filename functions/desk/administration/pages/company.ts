import { html, raw } from 'hono/html';
import { listEveryCompany } from '../../../domain/company/companies/every-listed.ts';
import { operatorTag } from '../../../domain/administration/companies/operator-settings.ts';
import type { CompanyRow } from '../../../domain/company/companies/rows.ts';
import type { ApiError } from '../../../platform/errors.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { none, typedText, type Markup } from '../../../pages/kit/markup.ts';
import { newGuid } from '../../guid.ts';
import { deskPage, tokenField } from '../../layout.ts';
import { backLink } from '../../pages/back-link.ts';
import { filterField } from '../../pages/filter-field.ts';
import { namedSelect } from '../../pages/named-select.ts';
import { namedValues, type NamedValues } from '../../pages/named-values.ts';
import { aroundField, fieldFaults, type FieldFaults } from '../../pages/field-fault.ts';
import { formFault, messages } from '../../pages/notices.ts';
import { COMPANY_TEXTS } from '../../texts/companies.ts';
import { settingsWord, type SettingsWord } from '../../texts/company-settings.ts';
import { productTexts } from '../../texts/products.ts';
import type { DeskVisit } from '../../visit.ts';
import { CONTRACT_FIELDS, tickedIn, tickName, type ContractField, type ValueNames } from '../contract-form.ts';
import { FORM_TEXTS } from '../../texts/forms.ts';

interface CompanyView {
  refusal?: ApiError;
  outcome?: string | undefined;
}

/** Maximum number of companies that a field offers. */
const OFFERED_MAX = 500;
/** A list with more entries has a field that filters it. */
const FILTERED_ABOVE = 12;

const companyPath = (slug: string): string => `/desk/companies/${encodeURIComponent(slug)}`;

/** The page of a company for system administrators: its contract, and whether it is active. */
export const companyPage = async (
  visit: DeskVisit,
  company: CompanyRow,
  { refusal, outcome }: CompanyView,
): Promise<Reply> => {
  const texts = COMPANY_TEXTS[visit.language];
  const done = { created: texts.created, saved: settingsWord(visit.language, 'saved') };
  const { data } = await listEveryCompany({ text: '', limit: OFFERED_MAX, startingAfter: undefined });
  const otherCompanies = data
    .filter(({ slug }) => slug !== company.slug)
    .map(({ slug, name }) => [slug, `${name} (${slug})`] as const);
  return deskPage(visit, {
    title: company.name,
    place: 'companies',
    refusal,
    content: html`${backLink('/desk/companies', texts.title)}
      <h1>${company.name}</h1>
      ${messages({ fault: refusal && faultOf(visit, refusal), done: outcome === 'created' || outcome === 'saved' ? done[outcome] : undefined })}
      <p>${company.slug}, ${company.currency}, ${company.active ? texts.active : texts.closed}</p>
      ${contractForm(visit, company, { others: otherCompanies, faults: fieldFaults(refusal, PATHS) })}
      ${switchForm(visit, company)}`,
  });
};

const PATHS = CONTRACT_FIELDS.map(({ path }) => path);

const faultOf = (visit: DeskVisit, refusal: ApiError): string => {
  if (refusal.status === 412) return FORM_TEXTS[visit.language].changedMeanwhile;
  const names = Object.fromEntries(PATHS.map((path) => [path, settingsWord(visit.language, path)]));
  return formFault(visit, refusal, names);
};

interface FormContext {
  /** The companies that this company may belong to or act for. */
  others: ValueNames;
  faults: FieldFaults;
}

const isSubmitted = ({ form }: DeskVisit): boolean => form.has('seen');

const contractForm = (visit: DeskVisit, company: CompanyRow, context: FormContext): Markup => {
  const { form, language } = visit;
  const flag = (path: SettingsWord, isOn: boolean): Markup =>
    box(path, settingsWord(language, path), isSubmitted(visit) ? form.has(path) : isOn);
  return html`<section aria-labelledby="contract">
    <h2 id="contract">${settingsWord(language, 'contract')}</h2>
    <form class="stack" method="post" action="${companyPath(company.slug)}">
      ${tokenField(visit)}<input type="hidden" name="seen" value="${operatorTag(company)}" />
      ${flag('contract.checkout', company.contract.checkout)}
      ${flag('contract.invoice_settlement', company.contract.invoice_settlement)}
      ${CONTRACT_FIELDS.map((field) => fieldMarkup(visit, field, { stored: field.stored(company), ...context }))}
      <button>${settingsWord(language, 'save')}</button>
    </form>
  </section>`;
};

const box = (name: string, label: string, isOn: boolean): Markup =>
  html`<label class="choice">
    <input type="checkbox" name="${name}" value="yes" ${isOn ? raw('checked') : none} /> <span>${label}</span>
  </label>`;

interface FieldContext extends FormContext {
  stored: readonly string[];
}

const fieldMarkup = (visit: DeskVisit, field: ContractField, context: FieldContext): Markup => {
  const { path, kind, hint, isRequired } = field;
  const offered = field.offered?.(visit.language) ?? context.others;
  if (kind === 'ticks') return ticks(visit, { path, offered }, context);
  const value = isSubmitted(visit) ? visit.form.get(path) : (context.stored[0] ?? '');
  const id = path.replaceAll('.', '-');
  const { attributes, below } = aroundField(visit, {
    id,
    fault: context.faults[path],
    hint: hint && settingsWord(visit.language, hint),
  });
  const control =
    kind === 'choice'
      ? namedSelect({ id, name: path, value, offered, isRequired, attributes })
      : kind === 'area'
        ? html`<textarea id="${id}" name="${path}" rows="4" ${attributes}>${typedText(value)}</textarea>`
        : html`<input id="${id}" name="${path}" value="${value}" autocomplete="off" ${attributes} />`;
  return html`<label for="${id}">${settingsWord(visit.language, path)}</label> ${control} ${below}`;
};

/** A checkbox for each value, ticked ones first. Ticked values are shown even if they are no longer offered. */
const ticks = (
  visit: DeskVisit,
  { path, offered }: { path: SettingsWord; offered: ValueNames },
  { stored, faults }: FieldContext,
): Markup => {
  const ticked = isSubmitted(visit) ? tickedIn(visit.form, path, stored) : stored;
  const known = new Map(offered);
  const all = [
    ...ticked.map((value) => [value, known.get(value) ?? value] as const),
    ...offered.filter(([value]) => !ticked.includes(value)),
  ];
  const { attributes, below } = aroundField(visit, { id: path.replaceAll('.', '-'), fault: faults[path] });
  return html`<fieldset class="picker" ${attributes}>
    <legend>${settingsWord(visit.language, path)}</legend>
    ${all.length > FILTERED_ABOVE ? filterField(productTexts(visit.language).filter) : none}
    <ul class="plain names">
      ${all.map(([value, name]) => html`<li>${box(tickName(path, value), name, ticked.includes(value))}</li>`)}
    </ul>
    ${below}
  </fieldset>`;
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

/** The form that creates a company. */
export const newCompanyForm = (visit: DeskVisit, faults: FieldFaults): Markup => {
  const texts = COMPANY_TEXTS[visit.language];
  interface Line {
    hint?: string;
    type?: string;
    isOptional?: boolean;
  }
  const around = (name: string, hint?: string) => aroundField(visit, { id: `new-${name}`, fault: faults[name], hint });
  const line = (name: string, label: string, { hint, type = 'text', isOptional = false }: Line = {}): Markup => {
    const { attributes, below } = around(name, hint);
    return html`<label for="new-${name}">${label}</label>
      <input
        id="new-${name}"
        name="${name}"
        type="${type}"
        value="${visit.form.get(name)}"
        ${isOptional ? none : raw('required')}
        autocomplete="off"
        autocapitalize="none"
        spellcheck="false"
        ${attributes}
      />
      ${below}`;
  };
  const named = (name: string, of: NamedValues, label: string): Markup => {
    const { attributes, below } = around(name);
    return html`<label for="new-${name}">${label}</label> ${namedSelect({
        id: `new-${name}`,
        name,
        value: visit.form.get(name),
        offered: namedValues(of, visit.t.tag),
        isRequired: true,
        attributes,
      })}
      ${below}`;
  };
  return html`<section class="card" aria-labelledby="new">
    <h2 id="new">${texts.newCompany}</h2>
    <form class="stack" method="post" action="/desk/companies">
      ${tokenField(visit)}<input type="hidden" name="guid" value="${visit.form.get('guid') || newGuid()}" />
      ${line('name', texts.name)} ${line('slug', texts.slug, { hint: texts.slugHint, isOptional: true })}
      ${named('country', 'countries', settingsWord(visit.language, 'address.country'))}
      ${named('currency', 'currencies', settingsWord(visit.language, 'currency'))}
      ${line('email', texts.firstAdmin, { type: 'email', hint: texts.firstAdminHint })}
      <button>${texts.create}</button>
    </form>
  </section>`;
};
