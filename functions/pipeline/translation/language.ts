/** Languages of the legacy API. */
export type LegacyLanguage = 'en' | 'da' | 'sv' | 'de' | 'nb';

/** Language prefixes of a path. Shops also used country codes, so those are accepted, too. */
const PREFIXES: ReadonlyMap<string, LegacyLanguage> = new Map([
  ['en', 'en'],
  ['da', 'da'],
  ['dk', 'da'],
  ['sv', 'sv'],
  ['se', 'sv'],
  ['de', 'de'],
  ['nb', 'nb'],
  ['no', 'nb'],
]);

/** The language of a path prefix; undefined for an unknown prefix. Without a prefix the language is English. */
export const languageOf = (prefix: string | undefined): LegacyLanguage | undefined =>
  prefix === undefined ? 'en' : PREFIXES.get(prefix.toLowerCase());

const FIRST_SEGMENTS = new Set(['action', 'item', 'order', 'token']);

/** The language of a path of the legacy API, even if the path does not exist; undefined for any other path. */
export const legacyLanguage = (path: string): LegacyLanguage | undefined => {
  const [, first = '', second = ''] = path.split('/');
  if (FIRST_SEGMENTS.has(first)) return languageOf(undefined);
  return FIRST_SEGMENTS.has(second) ? languageOf(first) : undefined;
};
