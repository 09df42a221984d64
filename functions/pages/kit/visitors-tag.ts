import { spoken } from '../../domain/fulfillment/documents/texts.ts';
import { wantedLanguages } from './language.ts';

/** The visitor's first language that payment pages support. */
export const visitorsTag = (acceptLanguage: string | undefined): string | undefined =>
  wantedLanguages(acceptLanguage).find((each) => spoken(each) !== undefined);
