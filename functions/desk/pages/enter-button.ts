import { html, raw } from 'hono/html';
import type { Markup } from '../../pages/kit/markup.ts';

/** The button that the Enter key presses: browsers choose the first one of a form. Hidden, since the form shows it later. */
export const enterButton = (text: string, named = ''): Markup =>
  html`<button class="visually-hidden" tabindex="-1" aria-hidden="true" ${raw(named)}>${text}</button>`;
