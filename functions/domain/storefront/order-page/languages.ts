import type { Texts } from './schema.ts';
import { PAGE_LANGUAGES, type PageLanguage } from '../../../platform/page-languages.ts';

/** Additional language tags: both written forms of Norwegian. */
const ALIASES = new Map<string, PageLanguage>([
  ['nb', 'no'],
  ['nn', 'no'],
]);

/** The page's language for a tag (`de-AT`, `nb`), if supported. */
export const pageLanguageOf = (tag: string | undefined): PageLanguage | undefined => {
  const primary = tag?.trim().toLowerCase().split('-')[0] ?? '';
  return PAGE_LANGUAGES.find((language) => language === primary) ?? ALIASES.get(primary);
};

/** The default language of a company's page. */
export const ownLanguage = (companyLanguage: string): PageLanguage => pageLanguageOf(companyLanguage) ?? 'en';

/**
 * A text in the requested language, otherwise in the default language, otherwise in any language; with its language.
 */
export const textIn = (
  texts: Texts,
  requested: PageLanguage,
  byDefault: PageLanguage,
): { text: string; language: PageLanguage } | undefined => {
  const language = [requested, byDefault, ...PAGE_LANGUAGES].find((each) => (texts[each] ?? '') !== '');
  return language && { text: texts[language] ?? '', language };
};
