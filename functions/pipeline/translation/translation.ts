import type { MessageCatalog, Translations } from '../../platform/messages/message.ts';
import type { LegacyLanguage } from './language.ts';

/** One text in every language except English. */
export type Translation = Record<Exclude<LegacyLanguage, 'en'>, string>;

export const translation = (da: string, sv: string, de: string, nb: string): Translation => ({ da, sv, de, nb });

/**
 * The texts of a message catalog in the legacy API. Messages in `English` stay in English, as does a message with
 * arguments for which the translation is undefined.
 */
export type LegacyTranslations<C extends MessageCatalog, English extends keyof C = never> = Omit<
  Translations<C, undefined, Translation | undefined>,
  English
>;
