import { html, raw } from 'hono/html';
import { none, type Markup } from '../../pages/kit/markup.ts';
import { capitalize } from './state-mark.ts';

export interface NamedSelect {
  id: string;
  name: string;
  value: string;
  /** Offered values with their names. */
  offered: readonly (readonly [value: string, name: string])[];
  isRequired?: boolean | undefined;
  attributes?: Markup;
}

/** A selection. A current value that is not offered stays selected, so that saving other fields does not change it. */
export const namedSelect = ({ id, name, value, offered, isRequired, attributes = none }: NamedSelect): Markup => {
  const isOffered = offered.some(([each]) => each === value);
  const all = [
    ...(!isRequired && value !== '' && !offered.some(([each]) => each === '') ? [['', '–'] as const] : []),
    ...(isOffered ? [] : [[value, value || '–'] as const]),
    ...offered,
  ];
  // HTML allows `required` only with an empty first option. Otherwise something is always selected.
  const required = isRequired && all[0]?.[0] === '' ? raw('required') : none;
  return html`<select id="${id}" name="${name}" ${required} ${attributes}>
    ${all.map(
      ([each, label]) =>
        html`<option value="${each}" ${each === value ? raw('selected') : none}>${capitalize(label)}</option>`,
    )}
  </select>`;
};
