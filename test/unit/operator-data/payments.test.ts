import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { companySchema } from '../../../functions/domain/company/settings/company-schema.ts';
import { ruleSeed } from '../../support/seed.ts';

const [company] = ruleSeed.companies;
const faultsOf = (contract: object): string[] => {
  const read = z.safeParse(companySchema, { ...company, contract: { checkout: true, ...contract } });
  return read.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
};

test('a contract has an existing gateway', () => {
  for (const gateway of [undefined, 'stripe', 'mollie']) expect(faultsOf({ gateway })).toEqual([]);
  for (const gateway of ['adyen', 'test', 7]) {
    const message = `There is no payment gateway ${JSON.stringify(gateway)}: this must be one of stripe, mollie.`;
    expect(faultsOf({ gateway })).toEqual([`contract.gateway: ${message}`]);
  }
});

test('a contract offers methods with an immediate result, each once', () => {
  expect(faultsOf({ payment_methods: ['mobilepay', 'card'] })).toEqual([]);
  expect(faultsOf({ payment_methods: ['sepa_debit'] })).toEqual([
    expect.stringContaining('contract.payment_methods.0: The outcome of this payment method arrives days later'),
  ]);
  expect(faultsOf({ payment_methods: ['cheque'] })).toEqual([
    expect.stringContaining('This must be one of: card, link'),
  ]);
  expect(faultsOf({ payment_methods: ['card', 'card'] })).toEqual([expect.stringContaining('named twice')]);
});
