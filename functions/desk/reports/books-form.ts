import { ACCOUNT_NAMES } from '../../domain/company/settings/accounts-schema.ts';
import type { ApiError } from '../../platform/errors.ts';
import type { FieldFaults } from '../pages/field-fault.ts';
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

/**
 * Faults of the account numbers by form field. The lists by VAT rate omit empty fields, so their indexes are not those
 * of the form.
 */
export const accountFaults = (form: DeskVisit['form'], { faults }: ApiError): FieldFaults => {
  const fieldOf = (path: string): string => {
    const [, list, index, member] = /^(revenue|vat)\.(\d+)(?:\.(\w+))?$/.exec(path) ?? [];
    if (list === undefined) return path;
    const filled = Array.from({ length: typedRates(form) }, (_, at) => at).filter((at) => form.get(`${list}_${at}`));
    return `${member === 'vat_rate' ? 'rate' : list}_${filled[Number(index)]}`;
  };
  return Object.fromEntries(Object.entries(faults).map(([path, [message = '']]) => [fieldOf(path), message]));
};

/** Names of the missing account numbers of a journal; undefined for any other refusal. */
export const missingNames = ({ code, fields = {} }: ApiError): string[] | undefined =>
  code === 'accounts_missing' ? Object.keys(fields).map((path) => path.replace(/^accounts\./, '')) : undefined;
