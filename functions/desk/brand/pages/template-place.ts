import type { Text } from '../../../platform/messages/message.ts';
import { html, raw } from 'hono/html';
import { BRAND_FONTS } from '../../../domain/company/settings/brand-fonts.ts';
import { fieldNamed } from '../../../domain/company/settings/template-fields.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { localize } from '../../localize.ts';
import { fieldName, templateWord, withFieldName, type TemplateWord } from '../../texts/template-editor.ts';
import type { DeskVisit } from '../../visit.ts';
import { placeName, type ShownPlace } from '../template-form.ts';

interface PlaceRow {
  place: ShownPlace;
  at: number;
  /** Number of pages of the template. */
  pages: number;
  isOpen: boolean;
  /** Faults by the name of the member, such as `x`; an empty name means the whole placement. */
  faults: Readonly<Record<string, Text>>;
}

const NUMBERS = ['x', 'y', 'width', 'height'] as const;
const DEFAULT_COLOR = '#000000';

/** The input fields for a placement, collapsed under the name of the placed field. */
export const placeRow = (visit: DeskVisit, row: PlaceRow): Markup => {
  const { place, at, pages, isOpen, faults } = row;
  const word = (name: TemplateWord): string => templateWord(visit.language, name);
  const kind = fieldNamed(place.field)?.kind;
  const isText = kind !== 'qr' && kind !== 'image';
  const isFaulty = Object.keys(faults).length > 0;
  return html`<details class="place-row" id="place-${String(at)}" ${isOpen || isFaulty ? raw('open') : none}>
    <summary>
      <span>${fieldName(visit.language, place.field)}</span>
      <span class="hint" data-summary>${place.x}, ${place.y} · ${place.width} × ${place.height} mm</span>
    </summary>
    <input type="hidden" name="${placeName(at, 'field')}" value="${place.field}" />
    <input type="hidden" name="${placeName(at, 'at')}" value="${place.at}" />
    ${
      pages > 1
        ? choice(
            visit,
            row,
            'page',
            'page',
            Array.from({ length: pages }, (_, page) => [String(page + 1), String(page + 1)]),
          )
        : html`<input type="hidden" name="${placeName(at, 'page')}" value="${place.page}" />`
    }
    <div class="numbers">${NUMBERS.map((name) => number(visit, row, name))}</div>
    ${isText ? textOptions(visit, row) : none}
    ${faultText(visit, row, '', faults[''] ?? faults['field'] ?? faults['page'])}
    <div class="row">
      <button class="quiet" name="step" value="remove.${String(at)}" formaction="?#fields">
        ${word('remove')}<span class="visually-hidden"> ${fieldName(visit.language, place.field)}</span>
      </button>
    </div>
  </details>`;
};

const idOf = (at: number, cell: string): string => `place-${at}-${cell}`;

const faultText = (visit: DeskVisit, { at, place }: PlaceRow, cell: string, fault: Text | undefined): Markup =>
  fault === undefined
    ? none
    : html`<p class="fault" id="${idOf(at, cell)}-fault">
        ${withFieldName(visit.language, localize(visit, fault), place.field)}
      </p>`;

const number = (visit: DeskVisit, row: PlaceRow, name: (typeof NUMBERS)[number] | 'size'): Markup => {
  const { place, at, faults } = row;
  const fault = faults[name];
  // A fault of the whole placement, such as a box outside its page, marks all of its numbers except the size.
  const isInvalid = fault !== undefined || (name !== 'size' && faults[''] !== undefined);
  return html`<div>
    <label for="${idOf(at, name)}">${templateWord(visit.language, name)}</label>
    <input
      id="${idOf(at, name)}"
      name="${placeName(at, name)}"
      type="number"
      step="any"
      inputmode="decimal"
      value="${place[name]}"
      autocomplete="off"
      ${isInvalid ? html`aria-invalid="true" aria-describedby="${idOf(at, fault === undefined ? '' : name)}-fault"` : none}
    />
    ${faultText(visit, row, name, fault)}
  </div>`;
};

const choice = (
  visit: DeskVisit,
  { place, at }: PlaceRow,
  name: 'page' | 'align' | 'font' | 'rotation',
  label: TemplateWord,
  choices: readonly (readonly [string, string])[],
): Markup =>
  html`<div>
    <label for="${idOf(at, name)}">${templateWord(visit.language, label)}</label>
    <select id="${idOf(at, name)}" name="${placeName(at, name)}">
      ${choices.map(
        ([value, shown]) =>
          html`<option value="${value}" ${value === place[name] ? raw('selected') : none}>${shown}</option>`,
      )}
    </select>
  </div>`;

const textOptions = (visit: DeskVisit, row: PlaceRow): Markup => {
  const { place, at } = row;
  const word = (name: TemplateWord): string => templateWord(visit.language, name);
  const sides = ['left', 'center', 'right'] as const;
  return html`<div class="numbers">
      ${number(visit, row, 'size')}
      ${choice(visit, row, 'align', 'align', [['', word('automatic')], ...sides.map((side) => [side, word(side)] as const)])}
      ${choice(visit, row, 'font', 'font', [['', word('asBrand')], ...BRAND_FONTS.map(({ id, name }) => [id, name] as const)])}
      ${choice(visit, row, 'rotation', 'rotation', [['', word('straight')], ...['90', '180', '270'].map((turn) => [turn, `${turn}°`] as const)])}
    </div>
    <div class="own-color">
      <label class="choice">
        <input
          type="checkbox"
          name="${placeName(at, 'own')}"
          value="yes"
          ${place.color === '' ? none : raw('checked')}
        />
        ${word('ownColor')}
      </label>
      <input
        name="${placeName(at, 'color')}"
        type="color"
        value="${place.color === '' ? DEFAULT_COLOR : place.color}"
        aria-label="${word('color')}"
      />
    </div>`;
};
