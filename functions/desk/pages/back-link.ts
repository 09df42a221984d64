import { html } from 'hono/html';
import type { Markup } from '../../pages/kit/markup.ts';

/** A link above the title of a page, which leads to the list that the page belongs to. */
export const backLink = (path: string, text: string): Markup => html`<p class="back"><a href="${path}">${text}</a></p>`;
