/** Languages of the pages that people see: order page, desk and payment page. `no` serves both forms of Norwegian. */
export const PAGE_LANGUAGES = ['da', 'en', 'de', 'sv', 'no'] as const;
export type PageLanguage = (typeof PAGE_LANGUAGES)[number];
