import { formatDay } from '../../../domain/fulfillment/documents/format.ts';
import { formatMoney } from '../../../platform/currencies.ts';
import { decimalFromMinor, minorFromDecimal } from '../../../platform/decimals.ts';
import type { LegacyLanguage } from '../../../pipeline/translation/language.ts';
import type { Translation } from '../../../pipeline/translation/translation.ts';

/** A translation. It has `en` if the desk's English differs from the API's. */
export type DeskTranslation = Translation & { en?: string };

type TextByLanguage = Readonly<Record<LegacyLanguage, string>>;

export const spokenText = (en: string, da: string, sv: string, de: string, nb: string): TextByLanguage => ({
  en,
  da,
  sv,
  de,
  nb,
});

/** Formats for each language. English is British, as on the pages of the desk. */
const spokenIn = (format: (tag: string) => string): TextByLanguage =>
  spokenText(format('en-GB'), format('da'), format('sv'), format('de'), format('nb'));

/** An amount in the smallest unit, formatted for each language with decimals, as the pages show it. */
export const minorAmount = ({ minor, currency }: { minor: number; currency: string }): TextByLanguage =>
  spokenIn((tag) => formatMoney(tag, currency, decimalFromMinor(minor, currency)));

/** An amount in decimals with a point, formatted for each language. */
export const decimalAmount = ({ amount, currency }: { amount: string; currency: string }): TextByLanguage => {
  const minor = minorFromDecimal(amount, currency);
  return minor === undefined ? spokenIn(() => `${amount} ${currency}`) : minorAmount({ minor, currency });
};

/** The text with its days formatted for a language. */
export const withDays = (text: string, language: string): string =>
  text.replaceAll(/\b\d{4}-\d{2}-\d{2}\b(?!T)/g, (day) => {
    const atMs = Date.parse(`${day}T12:00:00Z`);
    return Number.isNaN(atMs) ? day : formatDay(atMs, 'UTC', language);
  });

/** A day, or a day with a local time, formatted for each language. */
export const moment = (text: string): TextByLanguage => spokenIn((tag) => withDays(text, tag));
