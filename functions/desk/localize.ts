import { ownMember } from '../platform/own-member.ts';
import { translationOf, type Message, type Text, type Translations } from '../platform/messages/message.ts';
import type { PAGES } from '../platform/messages/pages.ts';
import type { VALIDATION } from '../platform/messages/validation.ts';
import { MESSAGES } from './texts/messages/all.ts';
import { withDays, type DeskTranslation } from './texts/messages/figures.ts';
import type { PageLanguage } from '../platform/page-languages.ts';
import type { LegacyLanguage } from '../pipeline/translation/language.ts';
import { legacyText, mapTexts } from '../pipeline/translation/translations.ts';
import { ITEM_TYPE_TEXTS } from './texts/item-types.ts';

const SPOKEN: Readonly<Record<PageLanguage, LegacyLanguage>> = { da: 'da', en: 'en', de: 'de', sv: 'sv', no: 'nb' };

/** `kr.` already ends with a period, so a sentence must not add another. */
const withOneStop = (sentence: string): string => sentence.replace(/\.\.$/, '.');

const MORE: Readonly<Record<LegacyLanguage, (others: number) => string>> = {
  en: (others) => ` (and ${others} more)`,
  da: (others) => ` (og ${others} mere)`,
  sv: (others) => ` (och ${others} till)`,
  de: (others) => ` (und ${others} weitere)`,
  nb: (others) => ` (og ${others} til)`,
};

/** Messages whose text contains other messages. */
const COMPOSED: Pick<
  Translations<typeof VALIDATION & typeof PAGES, DeskLanguage, string>,
  'first_fault' | 'text_fault'
> = {
  first_fault: ({ field, fault, others }, visit) => {
    const spoken = SPOKEN[visit.language];
    const more = others === 0 ? '' : MORE[spoken](others);
    return `${field === '' ? '' : `${field}: `}${localize(visit, fault)}${more}`;
  },
  text_fault: ({ language, fault }, visit) => `${language}: ${localize(visit, fault)}`,
};

interface DeskLanguage {
  language: PageLanguage;
}

/**
 * A text of the service in the language of the page. If the desk has no translation, that of the legacy API is used.
 */
export const localize = ({ language }: DeskLanguage, text: Text): string => {
  const kind = ownMember(ITEM_TYPE_TEXTS, String(text))?.[language];
  if (kind !== undefined) return kind;
  const spoken = SPOKEN[language];
  const composed = translationOf(COMPOSED, text, { language });
  if (composed !== undefined) return composed;
  if (spoken === 'en') return inEnglish(text);
  const translation = translationOf<undefined, DeskTranslation>(MESSAGES, text, undefined);
  return translation === undefined ? legacyText(spoken, text) : withOneStop(translation[spoken]);
};

const inEnglish = (text: Text): string => {
  const english = translationOf<undefined, DeskTranslation>(MESSAGES, text, undefined)?.en ?? String(text);
  return withDays(english, 'en-GB');
};

/** A value whose messages are replaced by their texts. */
export type Localized<T> = T extends Message
  ? string
  : T extends object
    ? { [Name in keyof T]: Localized<T[Name]> }
    : T;

/**
 * A reply with its texts in the language of the page. Each text is translated once, because lists repeat the same
 * texts.
 */
export const localizeAll = <T>({ language }: DeskLanguage, value: T): Localized<T> => {
  const known = new Map<string, string>();
  const speak = (text: Text): string => {
    const words = known.get(String(text)) ?? localize({ language }, text);
    known.set(String(text), words);
    return words;
  };
  const localized = mapTexts(value, (text) =>
    language === 'en' && typeof text === 'string' ? (ownMember(ITEM_TYPE_TEXTS, text)?.en ?? text) : speak(text),
  );
  return localized as Localized<T>;
};
