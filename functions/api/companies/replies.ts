import { COMPANY_GATEWAYS, PAYMENT_METHODS } from '../../platform/payment-methods.ts';
import * as z from 'zod/mini';
import { ACCOUNT_NAMES } from '../../domain/company/settings/accounts-schema.ts';
import { SETUP_STEPS } from '../../domain/administration/companies/setup-texts.ts';

const minor = z.int().check(z.gte(0));
const text = z.nullable(z.string());
const available = z.strictObject({ available: z.boolean() });
const byLanguage = z.nullable(z.record(z.string(), z.strictObject({ html: z.string() })));

const postal = z.strictObject({
  carrier: z.enum(['courier', 'own_post']),
  phone_required: z.boolean(),
  destinations: z.array(
    z.strictObject({
      country: z.string(),
      private: z.nullable(minor),
      collection: z.nullable(minor),
      company: z.nullable(minor),
    }),
  ),
  extra_card: minor,
  priorities: z.array(
    z.strictObject({ id: z.int(), label: z.string(), description: text, price_per_card: minor, default: z.boolean() }),
  ),
});

const families = z.enum(['gift_card', 'gift_card_variant', 'event_ticket', 'special_offer']);

/** Responses of the routes for settings and set-up. */
export const companyReplies = {
  CompanySettings: z.strictObject({
    object: z.literal('company_settings'),
    slug: z.string(),
    name: z.string(),
    vat_number: text,
    address: z.nullable(
      z.strictObject({ street: z.string(), postcode: z.string(), city: z.string(), country: z.string() }),
    ),
    currency: z.string(),
    language: z.string(),
    time_zone: z.string(),
    contact: z.nullable(z.strictObject({ phone: text, email: text, web: text, redeem_at: text })),
    terms: z.nullable(
      z.strictObject({
        url: text,
        html: text,
        languages: byLanguage,
        families: z.nullable(
          z.partialRecord(
            families,
            z.strictObject({ html: z.optional(z.string()), languages: z.optional(byLanguage) }),
          ),
        ),
      }),
    ),
    hide_prices: z.array(families),
    reminders: z.boolean(),
    defaults: z.strictObject({ sender_name: text, no_reply_email: text }),
    claim_expired: z.nullable(z.int()),
    vat_percent: z.number(),
    breakage_after_days: z.nullable(z.int()),
    delivery: z.strictObject({
      recipient_email: available,
      sender_email: available,
      postal: z.nullable(postal),
    }),
    greeting: z.strictObject({
      max_length: z.int(),
      designs: z.array(z.strictObject({ id: z.int(), name: z.string(), url: z.string() })),
      amount_images: z.array(z.unknown()),
    }),
    contract: z.strictObject({
      checkout: z.boolean(),
      invoice_settlement: z.boolean(),
      settlement_modes: z.array(z.string()),
      commission_percent: z.nullable(z.number()),
      payment_methods: z.array(z.enum(PAYMENT_METHODS)),
      gateway: z.enum(COMPANY_GATEWAYS),
    }),
    approved_urls: z.array(z.string()),
    parent: text,
    assigned: z.array(z.string()),
    vendor: z.nullable(z.strictObject({ name: z.string(), base_url: z.string(), prefix: z.string() })),
  }),
  Accounts: z.strictObject({
    object: z.literal('accounts'),
    ...(Object.fromEntries(ACCOUNT_NAMES.map((name) => [name, text])) as Record<
      (typeof ACCOUNT_NAMES)[number],
      typeof text
    >),
    revenue: z.array(z.strictObject({ vat_rate: z.number(), account: z.string() })),
    vat: z.array(z.strictObject({ vat_rate: z.number(), account: z.string() })),
  }),
  Setup: z.strictObject({
    object: z.literal('setup'),
    ready: z.boolean(),
    steps: z.array(
      z.strictObject({
        id: z.enum(SETUP_STEPS),
        done: z.boolean(),
        required: z.boolean(),
        title: z.string(),
        url: z.string(),
      }),
    ),
  }),
};
