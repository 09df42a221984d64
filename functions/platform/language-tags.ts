/** RFC 5646 recommends this length, and no tag in use is longer. */
const TAG_MAX = 35;

/** Whether a string is a language tag for formatting dates and amounts. */
export const isLanguageTag = (text: string): boolean => {
  try {
    return text.length <= TAG_MAX && Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
};

/** Language, script and region of a tag; undefined for an invalid tag. */
export const baseTag = (text: string): string | undefined => {
  try {
    const { language, script, region } = new Intl.Locale(text);
    return [language, script, region].filter((part) => part !== undefined).join('-');
  } catch {
    return undefined;
  }
};
