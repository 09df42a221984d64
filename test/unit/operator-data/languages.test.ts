import * as z from 'zod/mini';
import { describe, expect, test } from 'vitest';
import { companySchema } from '../../../functions/domain/company/settings/company-schema.ts';
import { createOrderBody } from '../../../functions/domain/checkout/orders/schema.ts';
import { company } from './samples.ts';

const takesOrder = (locale: string): boolean => {
  const { error } = z.safeParse(createOrderBody(), { locale });
  return error?.issues.every(({ path }) => path[0] !== 'locale') ?? true;
};
const takesLanguage = (language: string): boolean => z.safeParse(companySchema, company('a', { language })).success;
const takesTerms = (tag: string): boolean =>
  z.safeParse(companySchema, company('a', { terms: { languages: { [tag]: { html: '' } } } })).success;

describe('languages of a company and its terms', () => {
  test.each([
    'en-a',
    'en-GB-GB',
    'de-1',
    'da-',
    'en-x',
    'en-abcdefghi',
    `en-x-${'a'.repeat(31)}`,
    `en${'-abcde'.repeat(6)}`,
  ])('%s is not valid, as for an order', (tag) => {
    expect([takesOrder(tag), takesLanguage(tag), takesTerms(tag)]).toEqual([false, false, false]);
  });

  test.each(['da', 'en-GB', 'nn-NO', 'zh-Hant-TW', 'en-u-ca-gregory', 'en-x-till'])(
    '%s is valid, as for an order',
    (tag) => {
      expect([takesOrder(tag), takesLanguage(tag), takesTerms(tag)]).toEqual([true, true, true]);
    },
  );

  test('have a tag of two lowercase letters', () => {
    expect(['DA', 'danish', 'nob', ''].map(takesLanguage)).toEqual([false, false, false, false]);
  });
});
