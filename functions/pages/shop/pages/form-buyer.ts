import { COMPANY_REQUIRED } from '../form/company.ts';
import { html } from 'hono/html';
import { countryCodes, countryName } from '../../../platform/countries.ts';
import { none, inLanguage, type Markup, hidden } from '../../kit/markup.ts';
import type { Visit } from '../visit.ts';
import { WORDING_SHOWN, wordingOf } from '../form/consent.ts';
import { selectField, textField, tick, type FilledForm } from './fields.ts';

/** Fields for the buyer, who may buy for a company. */
export const buyerPart = (visit: Visit, filled: FilledForm, mustBeCompany: boolean): Markup => {
  const { t } = visit;
  return html`<fieldset class="card">
    <legend>${t.form.you}</legend>
    <div class="pair">
      ${textField(filled, { name: 'sender.name', label: t.form.yourName, autocomplete: 'name', maxLength: 255 })}
      ${textField(filled, {
        name: 'sender.email',
        label: t.form.yourEmail,
        type: 'email',
        inputmode: 'email',
        autocomplete: 'email',
        maxLength: 254,
        hint: t.form.yourEmailHint,
      })}
    </div>
    ${
      mustBeCompany
        ? html`<p class="alert">${t.form.mustBeCompany}</p>
            ${hidden('company', COMPANY_REQUIRED)}`
        : tick(filled, { name: 'company', label: t.form.asCompany })
    }
    <div class="${mustBeCompany ? '' : 'if-company'} company">${companyFields(visit, filled, !mustBeCompany)}</div>
    ${consentField(visit, filled)}
  </fieldset>`;
};

const companyFields = (visit: Visit, filled: FilledForm, addressIsOptional: boolean): Markup => {
  const { t, shop } = visit;
  const companyCountry = shop.company.address?.country ?? 'DK';
  const countries = countryCodes()
    .map((code) => ({ value: code, label: countryName(code, t.tag) }))
    .toSorted(
      (a, b) =>
        Number(b.value === companyCountry) - Number(a.value === companyCountry) ||
        a.label.localeCompare(b.label, t.tag),
    );
  const field = (member: string, label: string, autocomplete: string | undefined, maxLength = 255): Markup =>
    textField(filled, {
      name: `sender.company.${member}`,
      label,
      ...(autocomplete === undefined ? {} : { autocomplete }),
      maxLength,
      optional: addressIsOptional && member !== 'name' && member !== 'vat_number',
    });
  return html`<div class="pair">
      ${field('name', t.form.companyName, 'organization')} ${field('vat_number', t.form.vatNumber, undefined, 50)}
    </div>
    ${field('street', t.form.street, 'address-line1')}
    <div class="pair third">
      ${field('postcode', t.form.postcode, 'postal-code', 20)} ${field('city', t.form.city, 'address-level2')}
    </div>
    ${selectField(filled, { name: 'sender.company.country', label: t.form.country, choices: countries, autocomplete: 'country' })}`;
};

export const discountPart = (visit: Visit, filled: FilledForm): Markup =>
  visit.shop.settings.discountCodes
    ? html`<div class="card">
        ${textField(filled, {
          name: 'discount_code',
          label: visit.t.form.discountCode,
          optional: true,
          maxLength: 25,
        })}
      </div>`
    : none;

/** Checkbox for the newsletter with the company's wording, whose version the form sends. Empty without a wording. */
export const consentField = (visit: Visit, filled: FilledForm): Markup => {
  const wording = wordingOf(visit);
  if (!wording) return none;
  const label = inLanguage(wording.text, wording.language, visit.language);
  return html`${hidden(WORDING_SHOWN, wording.name)} ${tick(filled, { name: 'consent', label })}`;
};
