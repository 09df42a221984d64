import { html, raw } from 'hono/html';
import type { OverviewEntry } from '../../../domain/administration/catalog/overview.ts';
import type { PageValues } from '../../../domain/storefront/order-page/schema.ts';
import { PAGE_LANGUAGES, type PageLanguage } from '../../../platform/page-languages.ts';
import { htmlLanguage, none, type Markup } from '../../../pages/kit/markup.ts';
import { languageName } from '../../language.ts';
import { aroundField } from '../../pages/field-fault.ts';
import { richArea } from '../../pages/rich-area.ts';
import type { DeskVisit } from '../../visit.ts';
import {
  isPicked,
  isTicked,
  lineOf,
  markOf,
  textOf,
  valueFieldName,
  isSubmitted,
  type PageField,
} from '../draft-form.ts';
import { productPicker } from './product-picker.ts';

/** Faults by path of the field. `languages`: the languages of a localized text with a fault. */
export type DraftFaults = ReadonlyMap<string, { text: string; languages: readonly PageLanguage[] }>;

interface DraftFieldsView {
  fields: readonly PageField[];
  values: PageValues;
  products: readonly OverviewEntry[];
  faults: DraftFaults;
}

/** Every field of the page with its label and help text, and with the input and the faults of a refused form. */
export const draftFields = (visit: DeskVisit, { fields, values, products, faults }: DraftFieldsView): Markup =>
  html`${fields.map(
    (field) =>
      html`<div class="field">
        ${
          isPicked(field)
            ? productPicker(visit, {
                field,
                stored: values[field.path],
                products,
                hint: around(visit, field, faults).below,
              })
            : fieldMarkup(visit, field, { values, faults })
        }
      </div>`,
  )}`;

const idOf = (name: string): string => name.replaceAll(/[^a-z0-9]+/gi, '-');

const fieldMarkup = (
  visit: DeskVisit,
  field: PageField,
  { values, faults }: Pick<DraftFieldsView, 'values' | 'faults'>,
): Markup => {
  const value = values[field.path];
  if (field.localized) return texts(visit, field, { values, faults });
  const connected = around(visit, field, faults);
  if (field.type === 'boolean') return flag(visit, field, value === true, connected);
  if (isTicked(field)) return ticks(visit, field, Array.isArray(value) ? (value as string[]) : [], connected);
  if (field.type === 'choice') return choice(visit, field, String(value), connected);
  return line(visit, field, value, connected);
};

/** Labels of the values that fields offer. */
export const choiceNames = ({ t, language }: Pick<DeskVisit, 't' | 'language'>): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(PAGE_LANGUAGES.map((each) => [each, languageName(language, each)])),
  ...t.order.methods,
  ...t.brand.types,
});

type Around = ReturnType<typeof aroundField>;

const around = (visit: DeskVisit, field: PageField, faults: DraftFaults): Around =>
  aroundField(visit, {
    id: idOf(valueFieldName(field.path)),
    fault: faults.get(field.path)?.text,
    hint: hintText(visit, field),
  });

const hintText = ({ t: { page: t }, company }: DeskVisit, field: PageField): string => {
  if (isTicked(field) || isPicked(field) || field.type !== 'list') return field.description;
  return field.items?.type === 'integer' ? t.amountsHint(company.currency) : `${field.description} ${t.listHint}`;
};

const flag = (visit: DeskVisit, field: PageField, stored: boolean, { attributes, below }: Around): Markup => {
  const name = valueFieldName(field.path);
  const isOn = isSubmitted(visit) ? visit.form.has(name) : stored;
  return html`<input type="hidden" name="${markOf(field.path)}" value="yes" />
    <label class="choice"
      ><input type="checkbox" name="${name}" value="yes" ${attributes} ${isOn ? raw('checked') : none} />
      <strong>${field.label}</strong></label
    >
    ${below}`;
};

const ticks = (
  visit: DeskVisit,
  field: PageField,
  stored: readonly string[],
  { attributes, below }: Around,
): Markup => {
  const names = choiceNames(visit);
  return html`<input type="hidden" name="${markOf(field.path)}" value="yes" />
    <fieldset ${attributes}>
      <legend>${field.label}</legend>
      ${(field.items?.choices ?? []).map((each) => {
        const name = valueFieldName(field.path, each);
        const isOn = isSubmitted(visit) ? visit.form.has(name) : stored.includes(each);
        return html`<label class="choice"
          ><input type="checkbox" name="${name}" value="yes" ${isOn ? raw('checked') : none} />
          ${names[each] ?? each}</label
        >`;
      })}
    </fieldset>
    ${below}`;
};

const choice = (visit: DeskVisit, field: PageField, stored: string, { attributes, below }: Around): Markup => {
  const name = valueFieldName(field.path);
  const chosen = isSubmitted(visit) ? visit.form.get(name) : stored;
  const names = choiceNames(visit);
  return html`<label for="${idOf(name)}">${field.label}</label>
    <select id="${idOf(name)}" name="${name}" ${attributes}>
      ${(field.choices ?? []).map(
        (each) =>
          html`<option value="${each}" ${each === chosen ? raw('selected') : none}>${names[each] ?? each}</option>`,
      )}
    </select>
    ${below}`;
};

const line = (visit: DeskVisit, field: PageField, stored: unknown, { attributes, below }: Around): Markup => {
  const name = valueFieldName(field.path);
  const value = isSubmitted(visit) ? visit.form.get(name) : lineOf(field, stored, visit.company.currency, visit.t.tag);
  return html`<label for="${idOf(name)}">${field.label}</label>
    <input id="${idOf(name)}" name="${name}" value="${value}" autocomplete="off" ${attributes} />
    ${below}`;
};

/** The text in the page's default language. Texts in the other languages are collapsed below it. */
const texts = (
  visit: DeskVisit,
  field: PageField,
  { values, faults }: Pick<DraftFieldsView, 'values' | 'faults'>,
): Markup => {
  const stored = values[field.path] as Record<string, string> | undefined;
  const languages = faults.get(field.path)?.languages ?? [];
  const [first, ...others] = PAGE_LANGUAGES.toSorted(
    (a, b) => Number(b === values['default_language']) - Number(a === values['default_language']),
  );
  const fieldIn = (language: PageLanguage): Markup =>
    text(visit, field, { language, stored: stored?.[language] ?? '', isWrong: languages.includes(language) });
  const isOtherWrong = others.some((language) => languages.includes(language));
  return html`${first === undefined ? none : fieldIn(first)} ${around(visit, field, faults).below}
    <details ${isOtherWrong ? raw('open') : none}>
      <summary>${visit.t.page.languagesOf}<span class="visually-hidden">: ${field.label}</span></summary>
      ${others.map(fieldIn)}
    </details>`;
};

/** Label of a text field for one language. */
export const labelIn = (visit: Pick<DeskVisit, 'language'>, { label }: PageField, language: PageLanguage): string =>
  `${label}, ${languageName(visit.language, language)}`;

const ROWS = 5;

const text = (
  visit: DeskVisit,
  field: PageField,
  { language, stored, isWrong }: { language: PageLanguage; stored: string; isWrong: boolean },
): Markup => {
  const name = valueFieldName(field.path, language);
  const value = isSubmitted(visit) ? visit.form.get(name) : textOf(field, stored);
  const [id, label] = [idOf(name), labelIn(visit, field, language)];
  const fault = `${idOf(valueFieldName(field.path))}-fault`;
  const marks = html`lang="${htmlLanguage(language)}"
  ${isWrong ? html`aria-invalid="true" aria-describedby="${fault}"` : none}`;
  return html`<label for="${id}">${label}</label> ${
      field.type === 'rich_text'
        ? richArea(visit, { id, name, value, label, rows: ROWS, marks })
        : html`<input id="${id}" name="${name}" ${marks} value="${value}" autocomplete="off" />`
    }`;
};
