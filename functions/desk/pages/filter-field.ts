import { html } from 'hono/html';
import type { Markup } from '../../pages/kit/markup.ts';

/** Filters the list of its group. The desk's script shows it. */
export const filterField = (label: string): Markup =>
  html`<input type="search" aria-label="${label}" placeholder="${label}" data-filter hidden />`;
