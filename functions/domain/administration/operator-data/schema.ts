import * as z from 'zod/mini';
import { SCOPES } from '../../../platform/scopes.ts';
import { campaignSchema, discountCodeSchema } from '../../company/settings/campaign-schema.ts';
import { companySchema } from '../../company/settings/company-schema.ts';
import { text, identifier, slug, momentField, optional, withDefault, flag } from '../../company/settings/fields.ts';
import { userMembers } from '../../company/settings/user-schema.ts';
import { eventSchema, experienceSchema, specialOfferSchema } from '../../catalog/products/product-schema.ts';

/**
 * The operator data file: companies, keys, catalog, campaigns and users. Names are those of the API, and are stored
 * unchanged. Money is in the smallest currency unit, timestamps are RFC 3339 with an offset. All objects are closed;
 * defaults are set here.
 */

const apiKeySchema = z.strictObject({
  company: slug,
  label: text,
  /** Default: the mode of `key`, or `live` without a key. */
  environment: optional(z.enum(['live', 'test'])),
  key: optional(
    z
      .string()
      .check(z.regex(/^lp_(live|test)_[0-9a-f]{32}_[0-9a-f]{64}$/, 'This must be lp_<live|test>_<32 hex>_<64 hex>.')),
  ),
  scopes: z.array(z.enum(SCOPES)),
  expires_at: momentField,
  revoked_at: momentField,
  attributed: flag(true),
  created_by: optional(identifier),
});

/** A user without a password is invited by email. */
const userSchema = z.strictObject({
  ...userMembers,
  password: optional(z.string().check(z.minLength(1))),
  company: slug,
});

const oauthClientSchema = z.strictObject({
  client_id: identifier,
  client_secret: z.string().check(z.minLength(1)),
  company: slug,
});

/**
 * `option` is an option id, or an event id for the seats of the event; `company` is required if several companies have
 * it.
 */
const restockSchema = z.strictObject({
  option: identifier,
  remaining: z.int().check(z.gte(0)),
  company: optional(slug),
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

/** The complete file. Rules across entries (unknown companies, duplicate ids) are checked by `checkOperatorData`. */
export const operatorDataSchema = z.strictObject({
  companies: withDefault(z.array(DATA_SECTIONS.companies), []),
  api_keys: withDefault(z.array(DATA_SECTIONS.api_keys), []),
  experiences: withDefault(z.array(DATA_SECTIONS.experiences), []),
  events: withDefault(z.array(DATA_SECTIONS.events), []),
  special_offers: withDefault(z.array(DATA_SECTIONS.special_offers), []),
  campaigns: withDefault(z.array(DATA_SECTIONS.campaigns), []),
  discount_codes: withDefault(z.array(DATA_SECTIONS.discount_codes), []),
  users: withDefault(z.array(DATA_SECTIONS.users), []),
  oauth_clients: withDefault(z.array(DATA_SECTIONS.oauth_clients), []),
  restock: withDefault(z.array(DATA_SECTIONS.restock), []),
});

export type OperatorData = z.output<typeof operatorDataSchema>;
export type ApiKeyEntry = z.output<typeof apiKeySchema>;
