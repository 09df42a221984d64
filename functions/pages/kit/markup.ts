import { escapeHtml } from '../../platform/html-text.ts';
import { html, raw } from 'hono/html';
import type { PageLanguage } from '../../platform/page-languages.ts';

export type Markup = ReturnType<typeof html>;

/** Empty markup. */
export const none: Markup = raw('');

/** A text of the company. It has a `lang` attribute if its language differs from the page's. */
export const inLanguage = (text: string, language: PageLanguage, page: PageLanguage): Markup =>
  language === page ? html`${text}` : html`<span lang="${htmlLanguage(language)}">${text}</span>`;

/** The `lang` attribute of a language. Norwegian is Bokmål. */
export const htmlLanguage = (language: PageLanguage): string => (language === 'no' ? 'nb' : language);

/** Writes line breaks as character references, because `written` removes line breaks of the template. */
export const typedText = (text: string): Markup => raw(escapeHtml(text).replaceAll(/\r?\n/g, '&#10;'));

/** A hidden field that keeps line breaks. */
export const hidden = (name: string, value: string): Markup =>
  html`<input type="hidden" name="${name}" value="${typedText(value)}" />`;

/** Serializes markup without the indentation of the template. */
export const written = async (markup: Markup): Promise<string> => String(await markup).replaceAll(/\n\s+/g, '\n');
