import { html, raw } from 'hono/html';
import { none, type Markup } from '../../pages/kit/markup.ts';

interface Content {
  head: readonly string[];
  rows: readonly (readonly (string | Markup)[])[];
  /** Numeric columns, from 0. */
  figures?: readonly number[];
}

/** A table under its heading. */
export const table = (id: string, title: string, content: Content): Markup =>
  html`<section>
    <h2 id="${id}">${title}</h2>
    ${scrolling(raw(`aria-labelledby="${id}"`), content)}
  </section>`;

/** A table without a heading. */
export const rowsTable = (title: string, content: Content): Markup => scrolling(html`aria-label="${title}"`, content);

/**
 * A table wider than its page scrolls by itself, also by keyboard. On phones each row is a block, with the column head
 * before each cell. Explicit roles keep it a table for screen readers.
 */
const scrolling = (label: Markup, { head, rows, figures = [] }: Content): Markup =>
  html`<div class="scroll" tabindex="0" role="region" ${label}>
    <table class="rows" role="table">
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
          (cells) =>
            html`<tr role="row">
              ${cells.map((cell, at) => html`<td role="cell" data-name="${head[at] ?? ''}" ${figures.includes(at) ? raw('class="figure"') : none}>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
