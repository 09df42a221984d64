import type { Text } from '../../../platform/messages/message.ts';
import { html, raw } from 'hono/html';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { aroundField } from '../../pages/field-fault.ts';
import { richArea } from '../../pages/rich-area.ts';
import type { DeskVisit } from '../../visit.ts';
import type { ProductTexts } from '../../texts/products.ts';
import { pathOf, fieldText, type ProductField, type Terms } from '../fields.ts';
import { memberAt } from '../typed-product.ts';

interface FieldContext {
  visit: Pick<DeskVisit, 'language'>;
  t: ProductTexts;
  terms: Terms;
  /** Prefix of the field names of an option. */
  prefix: string;
  values: Record<string, unknown>;
  /** Suggested values for a new product, by path. */
  initials: Readonly<Record<string, unknown>>;
  /** Returns the input of a refused form. */
  typed: ((name: string) => string) | undefined;
  /** Faults by field name. */
  faultOf: (name: string) => Text | undefined;
}

const INPUT: Partial<Record<ProductField['kind'], Markup>> = {
  money: raw('inputmode="decimal"'),
  int: raw('inputmode="numeric"'),
  number: raw('inputmode="decimal"'),
  moment: raw('type="datetime-local"'),
};

/** Kinds of short fields, several of which share a line if there is room. */
const SHORT: ReadonlySet<ProductField['kind']> = new Set(['money', 'int', 'number']);

/** One field of a product with its label, hint and fault. */
export const fieldMarkup = (
  field: ProductField,
  { visit, t, terms, prefix, values, initials, typed, faultOf }: FieldContext,
): Markup => {
  const name = prefix + pathOf(field);
  const id = name.replaceAll('.', '-');
  const stored = memberAt(values, pathOf(field));
  const shown = fieldText(
    field,
    stored === undefined ? ((prefix === '' ? initials[pathOf(field)] : undefined) ?? field.initial) : stored,
    terms,
  );
  const value = typed ? typed(name) : shown;
  const fault = faultOf(name);
  const label = field.kind === 'money' ? `${t[field.name]} (${terms.currency})` : t[field.name];
  if (field.kind === 'bool') {
    return html`<label class="choice">
      <input type="checkbox" name="${name}" value="yes" ${value === 'yes' ? raw('checked') : none} /> ${label}
    </label>`;
  }
  const hint = field.hint && t[field.hint];
  const { attributes: marks, below } = aroundField(visit, { id, fault, hint });
  const required = field.isRequired && !prefix.startsWith('o.new') ? raw('required') : none;
  return html`<div class="member ${SHORT.has(field.kind) ? 'short' : ''}">
    <label for="${id}">${label}</label>
    ${
      field.kind === 'rich'
        ? richArea(visit, { id, name, value, label, rows: 5, marks })
        : html`<input id="${id}" name="${name}" value="${value}" ${INPUT[field.kind] ?? none} ${required} ${marks} />`
    }
    ${below}
  </div>`;
};
