import { html, raw } from 'hono/html';
import type { Markup } from '../../pages/kit/markup.ts';

/**
 * The button that the Enter key activates, because browsers use the first one of a form. It is hidden, because the form
 * shows the same button further down.
 */
export const enterButton = (text: string, named = ''): Markup =>
  html`<button class="visually-hidden" tabindex="-1" aria-hidden="true" ${raw(named)}>${text}</button>`;
