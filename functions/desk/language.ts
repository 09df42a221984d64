import { htmlLanguage } from '../pages/kit/markup.ts';
import type { PageLanguage } from '../platform/page-languages.ts';
import { da } from './texts/da.ts';
import { de } from './texts/de.ts';
import { en, type DeskTexts } from './texts/en.ts';
import { no } from './texts/no.ts';
import { sv } from './texts/sv.ts';

export type { DeskTexts };

const TEXTS: Readonly<Record<PageLanguage, DeskTexts>> = { da, en, de, sv, no };

export const textsOf = (language: PageLanguage): DeskTexts => TEXTS[language];

/** Name of a language, in the language of the page. */
export const languageName = (language: PageLanguage, of: string): string =>
  new Intl.DisplayNames(htmlLanguage(language), { type: 'language' }).of(of) ?? of;
