import { html, raw } from 'hono/html';
import { none, typedText, type Markup } from '../../../pages/kit/markup.ts';
import type { ProductTexts } from '../../texts/products.ts';
import { pathOf, textOf, type Field, type Terms } from '../fields.ts';
import { memberAt } from '../typed-product.ts';

interface Shown {
  t: ProductTexts;
  terms: Terms;
  /** Before the name of each field: of an option. */
  prefix: string;
  values: Record<string, unknown>;
  /** What was sent with a form that was refused. */
  typed: ((name: string) => string) | undefined;
  /** Why, by the name of the field. */
  faultOf: (name: string) => string | undefined;
}

const INPUT: Partial<Record<Field['kind'], Markup>> = {
  money: raw('inputmode="decimal"'),
  int: raw('inputmode="numeric"'),
  moment: raw('type="datetime-local"'),
};

/** One member of a product, with its label and its fault. */
export const fieldMarkup = (field: Field, { t, terms, prefix, values, typed, faultOf }: Shown): Markup => {
  const name = prefix + pathOf(field);
  const id = name.replaceAll('.', '-');
  const own = memberAt(values, pathOf(field));
  const shown = textOf(field, own === undefined ? field.initial : own, terms);
  const value = typed ? typed(name) : shown;
  const fault = faultOf(name);
  const label = field.kind === 'money' ? `${t[field.name]} (${terms.currency})` : t[field.name];
  if (field.kind === 'bool') {
    return html`<label class="choice">
      <input type="checkbox" name="${name}" value="yes" ${value === 'yes' ? raw('checked') : none} /> ${label}
    </label>`;
  }
  const marks = fault === undefined ? none : html`aria-invalid="true" aria-describedby="${id}-fault"`;
  const required = field.isRequired && !prefix.startsWith('o.new') ? raw('required') : none;
  return html`<label for="${id}">${label}</label> ${
      field.kind === 'area'
        ? html`<textarea id="${id}" name="${name}" rows="5" ${marks}>${typedText(value)}</textarea>`
        : html`<input id="${id}" name="${name}" value="${value}" ${INPUT[field.kind] ?? none} ${required} ${marks} />`
    }
    ${fault === undefined ? none : html`<p class="bad" id="${id}-fault">${fault}</p>`}`;
};
