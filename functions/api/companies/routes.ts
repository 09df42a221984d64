import { languageQuery } from '../../domain/storefront/order-page/schema.ts';
import type { Route } from '../../pipeline/route.ts';
import { accountsBody, settingsBody } from './schema.ts';

const TAG = 'Company';

export const readCompanySettingsRoute = {
  name: 'read-company-settings',
  method: 'GET',
  path: '/v2/companies/{company_id}/settings',
  entry: 'functions/api/companies/read-settings.ts',
  access: 'api-key',
  scope: 'companies:read',
  acting: 'path',
  tagged: 'for-changes',
  replies: { 200: 'CompanySettings' },
  errors: ['not_found'],
  summary: 'Read the settings of a company',
  description:
    'The members of the operator data file, null where they are absent. `contract`, `approved_urls`, `parent`, `assigned` and ' +
    '`vendor` are set by operators.',
  tag: TAG,
  uses: ['table:read'],
} as const satisfies Route;

export const updateCompanySettingsRoute = {
  name: 'update-company-settings',
  method: 'PATCH',
  path: '/v2/companies/{company_id}/settings',
  entry: 'functions/api/companies/update-settings.ts',
  access: 'api-key',
  scope: 'companies:write',
  writes: true,
  acting: 'path',
  idempotency: 'optional-key',
  ifMatch: 'required',
  tagged: true,
  get body() {
    return settingsBody();
  },
  replies: { 200: 'CompanySettings' },
  errors: ['not_found', 'currency_in_use'],
  summary: 'Change the settings of a company',
  description:
    'A JSON merge patch, which is validated by the rules of operator data. `currency` cannot change once something ' +
    'is sold. Members that only operators set are rejected. In production, the company details and terms of an ' +
    'open order page cannot be removed.',
  tag: TAG,
  uses: ['table:write'],
} as const satisfies Route;

export const readAccountsRoute = {
  name: 'read-accounts',
  method: 'GET',
  path: '/v2/companies/{company_id}/accounts',
  entry: 'functions/api/companies/read-accounts.ts',
  access: 'api-key',
  scope: 'companies:read',
  acting: 'path',
  tagged: 'for-changes',
  replies: { 200: 'Accounts' },
  errors: ['not_found'],
  summary: 'Read the account numbers of a company',
  description: 'The account numbers of the journal. Revenue and VAT have one for each VAT rate.',
  tag: TAG,
  uses: ['table:read'],
} as const satisfies Route;

export const replaceAccountsRoute = {
  name: 'replace-accounts',
  method: 'PUT',
  path: '/v2/companies/{company_id}/accounts',
  entry: 'functions/api/companies/replace-accounts.ts',
  access: 'api-key',
  scope: 'companies:write',
  writes: true,
  acting: 'path',
  idempotency: 'optional-key',
  ifMatch: 'required',
  tagged: true,
  get body() {
    return accountsBody();
  },
  replies: { 200: 'Accounts' },
  errors: ['not_found'],
  summary: 'Replace the account numbers of a company',
  description:
    'Replaces all account numbers; an account that is left out has no number. Closed days of the journal keep ' +
    'their numbers.',
  tag: TAG,
  uses: ['table:write'],
} as const satisfies Route;

export const readSetupRoute = {
  name: 'read-setup',
  method: 'GET',
  path: '/v2/companies/{company_id}/setup',
  entry: 'functions/api/companies/read-setup.ts',
  access: 'api-key',
  scope: 'companies:read',
  acting: 'path',
  get query() {
    return languageQuery();
  },
  replies: { 200: 'Setup' },
  errors: ['not_found'],
  summary: 'Read the remaining steps before the first sale',
  description:
    'Each step is computed from the state of the company, with the screen of the desk where it is done. `lang` is ' +
    'the language of the titles. Default: that of the company.',
  tag: TAG,
  uses: ['table:read', 'index:ix1', 'index:ix2'],
} as const satisfies Route;

export const companyRoutes = [
  readCompanySettingsRoute,
  updateCompanySettingsRoute,
  readAccountsRoute,
  replaceAccountsRoute,
  readSetupRoute,
];
