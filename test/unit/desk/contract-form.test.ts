import { expect, test } from 'vitest';
import { CONTRACT_FIELDS, operatorMembersIn } from '../../../functions/desk/administration/contract-form.ts';
import type { CompanyRow } from '../../../functions/domain/company/companies/rows.ts';
import { FormValues } from '../../../functions/pages/kit/form-values.ts';

const company = {
  contract: { settlement_modes: ['bank transfer', 'payroll, monthly'], payment_methods: [] },
  approved_urls: ['https://shop.example/a,b/', 'https://spa.example/'],
  assigned: [],
} as unknown as CompanyRow;

const shown = CONTRACT_FIELDS.filter(({ kind }) => kind === 'line' || kind === 'area').map(
  ({ path, stored }): [string, string] => [path, stored(company)[0] ?? ''],
);
const saved = (changes: Record<string, string>) =>
  operatorMembersIn(new FormValues([...shown, ...Object.entries(changes)]), company);

test('a list whose text has not changed is kept', () => {
  expect(saved({})).toMatchObject({
    contract: { settlement_modes: company.contract.settlement_modes },
    approved_urls: company.approved_urls,
  });
});

test('settlement modes are separated by commas, and may have spaces', () => {
  const { contract } = saved({ 'contract.settlement_modes': 'bank transfer,  invoice ,' });
  expect(contract).toMatchObject({ settlement_modes: ['bank transfer', 'invoice'] });
});

test('approved addresses are separated by lines, and may have commas', () => {
  const text = 'https://shop.example/a,b/\nhttps://one.example/, https://two.example/,https://three.example/,\n\n';
  expect(saved({ approved_urls: text }).approved_urls).toEqual([
    'https://shop.example/a,b/',
    'https://one.example/',
    'https://two.example/',
    'https://three.example/',
  ]);
});
