import { html } from 'hono/html';
import { PAGE_LANGUAGES, type PageLanguage } from '../../platform/page-languages.ts';
import { none, typedText, type Markup } from '../../pages/kit/markup.ts';

type Words = readonly [da: string, en: string, de: string, sv: string, no: string];

/* oxfmt-ignore */
const WORDS: Readonly<Record<'bold' | 'italic' | 'list' | 'link' | 'plain' | 'address' | 'tools', Words>> = {
  bold: ['Fed', 'Bold', 'Fett', 'Fet', 'Fet'],
  italic: ['Kursiv', 'Italic', 'Kursiv', 'Kursiv', 'Kursiv'],
  list: ['Punktopstilling', 'List', 'Liste', 'Punktlista', 'Punktliste'],
  link: ['Link', 'Link', 'Link', 'Länk', 'Lenke'],
  plain: ['Fjern formatering', 'Remove formatting', 'Formatierung entfernen', 'Ta bort formatering', 'Fjern formatering'],
  address: ['Linkets adresse', 'Address of the link', 'Adresse des Links', 'Länkens adress', 'Lenkens adresse'],
  tools: ['Formatering', 'Formatting', 'Formatierung', 'Formatering', 'Formatering'],
};

const wordsIn = (language: PageLanguage): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(WORDS).map(([name, words]) => [name, words[PAGE_LANGUAGES.indexOf(language)]])),
  );

interface RichArea {
  id: string;
  name: string;
  value: string;
  label: string;
  rows: number;
  marks?: Markup;
}

/** A text area for text with markup, which the desk's script replaces by an editor with a toolbar. */
export const richArea = (
  { language }: { language: PageLanguage },
  { id, name, value, label, rows, marks = none }: RichArea,
): Markup =>
  html`<textarea
    id="${id}"
    name="${name}"
    rows="${String(rows)}"
    data-rich="${wordsIn(language)}"
    data-label="${label}"
    ${marks}
  >
${typedText(value)}</textarea>`;
