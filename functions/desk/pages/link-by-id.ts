import { html } from 'hono/html';
import type { Markup } from '../../pages/kit/markup.ts';
import { HOLD_TEXTS } from '../texts/holds.ts';
import type { DeskVisit } from '../visit.ts';

/**
 * Link to an item by its id; empty without an id, or without the right to search. It is a search, because the page of
 * an item must not contain the code of its replacement.
 */
export const linkById = ({ rights, language }: DeskVisit, id: string | null): Markup | '' =>
  id === null || !rights.has('search')
    ? ''
    : html`<a href="/desk/search?q=${encodeURIComponent(id)}">${HOLD_TEXTS[language].showItem}</a>`;
