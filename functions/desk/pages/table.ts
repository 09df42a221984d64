import { html, raw } from 'hono/html';
import { none, type Markup } from '../../pages/kit/markup.ts';

interface Content {
  head: readonly string[];
  rows: readonly (readonly (string | Markup)[])[];
  /** Positions of the columns with numbers, from 0. */
  figures?: readonly number[];
  /** Number of rows at the end that are sums. */
  sums?: number;
  /** For many narrow figures. On phones, figures of 0 are hidden. */
  isDense?: boolean;
}

/** A table under its heading. */
export const table = (id: string, title: string, content: Content): Markup =>
  html`<section>
    <h2 id="${id}">${title}</h2>
    ${scrollingTable(raw(`aria-labelledby="${id}"`), content)}
  </section>`;

/** A table without a heading. */
export const rowsTable = (title: string, content: Content): Markup =>
  scrollingTable(html`aria-label="${title}"`, content);

/**
 * A table that is wider than its page scrolls on its own, also by keyboard. On phones each row is a block with the
 * column head before each cell; explicit roles keep it a table for screen readers.
 */
const scrollingTable = (label: Markup, { head, rows, figures = [], sums = 0, isDense = false }: Content): Markup =>
  html`<div class="scroll" tabindex="0" role="region" ${label}>
    <table class="rows${isDense ? ' dense' : ''}" role="table">
      <thead role="rowgroup">
        <tr role="row">
          ${head.map((name, at) =>
            name === ''
              ? html`<td role="cell"></td>`
              : html`<th scope="col" role="columnheader" ${figures.includes(at) ? raw('class="figure"') : none}>
                  ${name}
                </th>`,
          )}
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${rows.map(
          (cells, row) =>
            html`<tr role="row" ${row >= rows.length - sums ? sumClass(cells) : none}>
              ${cells.map((cell, at) => html`<td role="cell" data-name="${head[at] ?? ''}" ${figures.includes(at) ? figureClass(cell, isDense) : momentClass(cell)}>${breakable(cell)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;

/** Allows a line break in words of more than 20 letters, so that they do not push the next columns out of sight. */
export const breakable = (cell: string | Markup): string | Markup => {
  const pieces = typeof cell === 'string' ? cell.split(/(?<=\p{L}{14})(?=\p{L}{7})/u) : [];
  return pieces.length < 2 ? cell : html`${pieces.map((piece, at) => (at === 0 ? piece : html`<wbr />${piece}`))}`;
};

/** On phones, a row with one sum is a line, and a row with several sums is a block like the other rows. */
const sumClass = (cells: readonly (string | Markup)[]): Markup =>
  raw(cells.filter((cell) => cell !== '').length > 2 ? 'class="total"' : 'class="sum"');

const figureClass = (cell: string | Markup, isDense: boolean): Markup =>
  raw(isDense && typeof cell === 'string' && /^[^1-9]*0[^1-9]*$/.test(cell) ? 'class="figure zero"' : 'class="figure"');

/** Class that keeps day and time on one line. */
const momentClass = (cell: string | Markup): Markup =>
  typeof cell === 'string' && /^\d.{4,12}\d{4},? \d\d[.:]\d\d$/.test(cell) ? raw('class="moment"') : none;
