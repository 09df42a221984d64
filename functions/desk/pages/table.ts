import { html, raw } from 'hono/html';
import { none, type Markup } from '../../pages/kit/markup.ts';

/**
 * A table that is wider than its page scrolls by itself, also by keyboard. On a telephone each row is a block, with the head of the
 * column before each cell, so that nothing is out of sight. The roles keep it a table for readers of screens.
 */
export const table = (
  id: string,
  title: string,
  {
    head,
    rows,
    figures = [],
  }: { head: readonly string[]; rows: readonly (readonly (string | Markup)[])[]; figures?: readonly number[] },
): Markup =>
  html`<section>
    <h2 id="${id}">${title}</h2>
    <div class="scroll" tabindex="0" role="region" aria-labelledby="${id}">
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
    </div>
  </section>`;
