import { html, raw } from 'hono/html';
import type { Markup } from '../../pages/kit/markup.ts';

/**
 * The button that the Enter key activates, because browsers use the first one of a form. It is not visible, because the
 * form has the same button further down.
 */
export const enterButton = (text: string, named = ''): Markup =>
  html`<button class="visually-hidden" tabindex="-1" aria-hidden="true" ${raw(named)}>${text}</button>`;
