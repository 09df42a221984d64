import type { CompanyRow } from './rows.ts';

type Terms = NonNullable<CompanyRow['terms']>;

interface TermsText {
  html: string;
  /** Language tag of the text. */
  language: string;
}

const primaryTag = (tag: string): string => tag.toLowerCase().split('-')[0] ?? '';

/**
 * The terms of a product family, otherwise those of the company. Returns them in the first of the languages in which
 * they exist, otherwise in the company's language.
 */
export const termsOfFamily = (
  { terms, language: own }: Pick<CompanyRow, 'terms' | 'language'>,
  family: keyof NonNullable<Terms['families']>,
  languages: readonly string[] = [],
): TermsText | undefined => {
  const { html, languages: translations = {} } = terms?.families?.[family] ?? terms ?? {};
  const tags = Object.keys(translations);
  for (const language of languages) {
    const tag = tags.find((each) => each === language) ?? tags.find((each) => primaryTag(each) === language);
    const translated = tag && translations[tag];
    if (translated) return { html: translated.html, language: tag };
    if (primaryTag(own) === language) break;
  }
  return html === undefined ? undefined : { html, language: own };
};
