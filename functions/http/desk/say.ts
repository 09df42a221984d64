import type { PageLanguage } from '../../domain/order-page/schema.ts';
import type { LegacyLanguage } from '../v1/language.ts';
import { inLanguage, translated } from '../v1/words.ts';

const SPOKEN: Readonly<Record<PageLanguage, LegacyLanguage>> = { da: 'da', en: 'en', de: 'de', sv: 'sv', no: 'nb' };

/** What the service itself says, in the language of the page, by the words that the legacy API has for it. */
export const said = ({ language }: { language: PageLanguage }, text: string): string =>
  inLanguage(SPOKEN[language], text);

/** An answer of the service with its own texts in the language of the page. */
export const saidIn = <T>({ language }: { language: PageLanguage }, value: T): T =>
  translated(SPOKEN[language], value) as T;
