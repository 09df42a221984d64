/** Languages of the pages: order page, desk and payment page. `no` is for both written forms of Norwegian. */
export const PAGE_LANGUAGES = ['da', 'en', 'de', 'sv', 'no'] as const;
export type PageLanguage = (typeof PAGE_LANGUAGES)[number];

/** Language subtags for which the payment page has texts. */
export const PAYMENT_PAGE_LANGUAGES = ['en', 'da', 'sv', 'de', 'nb', 'nn', 'no'] as const;

/** The buyer's language if the payment page has it, otherwise the company's. */
export const paymentPageLocale = (locale: string | null, companyLanguage: string): string | null => {
  const language = locale?.split('-')[0]?.toLowerCase() ?? '';
  return PAYMENT_PAGE_LANGUAGES.some((known) => known === language) ? locale : companyLanguage;
};
