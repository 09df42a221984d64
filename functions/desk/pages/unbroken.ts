import { html } from 'hono/html';
import type { Markup } from '../../pages/kit/markup.ts';

/** An amount with its currency, joined by a non-breaking space. Longer texts must wrap. */
const isAmount = (word: string): boolean => /\d/.test(word) && /[\u00a0\u202f]/.test(word) && word.length <= 24;

/** Text whose amounts stay on one line. */
export const unbroken = (text: string | Markup): string | Markup => {
  if (typeof text !== 'string') return text;
  const words = text.split(/(?<= )/);
  return words.some((word) => isAmount(word.trimEnd()))
    ? html`${words.map((word) => (isAmount(word.trimEnd()) ? html`<span class="amount">${word}</span>` : word))}`
    : text;
};
