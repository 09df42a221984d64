import { html, raw } from 'hono/html';
import type { PageLanguage } from '../../platform/page-languages.ts';

export type Markup = ReturnType<typeof html>;

/** Nothing. */
export const none: Markup = raw('');

/** Something of the company's own words, marked with their language where the page speaks another. */
export const inLanguage = (text: string, language: PageLanguage, page: PageLanguage): Markup =>
  language === page ? html`${text}` : html`<span lang="${htmlLanguage(language)}">${text}</span>`;

/** `lang` as browsers and screen readers know it: Norwegian is Bokmål here. */
export const htmlLanguage = (language: PageLanguage): string => (language === 'no' ? 'nb' : language);

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Line breaks as they were typed; the browser would take those of the markup otherwise. */
export const typedText = (text: string): Markup => raw(escaped(text).replaceAll(/\r?\n/g, '&#10;'));

/** Written out, without the indentation of its source. */
export const written = async (markup: Markup): Promise<string> => String(await markup).replaceAll(/\n\s+/g, '\n');

/** A drawing of 24 by 24, in the colour of the text around it. */
export const icon = (path: string): Markup =>
  raw(`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="${path}"/></svg>`);
