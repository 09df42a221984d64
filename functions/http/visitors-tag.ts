import { spoken } from '../domain/documents/texts.ts';
import { wantedLanguages } from './shop/language.ts';

/** The first language that a visitor wants and we speak. */
export const visitorsTag = (acceptLanguage: string | undefined): string | undefined =>
  wantedLanguages(acceptLanguage).find((each) => spoken(each) !== undefined);
