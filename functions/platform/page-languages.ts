/** Languages of the pages: order page, desk and payment page. `no` serves both forms of Norwegian. */
export const PAGE_LANGUAGES = ['da', 'en', 'de', 'sv', 'no'] as const;
export type PageLanguage = (typeof PAGE_LANGUAGES)[number];

/** First parts of the language tags that the payment page has texts for. */
export const PAYMENT_PAGE_LANGUAGES = ['en', 'da', 'sv', 'de', 'nb', 'nn', 'no'] as const;

/** The buyer's language where the payment page has it, otherwise the company's. */
export const paymentPageLocale = (locale: string | null, companyLanguage: string): string | null => {
  const language = locale?.split('-')[0]?.toLowerCase() ?? '';
  return PAYMENT_PAGE_LANGUAGES.some((known) => known === language) ? locale : companyLanguage;
};
