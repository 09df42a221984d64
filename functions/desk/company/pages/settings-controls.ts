import { html, raw } from 'hono/html';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import type { PageLanguage } from '../../../platform/page-languages.ts';
import { languageName } from '../../language.ts';
import { namedSelect } from '../../pages/named-select.ts';
import { namedValues } from '../../pages/named-values.ts';
import { richArea } from '../../pages/rich-area.ts';
import { settingsWord } from '../../texts/company-settings.ts';
import type { DeskVisit } from '../../visit.ts';
import type { SettingsField } from '../settings-fields.ts';
import { monthsSelect } from './months-select.ts';

export const labelOf = (language: PageLanguage, { word, of }: SettingsField): string => {
  const name = settingsWord(language, word);
  if (of === undefined) return name;
  return `${name}, ${languageName(language, of)}`;
};

export const isSubmitted = ({ form }: DeskVisit): boolean => form.has('seen');

export const idOf = (name: string): string => name.replaceAll('.', '-');

/**
 * Class that hides a field of the carrier that is not selected. A field with a value, or of a submitted form, is always
 * shown.
 */
export const carrierClass = (visit: DeskVisit, { carrier }: SettingsField, isFilled: boolean): string =>
  carrier === undefined || isFilled || isSubmitted(visit) ? '' : `of-${carrier}`;

interface Control {
  id: string;
  name: string;
  value: string;
  label: string;
  attributes: Markup;
}

export const control = (visit: DeskVisit, field: SettingsField, { label, attributes, ...of }: Control): Markup => {
  if (field.kind === 'choice') return choice(visit, field, { ...of, attributes });
  if (field.months) return monthsSelect(visit, field.months, { ...of, attributes });
  if (field.kind === 'rich') return richArea(visit, { ...of, label, rows: 6, marks: attributes });
  return input(field, { ...of, attributes });
};

const TYPES: Partial<Record<SettingsField['kind'], string>> = { email: 'email' };

const input = ({ kind, isRequired }: SettingsField, { id, name, value, attributes }: Omit<Control, 'label'>): Markup =>
  html`<input
    id="${id}"
    name="${name}"
    type="${TYPES[kind] ?? 'text'}"
    value="${value}"
    autocomplete="off"
    ${kind === 'number' || kind === 'amount' ? raw('inputmode="decimal"') : none}
    ${kind === 'whole' ? raw('inputmode="numeric"') : none}
    ${kind === 'url' ? raw('inputmode="url"') : none}
    ${isRequired ? raw('required') : none}
    ${attributes}
  />`;

export const flag = (visit: DeskVisit, name: string, { label, isOn }: { label: string; isOn: boolean }): Markup =>
  html`<label class="choice">
    <input
      type="checkbox"
      name="${name}"
      value="yes"
      ${(isSubmitted(visit) ? visit.form.has(name) : isOn) ? raw('checked') : none}
    />
    ${label}
  </label>`;

const choice = (
  { language, t }: DeskVisit,
  { names, choices = [], isRequired }: SettingsField,
  { id, name, value, attributes }: Omit<Control, 'label'>,
): Markup =>
  names
    ? namedSelect({ id, name, value, offered: namedValues(names, t.tag, value), isRequired, attributes })
    : namedSelect({
        id,
        name,
        value: value || (choices[0] ?? ''),
        offered: choices.map((each) => [each, settingsWord(language, each)] as const),
        isRequired: true,
        attributes,
      });
