import { ownMember } from '../platform/own-member.ts';
import { formatAmount, formatDay } from '../domain/fulfillment/documents/format.ts';
import type { PageLanguage } from '../platform/page-languages.ts';
import { minorFromDecimal } from '../platform/decimals.ts';
import { lazy } from '../platform/lazy.ts';
import { sentencePattern } from '../platform/sentence-pattern.ts';
import type { LegacyLanguage } from '../pipeline/translation/language.ts';
import { inLanguage, withTexts } from '../pipeline/translation/translations.ts';
import { CAMPAIGN_REFUSALS } from './texts/campaigns/refusals.ts';
import { FORM_REFUSALS } from './texts/form-refusals.ts';
import { ITEM_TYPE_TEXTS } from './texts/item-types.ts';
import { ITEM_REFUSALS } from './texts/item-refusals.ts';
import { MISSING_TEXTS } from './texts/missing.ts';
import { OPENING_NAMES, OPENING_REFUSALS } from './texts/opening.ts';
import { PAGE_REFUSALS } from './texts/page-refusals.ts';
import { PICTURE_REFUSALS } from './texts/picture-refusals.ts';
import { REFUSALS } from './texts/refusals.ts';
import { SETTINGS_REFUSALS } from './texts/settings-refusals.ts';
import { SHIPMENT_REFUSALS } from './texts/shipment-refusals.ts';

const SPOKEN: Readonly<Record<PageLanguage, LegacyLanguage>> = { da: 'da', en: 'en', de: 'de', sv: 'sv', no: 'nb' };

const PATTERNS = lazy(() =>
  Object.entries({
    ...REFUSALS,
    ...FORM_REFUSALS,
    ...SETTINGS_REFUSALS,
    ...ITEM_REFUSALS,
    ...PAGE_REFUSALS,
    ...PICTURE_REFUSALS,
    ...SHIPMENT_REFUSALS,
    ...MISSING_TEXTS,
    ...OPENING_REFUSALS,
    ...CAMPAIGN_REFUSALS,
  }).map(([text, translation]) => ({ pattern: sentencePattern(text), translation })),
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

/** Contrast ratios, which the service writes with a point: none of these languages does. */
const withRatios = (text: string): string => text.replaceAll(/\b(\d+)\.(\d+):1/g, '$1,$2:1');

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

/** A fault with its subject before it, and the number of others after it (platform/errors.ts). */
const NAMED_FAULT = /^([^:]+: )?(.+?)( )?(\(and \d+ more\))?$/;

/** A text of the service, in the language of the page. */
export const localize = ({ language }: { language: PageLanguage }, message: string): string => {
  const kind = ownMember(ITEM_TYPE_TEXTS, message)?.[language];
  if (kind !== undefined) return kind;
  const spoken = SPOKEN[language];
  const english = withAmounts(message.replace('This member', 'This field'), spoken);
  if (spoken === 'en') return withDays(forPeople(english), 'en-GB');
  const text = withRatios(english);
  const words = wordsFor(spoken, text);
  if (words !== undefined) return words;
  const [, name = '', fault = '', space = '', more = ''] = NAMED_FAULT.exec(text) ?? [];
  const faultWords = wordsFor(spoken, fault);
  return faultWords === undefined ? english : `${name}${faultWords}${space}${wordsFor(spoken, more) ?? more}`;
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
