import { expect, test } from 'vitest';
import { defaultsOf } from '../../../functions/domain/administration/companies/country-defaults.ts';

test.each([
  ['DK', { language: 'da', time_zone: 'Europe/Copenhagen', vat_percent: 25 }],
  ['JP', { language: 'en', time_zone: 'Asia/Tokyo' }],
  // Several zones: the administrator chooses.
  ['US', { language: 'en' }],
  ['QQ', { language: 'en' }],
  ['no country', { language: 'en' }],
])('a new company in %s begins with the settings of its country', (country, settings) => {
  expect(defaultsOf(country)).toEqual(settings);
});
