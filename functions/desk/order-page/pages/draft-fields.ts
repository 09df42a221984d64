import { html, raw } from 'hono/html';
import type { OverviewEntry } from '../../../domain/administration/catalog/overview.ts';
import type { PageValues } from '../../../domain/storefront/order-page/schema.ts';
import { PAGE_LANGUAGES, type PageLanguage } from '../../../platform/page-languages.ts';
import { htmlLanguage, none, type Markup } from '../../../pages/kit/markup.ts';
import { languageName } from '../../language.ts';
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

/** Every field of the page with its label and help text, and with the input of a refused form. */
export const draftFields = (
  visit: DeskVisit,
  {
    fields,
    values,
    products,
  }: { fields: readonly PageField[]; values: PageValues; products: readonly OverviewEntry[] },
): Markup =>
  html`${fields.map(
    (field) =>
      html`<div class="field">
        ${
          isPicked(field)
            ? productPicker(visit, { field, stored: values[field.path], products, hint: hint(field) })
            : fieldMarkup(visit, field, values)
        }
      </div>`,
  )}`;

const idOf = (name: string): string => name.replaceAll(/[^a-z0-9]+/gi, '-');

const fieldMarkup = (visit: DeskVisit, field: PageField, values: PageValues): Markup => {
  const value = values[field.path];
  if (field.localized) return texts(visit, field, value as Record<string, string> | undefined, values);
  if (field.type === 'boolean') return flag(visit, field, value === true);
  if (isTicked(field)) return ticks(visit, field, Array.isArray(value) ? (value as string[]) : []);
  if (field.type === 'choice') return choice(visit, field, String(value));
  return line(visit, field, value);
};

/** Labels of the values that fields offer. */
export const choiceNames = ({ t, language }: Pick<DeskVisit, 't' | 'language'>): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(PAGE_LANGUAGES.map((each) => [each, languageName(language, each)])),
  ...t.order.methods,
  ...t.brand.types,
});

const hintText = (field: PageField, text: string): Markup =>
  html`<p class="hint" id="${idOf(valueFieldName(field.path))}-hint">${text}</p>`;

const hint = (field: PageField): Markup => hintText(field, field.description);

const flag = (visit: DeskVisit, field: PageField, stored: boolean): Markup => {
  const name = valueFieldName(field.path);
  const isOn = isSubmitted(visit) ? visit.form.has(name) : stored;
  return html`<input type="hidden" name="${markOf(field.path)}" value="yes" />
    <label class="choice"
      ><input
        type="checkbox"
        name="${name}"
        value="yes"
        aria-describedby="${idOf(name)}-hint"
        ${isOn ? raw('checked') : none}
      />
      <strong>${field.label}</strong></label
    >
    ${hint(field)}`;
};

const ticks = (visit: DeskVisit, field: PageField, stored: readonly string[]): Markup => {
  const names = choiceNames(visit);
  return html`<input type="hidden" name="${markOf(field.path)}" value="yes" />
    <fieldset aria-describedby="${idOf(valueFieldName(field.path))}-hint">
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
    ${hint(field)}`;
};

const choice = (visit: DeskVisit, field: PageField, stored: string): Markup => {
  const name = valueFieldName(field.path);
  const chosen = isSubmitted(visit) ? visit.form.get(name) : stored;
  const names = choiceNames(visit);
  return html`<label for="${idOf(name)}">${field.label}</label>
    <select id="${idOf(name)}" name="${name}" aria-describedby="${idOf(name)}-hint">
      ${(field.choices ?? []).map(
        (each) =>
          html`<option value="${each}" ${each === chosen ? raw('selected') : none}>${names[each] ?? each}</option>`,
      )}
    </select>
    ${hint(field)}`;
};

const line = (visit: DeskVisit, field: PageField, stored: unknown): Markup => {
  const name = valueFieldName(field.path);
  const value = isSubmitted(visit) ? visit.form.get(name) : lineOf(field, stored, visit.company.currency, visit.t.tag);
  const { page: t } = visit.t;
  const isAmounts = field.items?.type === 'integer';
  return html`<label for="${idOf(name)}">${field.label}</label>
    <input
      id="${idOf(name)}"
      name="${name}"
      value="${value}"
      autocomplete="off"
      aria-describedby="${idOf(name)}-hint"
    />
    ${
      isAmounts
        ? hintText(field, t.amountsHint(visit.company.currency))
        : hintText(field, `${field.description} ${field.type === 'list' ? t.listHint : ''}`)
    }`;
};

/** The text in the page's default language. Texts in the other languages are collapsed below it. */
const texts = (
  visit: DeskVisit,
  field: PageField,
  stored: Record<string, string> | undefined,
  values: PageValues,
): Markup => {
  const [first, ...others] = PAGE_LANGUAGES.toSorted(
    (a, b) => Number(b === values['default_language']) - Number(a === values['default_language']),
  );
  const fieldIn = (language: PageLanguage): Markup =>
    text(visit, field, { language, stored: stored?.[language] ?? '' });
  return html`${first === undefined ? none : fieldIn(first)} ${hint(field)}
    <details>
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
  { language, stored }: { language: PageLanguage; stored: string },
): Markup => {
  const name = valueFieldName(field.path, language);
  const value = isSubmitted(visit) ? visit.form.get(name) : textOf(field, stored);
  const [id, label, lang] = [idOf(name), labelIn(visit, field, language), html`lang="${htmlLanguage(language)}"`];
  return html`<label for="${id}">${label}</label> ${
      field.type === 'rich_text'
        ? richArea(visit, { id, name, value, label, rows: ROWS, marks: lang })
        : html`<input id="${id}" name="${name}" ${lang} value="${value}" autocomplete="off" />`
    }`;
};
