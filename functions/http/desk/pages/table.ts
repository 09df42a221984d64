import { html, raw } from 'hono/html';
import { none, type Markup } from '../../shop/markup.ts';

/** A table that is wider than a telephone scrolls by itself, also by keyboard. */
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
      <table>
        <thead>
          <tr>
            ${head.map((name, at) =>
              name === ''
                ? html`<td></td>`
                : html`<th scope="col" ${figures.includes(at) ? raw('class="figure"') : none}>${name}</th>`,
            )}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (cells) =>
              html`<tr>
                ${cells.map((cell, at) => html`<td ${figures.includes(at) ? raw('class="figure"') : none}>${cell}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
