import { html, raw } from 'hono/html';
import { ownMember } from '../../../platform/own-member.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { aroundField, type FieldFaults } from '../../pages/field-fault.ts';
import type { DeskVisit } from '../../visit.ts';
import { capitalize } from '../../pages/state-mark.ts';

/** A form with its values and faults. The ids of its fields begin with `name`. */
export interface Form {
  name: string;
  values: Readonly<Record<string, string>>;
  faults: FieldFaults;
}

interface Field {
  name: string;
  label: string;
  hint?: string;
  type?: string;
  required?: boolean;
  maxLength?: number;
  /** Selects the on-screen keyboard of a phone. */
  inputMode?: 'decimal' | 'numeric';
}

const idOf = ({ name }: Form, field: string): string => `${name}-${field}`;

/** The hint and the fault of a field, and the attributes that connect the field with them. */
const connectedField = (visit: DeskVisit, form: Form, { name, hint }: Pick<Field, 'name' | 'hint'>) => {
  const id = idOf(form, name);
  const fault = ownMember(form.faults, name);
  return { id, value: ownMember(form.values, name) ?? '', ...aroundField(visit, { id, fault, hint }) };
};

export const textField = (visit: DeskVisit, form: Form, field: Field): Markup => {
  const { id, value, attributes, below } = connectedField(visit, form, field);
  const { name, label, type = 'text', required = false, maxLength = 500, inputMode } = field;
  const length = type === 'datetime-local' ? none : raw(`maxlength="${maxLength}"`);
  return html`<label for="${id}">${label}</label>
    <input
      id="${id}"
      name="${name}"
      type="${type}"
      value="${value}"
      ${length}
      autocomplete="off"
      ${required ? raw('required') : none}
      ${inputMode ? raw(`inputmode="${inputMode}"`) : none}
      ${attributes}
    />
    ${below}`;
};

export const areaField = (visit: DeskVisit, form: Form, field: Pick<Field, 'name' | 'label' | 'hint'>): Markup => {
  const { id, value, attributes, below } = connectedField(visit, form, field);
  return html`<label for="${id}">${field.label}</label>
    <textarea id="${id}" name="${field.name}" rows="4" spellcheck="false" ${attributes}>${value}</textarea>
    ${below}`;
};

export const choiceField = (
  visit: DeskVisit,
  form: Form,
  field: Pick<Field, 'name' | 'label' | 'hint'> & { choices: readonly (readonly [value: string, label: string])[] },
): Markup => {
  const { id, value, attributes, below } = connectedField(visit, form, field);
  return html`<label for="${id}">${field.label}</label>
    <select id="${id}" name="${field.name}" ${attributes}>
      ${field.choices.map(
        ([choice, label]) =>
          html`<option value="${choice}" ${choice === value ? raw('selected') : none}>${capitalize(label)}</option>`,
      )}
    </select>
    ${below}`;
};

export const tickField = (visit: DeskVisit, form: Form, field: Pick<Field, 'name' | 'label' | 'hint'>): Markup => {
  const { value, attributes, below } = connectedField(visit, form, field);
  return html`<label class="choice"
      ><input
        type="checkbox"
        name="${field.name}"
        value="yes"
        ${value === 'yes' ? raw('checked') : none}
        ${attributes}
      />
      <span>${field.label}</span></label
    >
    ${below}`;
};
