import { html, raw } from 'hono/html';
import { none, type Markup } from '../../pages/kit/markup.ts';

/** A link in a row of alternatives; the current one is marked. */
export const tile = (href: string, text: string, current: 'page' | 'true' | undefined): Markup =>
  html`<li><a href="${href}" ${current === undefined ? none : raw(`aria-current="${current}"`)}>${text}</a></li>`;
