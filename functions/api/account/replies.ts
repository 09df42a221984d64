import * as z from 'zod/mini';
import { COMPONENTS } from '../../domain/reporting/status/rows.ts';
import { CHANNELS } from '../../platform/channels.ts';
import { SCOPES } from '../../platform/scopes.ts';
import { listOf, timestamp, zonedDateTime } from '../../pipeline/shapes.ts';

const scopes = z.array(z.enum(SCOPES));
const environment = z.enum(['live', 'test']);

const company = z.strictObject({
  id: z.string(),
  object: z.literal('company'),
  slug: z.string(),
  name: z.string(),
  vat_number: z.nullable(z.string()),
  address: z.nullable(
    z.strictObject({ street: z.string(), postcode: z.string(), city: z.string(), country: z.string() }),
  ),
  currency: z.string(),
  language: z.string(),
  time_zone: z.string(),
});

const apiKeyListRow = z.strictObject({
  id: z.int(),
  label: z.string(),
  scopes,
  environment,
  expires_at: z.nullable(zonedDateTime),
  revoked_at: z.nullable(zonedDateTime),
  last_used_at: z.nullable(zonedDateTime),
});

const component = z.enum(COMPONENTS);
const componentStatus = z.enum(['operational', 'degraded']);

const auditEntry = z.strictObject({
  id: z.string().check(z.regex(/^aud_[0-9a-f]{32}$/)),
  object: z.literal('audit_entry'),
  occurred_at: timestamp,
  channel: z.enum(CHANNELS),
  operation: z.string(),
  by: z.strictObject({
    key_id: z.nullable(z.string()),
    user: z.nullable(z.string()),
    company: z.nullable(z.string()),
    system: z.nullable(z.string()),
  }),
  tool: z.nullable(z.string()),
  subject: z.record(z.string(), z.string()),
  request_id: z.nullable(z.string()),
  changes: z.array(z.strictObject({ member: z.string(), before: z.unknown(), after: z.unknown() })),
});

/** Responses of the account routes. */
export const accountReplies = {
  Health: z.strictObject({ status: z.literal('ok'), api_version: z.literal('v2') }),
  ServiceStatus: z.strictObject({
    object: z.literal('service_status'),
    status: componentStatus,
    checked_at: z.nullable(timestamp),
    components: z.array(z.strictObject({ name: component, status: componentStatus })),
    incidents: z.array(z.strictObject({ component, started_at: timestamp, resolved_at: z.nullable(timestamp) })),
  }),
  Me: z.strictObject({
    api_version: z.literal('v2'),
    company: z.strictObject({ id: z.string(), name: z.string() }),
    credential: z.strictObject({
      id: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
      label: z.string(),
      environment,
      scopes,
      expires_at: z.nullable(timestamp),
    }),
    commerce: z.strictObject({
      modes: z.array(z.string()),
      default_mode: z.nullable(z.string()),
      negotiated_settlement: z.boolean(),
    }),
  }),
  CreatedApiKey: z.strictObject({
    id: z.int(),
    label: z.string(),
    scopes,
    environment,
    key: z.string().check(z.regex(/^lp_(live|test)_[0-9a-f]{32}_[0-9a-f]{64}$/)),
    expires_at: z.nullable(timestamp),
  }),
  ApiKeyList: listOf(apiKeyListRow),
  Company: company,
  CompanyList: listOf(company),
  AuditLog: listOf(auditEntry),
};
