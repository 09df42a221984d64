import { html, raw } from 'hono/html';
import type { PageSize } from '../../../adapters/pdf/template.ts';
import type { TemplateRow } from '../../../domain/fulfillment/templates/rows.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { fieldName, templateWord, type TemplateWord } from '../../texts/template-editor.ts';
import type { DeskVisit } from '../../visit.ts';
import { inMm, type ShownPlace } from '../template-form.ts';

interface Sheets {
  rows: readonly ShownPlace[];
  /** The shown placements differ from the stored ones. */
  isUnsaved: boolean;
  isInUse: boolean;
}

/** The pages of a template with a box for each field. The unit of the drawing is a millimeter. */
export const sheets = (visit: DeskVisit, row: TemplateRow, { rows, isUnsaved, isInUse }: Sheets): Markup => {
  const { brand: t } = visit.t;
  const word = (name: TemplateWord): string => templateWord(visit.language, name);
  const path = `/desk/templates/${row.id}`;
  const drawn = rows.map((place, at) => ({ place, at }));
  return html`<section class="card" aria-labelledby="page">
    <h2 id="page">${word('pageTitle')}</h2>
    ${isInUse ? none : html`<p class="hint" id="drag-hint" hidden>${word('dragHint')}</p>`}
    <p class="bad" role="alert" hidden data-drawing-fault></p>
    ${row.pages.map(
      (page, at) =>
        html`${row.pages.length > 1 ? html`<h3>${word('page')} ${String(at + 1)}</h3>` : none}
        ${sheet(visit, {
          page,
          number: at + 1,
          path,
          isUnsaved,
          boxes: drawn.filter(({ place }) => place.page === String(at + 1)),
        })}`,
    )}
    <p class="visually-hidden" role="status" data-moved></p>
    <p class="links">
      ${row.pages.map((_page, at) => {
        const text = `${t.show}${row.pages.length > 1 ? ` (${word('page')} ${at + 1})` : ''}`;
        // The fields of a template in use are disabled, so its form does not send them.
        return isInUse
          ? html`<a href="${path}/pages/${String(at + 1)}?filled=yes" target="_blank" rel="noopener">${text}</a>`
          : html`<button
              class="quiet"
              name="shown"
              value="${String(at + 1)}"
              formaction="${path}/picture"
              formtarget="_blank"
              data-draws
            >
              ${text}
            </button>`;
      })}
      <a href="${path}/preview" target="_blank" rel="noopener">${t.open}</a>
    </p>
  </section>`;
};

interface Sheet {
  page: PageSize;
  number: number;
  path: string;
  isUnsaved: boolean;
  boxes: readonly { place: ShownPlace; at: number }[];
}

const sheet = (visit: DeskVisit, { page, number, path, isUnsaved, boxes }: Sheet): Markup => {
  const [width, height] = [String(inMm(page.width)), String(inMm(page.height))];
  const picture = (query: string, name: string): Markup =>
    html`<image
      href="${path}/pages/${String(number)}${query}"
      width="${width}"
      height="${height}"
      preserveAspectRatio="none"
      ${raw(name)}
    />`;
  return html`<svg
    class="sheet"
    viewBox="0 0 ${width} ${height}"
    role="group"
    aria-label="${templateWord(visit.language, 'page')} ${String(number)}"
    data-sheet="${String(number)}"
    ${isUnsaved ? raw('data-unsaved') : none}
  >
    ${picture('', 'data-alone')} ${isUnsaved ? none : picture('?filled=yes', 'data-filled')}
    ${boxes.map(({ place, at }) => box(visit, { place, at, page }))}
  </svg>`;
};

/**
 * The font size is chosen so that this number of letters fits the width of the page. The name of a box is above it, or
 * inside if there is no room.
 */
const LETTERS = 42;
const ROOM = 1.5;
const GAP = 0.3;
const SMALLEST_BOX = '1';

const isNumber = (text: string): boolean => text !== '' && Number.isFinite(Number(text));

const box = (
  { language }: DeskVisit,
  { place, at, page }: { place: ShownPlace; at: number; page: PageSize },
): Markup => {
  const length = (name: 'x' | 'y' | 'width' | 'height'): string =>
    isNumber(place[name]) && (name === 'x' || name === 'y' || Number(place[name]) > 0)
      ? place[name]
      : name === 'x' || name === 'y'
        ? '0'
        : SMALLEST_BOX;
  const letters = inMm(page.width) / LETTERS;
  const name = fieldName(language, place.field);
  return html`<g class="place" data-place="${String(at)}" data-name="${name}">
    <rect x="${length('x')}" y="${length('y')}" width="${length('width')}" height="${length('height')}" />
    <text
      x="${length('x')}"
      y="${String(Number(length('y')) + (Number(length('y')) < letters * ROOM ? letters : -letters * GAP))}"
      font-size="${String(letters)}"
      aria-hidden="true"
    >
      ${name}
    </text>
  </g>`;
};
