import { html, raw } from 'hono/html';
import { none, type Markup } from '../../pages/kit/markup.ts';

/** A rarely used form, collapsed under its title. A refused form is shown expanded. */
export const foldedForm = (title: string, content: Markup, { isOpen = false }: { isOpen?: boolean } = {}): Markup =>
  html`<details class="card fold" ${isOpen ? raw('open') : none}>
    <summary><h2>${title}</h2></summary>
    ${content}
  </details>`;

/**
 * The form for a new entry of a list, collapsed under a button. It is shown expanded if the list has no entry yet or
 * the form was refused.
 */
export const creatingForm = (title: string, content: Markup, { isOpen }: { isOpen: boolean }): Markup =>
  html`<details class="card fold creating" ${isOpen ? raw('open') : none}>
    <summary><h2>${title}</h2></summary>
    ${content}
  </details>`;
