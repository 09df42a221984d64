import { expect, test } from 'vitest';
import type { CompanyRow } from '../../../functions/domain/company/companies/rows.ts';
import { inCodePage437 } from '../../../functions/domain/reporting/postings/code-page-437.ts';
import { sieOf } from '../../../functions/domain/reporting/postings/sie.ts';
import { readSie } from '../../support/read-sie.ts';

const recordsFor = (name: string, more: Partial<CompanyRow> = {}) => {
  const company = { name, language: 'en', currency: 'DKK', ...more } as CompanyRow;
  const days = { from: '2029-01-01', to: '2029-01-31', madeOn: '2029-02-01' };
  return readSie(inCodePage437(sieOf({ company, entries: [], roles: new Map([['1000', 'vat 25']]), ...days })));
};

test.each([
  ['Café “Nyhavn” 17', 'Caf? "Nyhavn" 17'],
  ['”', '"'],
  ['A "B" \\ C', 'A "B" \\ C'],
  ['Line\nbreak', 'Line break'],
  ['Плюс', '????'],
])('keeps the name %s in one field of a SIE file', (name, read) => {
  const { records, accounts } = recordsFor(name);
  expect(records.get('#FNAMN')).toEqual([read]);
  expect([...accounts]).toEqual([['1000', 'VAT 25 %']]);
});

test.each([
  ['SE556677889901', 'SE', '556677-8899'],
  ['SE 556677-8899 01', 'DK', '556677-8899'],
  ['556677-8899', 'SE', '556677-8899'],
  ['19450131-1234', 'SE', '19450131-1234'],
  ['DK12345678', 'DK', 'DK12345678'],
  ['5566778899', 'PL', '5566778899'],
  ['SE pending', 'SE', 'SE pending'],
])('writes the VAT number %s of a company in %s as organization number %s', (vatNumber, country, read) => {
  const address = { street: 'Storgatan 1', postcode: '111 22', city: 'Stockholm', country };
  expect(recordsFor('Björk', { vat_number: vatNumber, address }).records.get('#ORGNR')).toEqual([read]);
});
