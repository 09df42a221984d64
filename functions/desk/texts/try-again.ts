import type { PageLanguage } from '../../platform/page-languages.ts';

/** When to try again. The argument is a text such as "in 20 seconds". */
export const AGAIN_TEXTS: Readonly<Record<PageLanguage, (when: string) => string>> = {
  da: (when) => `Prøv igen ${when}.`,
  en: (when) => `Try again ${when}.`,
  de: (when) => `Bitte ${when} noch einmal versuchen.`,
  sv: (when) => `Försök igen ${when}.`,
  no: (when) => `Prøv igjen ${when}.`,
};
