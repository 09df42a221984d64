import { ownMember } from '../platform/own-member.ts';
import { formatAmount, formatDay } from '../domain/fulfillment/documents/format.ts';
import { translationOf, type Text, type Translations } from '../platform/messages/message.ts';
import type { PAGES } from '../platform/messages/pages.ts';
import type { VALIDATION } from '../platform/messages/validation.ts';
import type { Translation } from '../pipeline/translation/translation.ts';
import { MESSAGES } from './texts/messages/all.ts';
import type { PageLanguage } from '../platform/page-languages.ts';
import { minorFromDecimal } from '../platform/decimals.ts';
import { lazy } from '../platform/lazy.ts';
import { sentencePattern } from '../platform/sentence-pattern.ts';
import type { LegacyLanguage } from '../pipeline/translation/language.ts';
import { inLanguage, withTexts } from '../pipeline/translation/translations.ts';
import { ITEM_TYPE_TEXTS } from './texts/item-types.ts';
import { ITEM_REFUSALS } from './texts/item-refusals.ts';
import { OPENING_NAMES, OPENING_REFUSALS } from './texts/opening.ts';
import { REFUSALS } from './texts/refusals.ts';

const SPOKEN: Readonly<Record<PageLanguage, LegacyLanguage>> = { da: 'da', en: 'en', de: 'de', sv: 'sv', no: 'nb' };

/** Texts without an id, by their English. */
const PATTERNS = lazy(() =>
  Object.entries({ ...REFUSALS, ...ITEM_REFUSALS, ...OPENING_REFUSALS }).map(([text, translation]) => ({
    pattern: sentencePattern(text),
    translation,
  })),
);

/** Amounts in the smallest unit, or as decimals with a point, formatted for people. */
const withAmounts = (text: string, language: string): string =>
  text
    .replaceAll(/(\d+) \(smallest unit of ([A-Z]{3})\)/g, (_all, minor: string, currency: string) =>
      formatAmount(Number(minor), currency, language),
    )
    .replaceAll(
      /(\d+(?:\.\d+)?) ([A-Z]{3})(?= of the item |\.(?: |$))/g,
      (written: string, decimal: string, currency: string) => {
        const minor = minorFromDecimal(decimal, currency);
        return minor === undefined ? written : formatAmount(minor, currency, language);
      },
    );

/** Days as people write them. */
const withDays = (text: string, language: string): string =>
  text.replaceAll(/\b\d{4}-\d{2}-\d{2}\b(?!T)/g, (day) => {
    const atMs = Date.parse(`${day}T12:00:00Z`);
    return Number.isNaN(atMs) ? day : formatDay(atMs, 'UTC', language);
  });

/** The API names slugs, where people fill in fields, and spells a word in another way. */
const forPeople = (text: string): string =>
  text.replace('This must be a slug: small', 'Use small').replaceAll('e-mail', 'email');

/** `kr.` includes a full stop. */
const withOneStop = (sentence: string): string => sentence.replace(/\.\.$/, '.');

/** A part of a sentence: a missing detail of a company translated, anything else unchanged. */
const namesIn = (spoken: Exclude<LegacyLanguage, 'en'>, part: string): string => {
  const names = part.split(', ').map((name) => ownMember(OPENING_NAMES, name)?.[spoken]);
  return names.every((name) => name !== undefined) ? names.join(', ') : part;
};

/** By the texts of the desk, else by those of the legacy API; undefined without a translation. */
const wordsFor = (spoken: Exclude<LegacyLanguage, 'en'>, text: string): string | undefined => {
  for (const { pattern, translation } of PATTERNS()) {
    const [found, ...parts] = pattern.exec(text) ?? [];
    if (found !== undefined)
      return withOneStop(
        translation[spoken].replaceAll('{}', () => withDays(namesIn(spoken, parts.shift() ?? ''), spoken)),
      );
  }
  const legacy = inLanguage(spoken, text);
  return legacy === text ? undefined : legacy;
};

const MORE: Readonly<Record<Exclude<LegacyLanguage, 'en'>, (others: number) => string>> = {
  da: (others) => ` (og ${others} mere)`,
  sv: (others) => ` (och ${others} till)`,
  de: (others) => ` (und ${others} weitere)`,
  nb: (others) => ` (og ${others} til)`,
};

/** Messages that are put together from others. */
const COMPOSED: Pick<
  Translations<typeof VALIDATION & typeof PAGES, DeskLanguage, string>,
  'first_fault' | 'text_fault'
> = {
  first_fault: ({ field, fault, others }, visit) => {
    const spoken = SPOKEN[visit.language];
    const more = others === 0 || spoken === 'en' ? '' : MORE[spoken](others);
    return `${field === '' ? '' : `${field}: `}${localize(visit, fault)}${more}`;
  },
  text_fault: ({ language, fault }, visit) => `${language}: ${localize(visit, fault)}`,
};

interface DeskLanguage {
  language: PageLanguage;
}

/** A text of the service, in the language of the page. */
export const localize = ({ language }: DeskLanguage, text: Text): string => {
  const kind = ownMember(ITEM_TYPE_TEXTS, String(text))?.[language];
  if (kind !== undefined) return kind;
  const spoken = SPOKEN[language];
  if (spoken === 'en')
    return withDays(forPeople(withAmounts(String(text).replace('This member', 'This field'), 'en')), 'en-GB');
  const composed = translationOf(COMPOSED, text, { language });
  if (composed !== undefined) return composed;
  const translation = translationOf<undefined, Translation>(MESSAGES, text, undefined);
  if (translation !== undefined) return withOneStop(translation[spoken]);
  const english = withAmounts(String(text), spoken);
  return wordsFor(spoken, english) ?? english;
};

/** A reply with its texts in the language of the page; a list repeats the same texts. */
export const localizeAll = <T>({ language }: { language: PageLanguage }, value: T): T => {
  if (language === 'en') return withTexts(value, (text) => ownMember(ITEM_TYPE_TEXTS, text)?.en ?? text) as T;
  const known = new Map<string, string>();
  const speak = (text: string): string => {
    const words = known.get(text) ?? localize({ language }, text);
    known.set(text, words);
    return words;
  };
  return withTexts(value, speak) as T;
};
