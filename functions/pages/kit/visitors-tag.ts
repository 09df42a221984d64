import { spoken } from '../../domain/fulfillment/documents/texts.ts';
import { wantedLanguages } from './language.ts';

/** The visitor's first supported language. */
export const visitorsTag = (acceptLanguage: string | undefined): string | undefined =>
  wantedLanguages(acceptLanguage).find((each) => spoken(each) !== undefined);
