import type { CompanyRow } from './rows.ts';

type Terms = NonNullable<CompanyRow['terms']>;

interface TermsText {
  html: string;
  /** Language tag of the text. */
  language: string;
}

const primaryTag = (tag: string): string => tag.toLowerCase().split('-')[0] ?? '';

/** Written forms of Norwegian; `no` does not distinguish them. */
const NORWEGIAN = ['nb', 'no', 'nn'];

/** A language and those that its readers also read, in order of preference. */
const readIn = (language: string): string[] => {
  if (!NORWEGIAN.includes(language)) return [language];
  return language === 'nn' ? NORWEGIAN.toReversed() : NORWEGIAN;
};

/**
 * The terms of a product family, otherwise those of the company. Returns them in a language if they exist in it,
 * otherwise in the company's language.
 */
export const termsOfFamily = (
  { terms, language: own }: Pick<CompanyRow, 'terms' | 'language'>,
  family: keyof NonNullable<Terms['families']>,
  language?: string,
): TermsText | undefined => {
  const { html, languages: translations = {} } = terms?.families?.[family] ?? terms ?? {};
  const tags = Object.keys(translations);
  for (const each of language === undefined ? [] : readIn(language)) {
    const tag = tags.find((exact) => exact === each) ?? tags.find((regional) => primaryTag(regional) === each);
    const translated = tag && translations[tag];
    if (translated) return { html: translated.html, language: tag };
    if (primaryTag(own) === each) break;
  }
  return html === undefined ? undefined : { html, language: own };
};
