import { html } from 'hono/html';
import type { Markup } from '../../pages/kit/markup.ts';

/** Color of a state: `on` for a good or completed one, `off` for waiting, `wrong` for failed, `over` for ended. */
export type Tone = 'on' | 'off' | 'wrong' | 'over';

/** A state as text, with a dot in its color. */
export const stateMark = (text: string, tone: Tone): Markup =>
  html`<span class="state ${tone}">${capitalize(text)}</span>`;

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
