import { html, raw } from 'hono/html';
import type { FormFaults } from '../form/faults.ts';
import type { FormValues } from '../../kit/form-values.ts';
import { hidden, none, type Markup, typedText } from '../../kit/markup.ts';

/** The values and the faults of a form. */
export interface FilledForm {
  typed: FormValues;
  faults: FormFaults;
  optional: string;
  /** Labels of the shown fields, for the summary of faults. */
  labels: Map<string, string>;
}

export const idOf = (name: string): string => `f-${name.replaceAll('.', '-')}`;

const faultId = (name: string): string => `${idOf(name)}-fault`;
const hintId = (name: string): string => `${idOf(name)}-hint`;

export const faultOf = ({ faults }: FilledForm, name: string): Markup => {
  const fault = faults.fields.get(name);
  return fault ? html`<p class="fault" id="${faultId(name)}">${fault}</p>` : none;
};

/** Attributes that connect a field with its hint and its fault. */
const descriptionAttributes = ({ faults }: FilledForm, name: string, { hasHint = false } = {}): Markup => {
  const isFaulty = faults.fields.has(name);
  const ids = [...(hasHint ? [hintId(name)] : []), ...(isFaulty ? [faultId(name)] : [])].join(' ');
  return raw(`${isFaulty ? 'aria-invalid="true" ' : ''}${ids === '' ? '' : `aria-describedby="${ids}"`}`);
};

interface TextField {
  name: string;
  label: string;
  /** Hidden part of the accessible name, for a form in which several fields have the same label. */
  of?: string | undefined;
  type?: 'text' | 'email' | 'tel' | 'date' | 'time' | 'number';
  autocomplete?: string;
  inputmode?: 'text' | 'numeric' | 'decimal' | 'email' | 'tel';
  maxLength?: number;
  min?: string | number;
  max?: string | number;
  hint?: Markup | string | undefined;
  optional?: boolean;
  /** Additional CSS classes of the field. */
  className?: string;
  after?: Markup;
}

/** The hidden part of an accessible name. */
export const unseenOf = (of: string | undefined): Markup =>
  of === undefined ? none : html`<span class="visually-hidden">: ${of}</span>`;

const labelOf = (
  filled: FilledForm,
  field: { name: string; label: string; of?: string | undefined; optional?: boolean },
): Markup => {
  filled.labels.set(field.name, field.of === undefined ? field.label : `${field.label}: ${field.of}`);
  return html`<label for="${idOf(field.name)}"
    >${field.label}${unseenOf(field.of)}${field.optional ? html` <span class="optional">(${filled.optional})</span>` : none}</label
  >`;
};

export const textField = (filled: FilledForm, field: TextField): Markup => {
  const { name, type = 'text', hint } = field;
  const more = [
    // `off` is never used, because browsers would then discard the input when the buyer goes back.
    ...(field.autocomplete ? [`autocomplete="${field.autocomplete}"`] : []),
    ...(field.inputmode ? [`inputmode="${field.inputmode}"`] : []),
    ...(field.maxLength === undefined ? [] : [`maxlength="${field.maxLength}"`]),
    ...(field.min === undefined ? [] : [`min="${field.min}"`]),
    ...(field.max === undefined ? [] : [`max="${field.max}"`]),
  ].join(' ');
  return html`<div class="${['field', field.className].filter(Boolean).join(' ')}">
    ${labelOf(filled, field)}
    <input
      id="${idOf(name)}"
      name="${name}"
      type="${type}"
      value="${filled.typed.get(name)}"
      ${raw(more)}
      ${descriptionAttributes(filled, name, { hasHint: Boolean(hint) })}
    />
    ${hint ? html`<p class="hint" id="${hintId(name)}">${hint}</p>` : none} ${field.after ?? none}
    ${faultOf(filled, name)}
  </div>`;
};

export const textArea = (
  filled: FilledForm,
  field: { name: string; label: string; maxLength: number; hint: string; attributes?: Markup; after?: Markup },
): Markup =>
  html`<div class="field">
    ${labelOf(filled, field)}
    <textarea
      id="${idOf(field.name)}"
      name="${field.name}"
      rows="4"
      ${field.attributes ?? none}
      ${descriptionAttributes(filled, field.name, { hasHint: true })}
    >
${typedText(filled.typed.get(field.name))}</textarea>
    <p class="hint" id="${hintId(field.name)}">${field.hint}</p>
    ${field.after ?? none} ${faultOf(filled, field.name)}
  </div>`;

export interface Choice {
  value: string;
  label: Markup | string;
  note?: Markup | string | undefined;
  className?: string;
}

/** Radio buttons under a legend. */
export const radios = (
  filled: FilledForm,
  field: { name: string; legend: string; choices: readonly Choice[]; className?: string; after?: Markup },
): Markup => {
  const chosen = filled.typed.get(field.name);
  filled.labels.set(field.name, field.legend);
  return html`<fieldset
    id="${idOf(field.name)}"
    class="${field.className ?? ''}"
    tabindex="-1"
    ${descriptionAttributes(filled, field.name)}
  >
    <legend>${field.legend}</legend>
    <div class="choices">
      ${field.choices.map(
        ({ value, label, note, className }) =>
          html`<label class="${['option', className].filter(Boolean).join(' ')}">
            <input type="radio" name="${field.name}" value="${value}" ${value === chosen ? raw('checked') : ''} />
            <span class="what"
              ><span class="title">${label}</span>${note ? html`<span class="hint">${note}</span>` : none}</span
            >
          </label>`,
      )}
    </div>
    ${field.after ?? none} ${faultOf(filled, field.name)}
  </fieldset>`;
};

export const selectField = (
  filled: FilledForm,
  field: { name: string; label: string; choices: readonly { value: string; label: string }[]; autocomplete?: string },
): Markup => {
  const chosen = filled.typed.get(field.name);
  return html`<div class="field">
    ${labelOf(filled, field)}
    <select
      id="${idOf(field.name)}"
      name="${field.name}"
      ${field.autocomplete ? raw(`autocomplete="${field.autocomplete}"`) : none}
      ${descriptionAttributes(filled, field.name)}
    >
      ${field.choices.map(
        ({ value, label }) =>
          html`<option value="${value}" ${value === chosen ? raw('selected') : ''}>${label}</option>`,
      )}
    </select>
    ${faultOf(filled, field.name)}
  </div>`;
};

export const tick = (filled: FilledForm, field: { name: string; label: Markup | string }): Markup =>
  html`<label class="tick">
    <input
      type="checkbox"
      id="${idOf(field.name)}"
      name="${field.name}"
      value="on"
      ${filled.typed.get(field.name) === '' ? '' : raw('checked')}
    />
    <span>${field.label}</span>
  </label>`;

/**
 * All faults at the top of a form, each linked to its field, in the order of the page. It is built after the fields,
 * because rendering them collects the labels.
 */
export const faultSummary = (filled: FilledForm, texts: { heading: string; text: string }): Markup => {
  const { faults, labels } = filled;
  if (!faults.any) return none;
  const links = [...labels].map(([name, label]) => {
    const sentence = faults.fields.get(name);
    return sentence === undefined ? none : html`<li><a href="#${idOf(name)}">${label}</a>: ${sentence}</li>`;
  });
  const withoutField = [...faults.fields].filter(([name]) => !labels.has(name)).map(([, sentence]) => sentence);
  const otherFaults = [...faults.top, ...withoutField].map((sentence) => html`<li>${sentence}</li>`);
  return html`<div class="alert bad" role="alert" id="faults" tabindex="-1">
    <h2>${texts.heading}</h2>
    <p>${texts.text}</p>
    <ul>
      ${otherFaults}${links}
    </ul>
  </div>`;
};

/** The input in hidden fields. */
export const keptFields = (entries: readonly (readonly [string, string])[]): Markup =>
  html`${entries.filter(([name, value]) => name !== 'step' && value !== '').map(([name, value]) => hidden(name, value))}`;
