import { pageLanguageOf } from '../../domain/storefront/order-page/languages.ts';
import type { PageLanguage } from '../../platform/page-languages.ts';
import { da } from '../shop/texts/da.ts';
import { de } from '../shop/texts/de.ts';
import { en, type ShopTexts } from '../shop/texts/en.ts';
import { no } from '../shop/texts/no.ts';
import { sv } from '../shop/texts/sv.ts';

const TEXTS: Readonly<Record<PageLanguage, ShopTexts>> = { da, en, de, sv, no };

export const textsOf = (language: PageLanguage): ShopTexts => TEXTS[language];

/** The browser's accepted languages, preferred first. */
export const wantedLanguages = (acceptLanguage: string | undefined): string[] =>
  (acceptLanguage ?? '')
    .slice(0, 500)
    .split(',')
    .map((part, at) => {
      const [tag = '', ...parameters] = part.split(';').map((each) => each.trim());
      const quality = Number(parameters.find((each) => each.startsWith('q='))?.slice(2) ?? 1);
      return { tag, quality: Number.isNaN(quality) ? 0 : quality, at };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality || a.at - b.at)
    .map(({ tag }) => tag);

/** The visitor's first supported language, otherwise `byDefault`. */
export const languageFor = (
  acceptLanguage: string | undefined,
  shown: readonly PageLanguage[],
  byDefault: PageLanguage,
): PageLanguage => {
  for (const tag of wantedLanguages(acceptLanguage)) {
    if (tag === '*') return byDefault;
    const language = pageLanguageOf(tag);
    if (language && shown.includes(language)) return language;
  }
  return byDefault;
};
