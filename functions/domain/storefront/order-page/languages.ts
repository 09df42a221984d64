import type { Texts } from './schema.ts';
import { PAGE_LANGUAGES, type PageLanguage } from '../../../platform/page-languages.ts';

/** Tags of the languages that visitors and companies name otherwise: both forms of Norwegian. */
const ALIASES = new Map<string, PageLanguage>([
  ['nb', 'no'],
  ['nn', 'no'],
]);

/** The language of the page that a tag means (`de-AT`, `nb`), if it is one of them. */
export const pageLanguageOf = (tag: string | undefined): PageLanguage | undefined => {
  const primary = tag?.trim().toLowerCase().split('-')[0] ?? '';
  return PAGE_LANGUAGES.find((language) => language === primary) ?? ALIASES.get(primary);
};

/** The language that a company's page speaks first. */
export const ownLanguage = (companyLanguage: string): PageLanguage => pageLanguageOf(companyLanguage) ?? 'en';

/**
 * A text in the language that is wanted, else in the default one, else in any that there is; with the language that it is
 * in.
 */
export const textIn = (
  texts: Texts,
  wanted: PageLanguage,
  byDefault: PageLanguage,
): { text: string; language: PageLanguage } | undefined => {
  const language = [wanted, byDefault, ...PAGE_LANGUAGES].find((each) => (texts[each] ?? '') !== '');
  return language && { text: texts[language] ?? '', language };
};
