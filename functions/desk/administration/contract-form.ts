import type { OperatorMembers } from '../../domain/administration/companies/operate.ts';
import type { CompanyRow } from '../../domain/company/companies/rows.ts';
import type { Typed } from '../../pages/kit/typed.ts';
import type { SettingsWord } from '../texts/company-settings.ts';

interface Line {
  path: SettingsWord;
  /** How its value is written. */
  hint?: SettingsWord;
  isArea?: true;
  stored: (company: CompanyRow) => string;
}

/** Texts of the form of a contract. */
export const LINES: readonly Line[] = [
  {
    path: 'contract.settlement_modes',
    hint: 'byCommas',
    stored: ({ contract }) => contract.settlement_modes.join(', '),
  },
  { path: 'contract.payment_methods', hint: 'byCommas', stored: ({ contract }) => contract.payment_methods.join(', ') },
  { path: 'contract.gateway', hint: 'gateways', stored: ({ contract }) => contract.gateway },
  { path: 'contract.commission_percent', stored: ({ contract }) => String(contract.commission_percent ?? '') },
  { path: 'approved_urls', hint: 'byLines', isArea: true, stored: ({ approved_urls: urls }) => urls.join('\n') },
  { path: 'parent', stored: ({ parent }) => parent ?? '' },
  { path: 'assigned', stored: ({ assigned }) => assigned.join(', ') },
  { path: 'vendor.name', stored: ({ vendor }) => vendor?.name ?? '' },
  { path: 'vendor.base_url', stored: ({ vendor }) => vendor?.base_url ?? '' },
  { path: 'vendor.prefix', stored: ({ vendor }) => vendor?.prefix ?? '' },
];

const listIn = (text: string): string[] => text.split(/[\s,]+/).filter((entry) => entry !== '');

/** A percentage as typed. A text that is not a number stays one, and the rules reject it. */
const percentIn = (text: string): unknown => {
  const number = Number(text.replace(',', '.'));
  return text === '' ? undefined : Number.isNaN(number) ? text : number;
};

/** Operator settings of a company from the form. Other members of the contract are kept. */
export const operatorMembersIn = (form: Typed, before: CompanyRow): OperatorMembers => {
  const vendor = {
    name: form.get('vendor.name'),
    base_url: form.get('vendor.base_url'),
    prefix: form.get('vendor.prefix'),
  };
  return {
    contract: {
      ...before.contract,
      checkout: form.has('contract.checkout'),
      invoice_settlement: form.has('contract.invoice_settlement'),
      settlement_modes: listIn(form.get('contract.settlement_modes')),
      payment_methods: listIn(form.get('contract.payment_methods')),
      gateway: form.get('contract.gateway') || undefined,
      commission_percent: percentIn(form.get('contract.commission_percent')),
    },
    approved_urls: listIn(form.get('approved_urls')),
    parent: form.get('parent') || undefined,
    assigned: listIn(form.get('assigned')),
    vendor: Object.values(vendor).every((text) => text === '') ? undefined : vendor,
  };
};
