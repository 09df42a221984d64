import { spoken } from '../../domain/fulfillment/documents/texts.ts';
import { wantedLanguages } from './language.ts';

/** The first language that a visitor wants and we speak. */
export const visitorsTag = (acceptLanguage: string | undefined): string | undefined =>
  wantedLanguages(acceptLanguage).find((each) => spoken(each) !== undefined);
