import { html } from 'hono/html';
import type { Markup } from '../../pages/kit/markup.ts';

/** A field that filters the list in its group. It is hidden until the desk's script is loaded. */
export const filterField = (label: string): Markup =>
  html`<input type="search" aria-label="${label}" placeholder="${label}" data-filter hidden />`;
