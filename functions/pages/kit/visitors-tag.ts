import { spoken } from '../../domain/fulfillment/documents/texts.ts';
import { wantedLanguages } from './language.ts';

/** The tag of the visitor's first language that documents support. */
export const visitorsTag = (acceptLanguage: string | undefined): string | undefined =>
  wantedLanguages(acceptLanguage).find((each) => spoken(each) !== undefined);
