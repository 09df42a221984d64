import * as z from 'zod/mini';
import { createApiKeyBody } from '../../domain/company/api-keys/schema.ts';
import { companyListQuery } from '../../domain/company/companies/schema.ts';
import { CHANNELS } from '../../platform/channels.ts';
import type { Route } from '../../pipeline/route.ts';

export const health = {
  name: 'health',
  method: 'GET',
  path: '/v2/health',
  entry: 'functions/api/account/health.ts',
  access: 'api-key',
  acting: 'own',
  replies: { 200: 'Health' },
  summary: 'Check that the API is available and the key is valid',
  description: 'Every valid key can call it.',
  tag: 'Account',
  uses: ['table:read', 'secrets:described'],
} as const satisfies Route;

export const readStatus = {
  name: 'read-status',
  method: 'GET',
  path: '/v2/status',
  entry: 'functions/api/account/read-status.ts',
  access: 'public',
  headers: ['Access-Control-Allow-Origin'],
  replies: { 200: 'ServiceStatus' },
  summary: 'Read the status of the service and its recent incidents',
  description:
    'Requires no key. `payments` are `degraded` when three payments or refunds have waited for more than 15 ' +
    'minutes, `fulfillment` when three fulfillments failed within an hour, `sales` when two consecutive test sales ' +
    'of the service failed, and `background_jobs` when the last check is older than 15 minutes or a job misses its ' +
    'runs. The status is checked every five minutes and cached for one. Incidents are kept for 90 days, newest ' +
    'first.',
  tag: 'Account',
  uses: ['table:read'],
} as const satisfies Route;

export const me = {
  name: 'me',
  method: 'GET',
  path: '/v2/me',
  entry: 'functions/api/account/me.ts',
  access: 'api-key',
  startsEarly: false,
  replies: { 200: 'Me' },
  summary: 'Read the key and the contract of its company',
  description: 'Every valid key can call it.',
  tag: 'Account',
  uses: ['table:read'],
} as const satisfies Route;

export const createApiKey = {
  name: 'create-api-key',
  method: 'POST',
  path: '/v2/api-keys',
  entry: 'functions/api/account/create-api-key.ts',
  access: 'api-key',
  scope: 'credentials:write',
  writes: true,
  acting: 'own',
  body: createApiKeyBody,
  replies: { 201: 'CreatedApiKey' },
  createdAt: '/v2/api-keys/{id}',
  summary: 'Create an API key',
  description:
    'The response contains the key, which is never shown again. A key cannot grant scopes that it does not have, ' +
    'and a test key can create only test keys.',
  tag: 'Account',
  uses: ['table:write'],
} as const satisfies Route;

export const listApiKeys = {
  name: 'list-api-keys',
  method: 'GET',
  path: '/v2/api-keys',
  entry: 'functions/api/account/list-api-keys.ts',
  access: 'api-key',
  scope: 'credentials:read',
  acting: 'own',
  replies: { 200: 'ApiKeyList' },
  summary: 'List API keys, including revoked and expired ones',
  description: 'Oldest first, in one page. Times are in the time zone of the company.',
  tag: 'Account',
  uses: ['table:read', 'index:ix1'],
} as const satisfies Route;

export const revokeApiKey = {
  name: 'revoke-api-key',
  method: 'DELETE',
  path: '/v2/api-keys/{id}',
  entry: 'functions/api/account/revoke-api-key.ts',
  access: 'api-key',
  scope: 'credentials:write',
  writes: true,
  acting: 'own',
  replies: { 204: null },
  errors: ['not_found'],
  summary: 'Revoke an API key immediately and permanently',
  description: 'Revoking a revoked key again returns the same response and changes nothing.',
  tag: 'Account',
  uses: ['table:write'],
} as const satisfies Route;

export const listCompanies = {
  name: 'list-companies',
  method: 'GET',
  path: '/v2/companies',
  entry: 'functions/api/account/list-companies.ts',
  access: 'api-key',
  startsEarly: false,
  scope: 'companies:read',
  acting: 'own',
  query: companyListQuery,
  replies: { 200: 'CompanyList' },
  summary: 'List the companies for which the key can act',
  description:
    'The company of the key comes first, then its assigned companies by name. Inactive companies are left out.',
  tag: 'Account',
  uses: ['keys', 'table:read'],
} as const satisfies Route;

export const readCompany = {
  name: 'read-company',
  method: 'GET',
  path: '/v2/companies/{company_id}',
  entry: 'functions/api/account/read-company.ts',
  access: 'api-key',
  startsEarly: false,
  scope: 'companies:read',
  acting: 'own',
  replies: { 200: 'Company' },
  errors: ['not_found'],
  summary: 'Read the company of the key or an assigned company',
  tag: 'Account',
  uses: ['table:read'],
} as const satisfies Route;

const optional = z.optional(z.string());

const listAuditLogQuery = z.object({
  occurred_after: optional,
  occurred_before: optional,
  by: optional,
  channel: z.optional(z.enum(CHANNELS)),
  operation: optional,
  limit: optional,
  starting_after: optional,
});

export const listAuditLog = {
  name: 'list-audit-log',
  method: 'GET',
  path: '/v2/audit-log',
  entry: 'functions/api/account/list-audit-log.ts',
  access: 'api-key',
  scope: 'credentials:read',
  acting: 'own',
  query: listAuditLogQuery,
  replies: { 200: 'AuditLog' },
  errors: ['validation_failed'],
  summary: 'List the audit log',
  description:
    'Newest first, of the company of the key. `channel` is where the change came from: a key (`api`), an assistant ' +
    'with a key (`agent`, with the `tool`), a user of the legacy API (`v1`) or at the desk (`desk`), a buyer ' +
    '(`shop`), an `operator`, the payment `gateway`, or the `service` itself. `operation` is the name of a route, ' +
    'or what happened to an item (`item.claim`) or an order (`order.refunded`). `subject` identifies the changed ' +
    'object; of a code it has the last four characters. Changes of orders are listed here for 30 days, and ' +
    'permanently in `GET /v2/orders/{order_id}/events`; all other changes are listed permanently. When few entries ' +
    'match the filters, pages are shorter than `limit`.',
  tag: 'Account',
  uses: ['keys', 'table:read', 'index:ix1'],
} as const satisfies Route;

export const accountRoutes = [
  health,
  readStatus,
  me,
  createApiKey,
  listApiKeys,
  revokeApiKey,
  listCompanies,
  readCompany,
  listAuditLog,
];
