import type { OperatorMembers } from '../../domain/administration/companies/operator-settings.ts';
import type { CompanyRow } from '../../domain/company/companies/rows.ts';
import { COMPANY_GATEWAYS, GATEWAY_NAMES, PAYMENT_METHODS } from '../../platform/payment-methods.ts';
import { methodName } from '../../pages/kit/paid-with.ts';
import type { PageLanguage } from '../../platform/page-languages.ts';
import type { FormValues } from '../../pages/kit/form-values.ts';
import type { SettingsWord } from '../texts/company-settings.ts';
import { typedNumber } from '../typed-number.ts';

/** Pairs of a stored value and its displayed name. */
export type ValueNames = readonly (readonly [value: string, name: string])[];

/** A field of the contract form. */
export interface ContractField {
  path: SettingsWord;
  /** `choice`: one of the offered values, or none. `ticks`: any number of them. */
  kind: 'line' | 'area' | 'choice' | 'ticks';
  /** Explains how to write the value. */
  hint?: SettingsWord;
  isRequired?: true;
  /** For `choice` and `ticks`. If absent, the other companies are offered. */
  offered?: (language: PageLanguage) => ValueNames;
  /** The stored values as strings: several for `ticks`, otherwise one. */
  stored: (company: CompanyRow) => readonly string[];
}

/** Commas separate settlement modes, whose names may have spaces. URLs have no spaces, but may have commas. */
const BETWEEN_MODES = /[,\n]/;
const BETWEEN_URLS = /\s+|,(?=\s*(?:https?:|$))/i;

const modesShown = ({ contract }: CompanyRow): string => contract.settlement_modes.join(', ');
const urlsShown = ({ approved_urls: urls }: CompanyRow): string => urls.join('\n');

const entriesIn = (text: string, between: RegExp): string[] =>
  text
    .split(between)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

export const CONTRACT_FIELDS: readonly ContractField[] = [
  {
    path: 'contract.settlement_modes',
    kind: 'line',
    hint: 'byCommas',
    stored: (company) => [modesShown(company)],
  },
  {
    path: 'contract.payment_methods',
    kind: 'ticks',
    offered: (language) => PAYMENT_METHODS.map((type) => [type, methodName(language, type)]),
    stored: ({ contract }) => contract.payment_methods,
  },
  {
    path: 'contract.gateway',
    kind: 'choice',
    isRequired: true,
    offered: () => COMPANY_GATEWAYS.map((gateway) => [gateway, GATEWAY_NAMES[gateway]]),
    stored: ({ contract }) => [contract.gateway],
  },
  {
    path: 'contract.commission_percent',
    kind: 'line',
    stored: ({ contract }) => [String(contract.commission_percent ?? '')],
  },
  { path: 'approved_urls', kind: 'area', hint: 'byLines', stored: (company) => [urlsShown(company)] },
  { path: 'parent', kind: 'choice', stored: ({ parent }) => [parent ?? ''] },
  { path: 'assigned', kind: 'ticks', stored: ({ assigned }) => assigned },
  { path: 'vendor.name', kind: 'line', stored: ({ vendor }) => [vendor?.name ?? ''] },
  { path: 'vendor.base_url', kind: 'line', stored: ({ vendor }) => [vendor?.base_url ?? ''] },
  { path: 'vendor.prefix', kind: 'line', stored: ({ vendor }) => [vendor?.prefix ?? ''] },
];

/** Name of the checkbox of one value. */
export const tickName = (path: string, value: string): string => `${path}.${value}`;

/** The ticked values of a field: first the stored values in their stored order, then the new values. */
export const tickedIn = (form: FormValues, path: string, stored: readonly string[]): string[] => {
  const prefix = tickName(path, '');
  const ticked = form.entries().flatMap(([name]) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));
  return [...stored.filter((value) => ticked.includes(value)), ...ticked.filter((value) => !stored.includes(value))];
};

/** Parses a typed percentage. Any other text is returned unchanged, and the schema rejects it. */
const percentIn = (text: string): unknown => (text === '' ? undefined : (typedNumber(text) ?? text));

/**
 * The operator settings of a company from the form. Members that the form does not have are kept, and so are lists
 * whose text has not changed.
 */
export const operatorMembersIn = (form: FormValues, before: CompanyRow): OperatorMembers => {
  const vendor = {
    name: form.get('vendor.name'),
    base_url: form.get('vendor.base_url'),
    prefix: form.get('vendor.prefix'),
  };
  const modes = form.get('contract.settlement_modes');
  const urls = form.get('approved_urls');
  return {
    contract: {
      ...before.contract,
      checkout: form.has('contract.checkout'),
      invoice_settlement: form.has('contract.invoice_settlement'),
      settlement_modes:
        modes === modesShown(before).trim() ? before.contract.settlement_modes : entriesIn(modes, BETWEEN_MODES),
      payment_methods: tickedIn(form, 'contract.payment_methods', before.contract.payment_methods),
      gateway: form.get('contract.gateway') || undefined,
      commission_percent: percentIn(form.get('contract.commission_percent')),
    },
    approved_urls: urls === urlsShown(before).trim() ? before.approved_urls : entriesIn(urls, BETWEEN_URLS),
    parent: form.get('parent') || undefined,
    assigned: tickedIn(form, 'assigned', before.assigned),
    vendor: Object.values(vendor).every((text) => text === '') ? undefined : vendor,
  };
};
