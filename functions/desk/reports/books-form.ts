import { ACCOUNT_NAMES } from '../../domain/company/settings/accounts-schema.ts';
import type { ApiError } from '../../platform/errors.ts';
import type { DeskVisit } from '../visit.ts';
import { typedNumber } from '../typed-number.ts';

export const FORMATS = ['csv', 'sie', 'economic'] as const;

/** Number of VAT rates in the form. */
export const typedRates = (form: DeskVisit['form']): number => {
  let rates = 0;
  while (form.has(`rate_${rates}`)) rates++;
  return rates;
};

/** The account numbers in the form, in the format of the API. Empty ones are omitted. */
export const accountsIn = (form: DeskVisit['form']): Record<string, unknown> => {
  const named = ACCOUNT_NAMES.flatMap((name) => {
    const account = form.get(name);
    return account === '' ? [] : [[name, account] as const];
  });
  const byRate = (list: 'revenue' | 'vat') =>
    Array.from({ length: typedRates(form) }, (_, at) => ({
      vat_rate: typedNumber(form.get(`rate_${at}`)) ?? NaN,
      account: form.get(`${list}_${at}`),
    })).filter(({ account }) => account !== '');
  return { ...Object.fromEntries(named), revenue: byRate('revenue'), vat: byRate('vat') };
};

/** Names of the missing account numbers of a journal; undefined for any other refusal. */
export const missingNames = ({ code, fields = {} }: ApiError): string[] | undefined =>
  code === 'accounts_missing' ? Object.keys(fields).map((path) => path.replace(/^accounts\./, '')) : undefined;
