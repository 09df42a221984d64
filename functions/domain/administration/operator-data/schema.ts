import * as z from 'zod/mini';
import { SCOPES } from '../../../platform/scopes.ts';
import { campaignSchema, discountCodeSchema } from '../../company/settings/campaign-schema.ts';
import { companySchema } from '../../company/settings/company-schema.ts';
import { text, handle, slug, momentField, maybe, otherwise, flag } from '../../company/settings/fields.ts';
import { userMembers } from '../../company/settings/user-schema.ts';
import { eventSchema, experienceSchema, specialOfferSchema } from '../../catalog/products/product-schema.ts';

/**
 * The operator data file: companies, keys, catalog, campaigns and users. Names are those of the API, and are stored
 * unchanged. Money is in the smallest currency unit, timestamps are RFC 3339 with offset. All objects are closed;
 * defaults are set here.
 */

export const apiKeySchema = z.strictObject({
  company: slug,
  label: text,
  /** Default: that of the given key, or live. */
  environment: maybe(z.enum(['live', 'test'])),
  key: maybe(
    z
      .string()
      .check(z.regex(/^lp_(live|test)_[0-9a-f]{32}_[0-9a-f]{64}$/, 'This must be lp_<live|test>_<32 hex>_<64 hex>.')),
  ),
  scopes: z.array(z.enum(SCOPES)),
  expires_at: momentField,
  revoked_at: momentField,
  attributed: flag(true),
  created_by: maybe(handle),
});

/** A user without a password is invited by mail. */
export const userSchema = z.strictObject({
  ...userMembers,
  password: maybe(z.string().check(z.minLength(1))),
  company: slug,
});

export const oauthClientSchema = z.strictObject({
  client_id: handle,
  client_secret: z.string().check(z.minLength(1)),
  company: slug,
});

/**
 * `option` is an option id, or an event id for the seats of the event; `company` selects among several that have it.
 */
export const restockSchema = z.strictObject({
  option: handle,
  remaining: z.int().check(z.gte(0)),
  company: maybe(slug),
});

/** The schema of one entry of each part of the file. */
export const DATA_SECTIONS = {
  companies: companySchema,
  api_keys: apiKeySchema,
  experiences: experienceSchema,
  events: eventSchema,
  special_offers: specialOfferSchema,
  campaigns: campaignSchema,
  discount_codes: discountCodeSchema,
  users: userSchema,
  oauth_clients: oauthClientSchema,
  restock: restockSchema,
} as const;

/** The whole file. Rules across entries (unknown companies, duplicate ids) are checked by `checkOperatorData`. */
export const operatorDataSchema = z.strictObject({
  companies: otherwise(z.array(DATA_SECTIONS.companies), []),
  api_keys: otherwise(z.array(DATA_SECTIONS.api_keys), []),
  experiences: otherwise(z.array(DATA_SECTIONS.experiences), []),
  events: otherwise(z.array(DATA_SECTIONS.events), []),
  special_offers: otherwise(z.array(DATA_SECTIONS.special_offers), []),
  campaigns: otherwise(z.array(DATA_SECTIONS.campaigns), []),
  discount_codes: otherwise(z.array(DATA_SECTIONS.discount_codes), []),
  users: otherwise(z.array(DATA_SECTIONS.users), []),
  oauth_clients: otherwise(z.array(DATA_SECTIONS.oauth_clients), []),
  restock: otherwise(z.array(DATA_SECTIONS.restock), []),
});

export type OperatorData = z.output<typeof operatorDataSchema>;
export type ApiKeyEntry = z.output<typeof apiKeySchema>;
