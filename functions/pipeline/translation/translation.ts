import type { LegacyLanguage } from './language.ts';

/** One text in every language but English; the English text is its key. */
export type Translation = Record<Exclude<LegacyLanguage, 'en'>, string>;

export const translation = (da: string, sv: string, de: string, nb: string): Translation => ({ da, sv, de, nb });
