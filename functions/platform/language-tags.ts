/** RFC 5646 advises to make room for as many, and no tag that anybody uses is longer. */
const TAG_MAX = 35;

/** Whether a text is a language tag that dates and amounts can be written by. */
export const isLanguageTag = (text: string): boolean => {
  try {
    return text.length <= TAG_MAX && Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
};

/** Language, script and region of a tag; undefined for a text that is no language tag. */
export const baseTag = (text: string): string | undefined => {
  try {
    const { language, script, region } = new Intl.Locale(text);
    return [language, script, region].filter((part) => part !== undefined).join('-');
  } catch {
    return undefined;
  }
};
