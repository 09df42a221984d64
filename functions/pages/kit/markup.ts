import { escapeHtml } from '../../platform/html-text.ts';
import { html, raw } from 'hono/html';
import type { PageLanguage } from '../../platform/page-languages.ts';

export type Markup = ReturnType<typeof html>;

/** Nothing. */
export const none: Markup = raw('');

/** A text of the company, with a `lang` attribute where it differs from the page's. */
export const inLanguage = (text: string, language: PageLanguage, page: PageLanguage): Markup =>
  language === page ? html`${text}` : html`<span lang="${htmlLanguage(language)}">${text}</span>`;

/** `lang` for browsers and screen readers: Norwegian is Bokmål here. */
export const htmlLanguage = (language: PageLanguage): string => (language === 'no' ? 'nb' : language);

/** A text with its line breaks as character references: `written` removes those of the source. */
export const typedText = (text: string): Markup => raw(escapeHtml(text).replaceAll(/\r?\n/g, '&#10;'));

/** A hidden field, with its line breaks. */
export const hidden = (name: string, value: string): Markup =>
  html`<input type="hidden" name="${name}" value="${typedText(value)}" />`;

/** Serialized, without the indentation of the source. */
export const written = async (markup: Markup): Promise<string> => String(await markup).replaceAll(/\n\s+/g, '\n');
