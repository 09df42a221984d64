import { vatPercentOf } from '../../catalog/products/vat.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';

/** Members that a company can change itself. */
export const OWN_SETTINGS: ReadonlySet<string> = new Set([
  'name',
  'vat_number',
  'address',
  'currency',
  'language',
  'time_zone',
  'contact',
  'terms',
  'hide_prices',
  'reminders',
  'defaults',
  'claim_expired',
  'vat_percent',
  'breakage_after_days',
  'delivery',
  'greeting',
]);

/** Members that only operators, and system administrators at the desk, can change. */
export const OPERATOR_SETTINGS: ReadonlySet<string> = new Set([
  'slug',
  'active',
  'contract',
  'approved_urls',
  'parent',
  'assigned',
  'vendor',
]);

/** Absent members are null. */
const withNulls = <Name extends string>(
  record: Partial<Record<Name, unknown>>,
  names: readonly Name[],
): Record<Name, unknown> =>
  Object.fromEntries(names.map((name) => [name, record[name] ?? null])) as Record<Name, unknown>;

const presentTerms = (terms: CompanyRow['terms']) =>
  terms ? withNulls(terms, ['url', 'html', 'languages', 'families']) : null;

const presentDelivery = ({ recipient_email, sender_email, postal }: CompanyRow['delivery']) => ({
  recipient_email: { available: recipient_email.available },
  sender_email: { available: sender_email.available },
  postal: postal
    ? {
        carrier: postal.carrier,
        phone_required: postal.phone_required,
        destinations: postal.destinations.map((each) =>
          withNulls(each, ['country', 'private', 'collection', 'company']),
        ),
        extra_card: postal.extra_card,
        priorities: postal.priorities.map((each) =>
          withNulls(each, ['id', 'label', 'description', 'price_per_card', 'default']),
        ),
      }
    : null,
});

const presentContract = (contract: CompanyRow['contract']) => ({
  ...contract,
  commission_percent: contract.commission_percent ?? null,
});

/** Settings of a company: the members of operator data. Absent members have their default, or are null. */
export const presentSettings = (row: CompanyRow) => ({
  object: 'company_settings' as const,
  slug: row.slug,
  name: row.name,
  vat_number: row.vat_number ?? null,
  address: row.address ? withNulls(row.address, ['street', 'postcode', 'city', 'country']) : null,
  currency: row.currency,
  language: row.language,
  time_zone: row.time_zone,
  contact: row.contact ? withNulls(row.contact, ['phone', 'email', 'web', 'redeem_at']) : null,
  terms: presentTerms(row.terms),
  hide_prices: row.hide_prices ?? [],
  reminders: row.reminders ?? true,
  defaults: withNulls(row.defaults, ['sender_name', 'no_reply_email']),
  claim_expired: row.claim_expired ?? null,
  vat_percent: vatPercentOf(row),
  breakage_after_days: row.breakage_after_days ?? null,
  delivery: presentDelivery(row.delivery),
  greeting: {
    max_length: row.greeting.max_length,
    designs: row.greeting.designs.map(({ id, name, url }) => ({ id, name, url })),
    amount_images: row.greeting.amount_images,
  },
  contract: presentContract(row.contract),
  approved_urls: row.approved_urls,
  parent: row.parent ?? null,
  assigned: row.assigned,
  vendor: row.vendor ? withNulls(row.vendor, ['name', 'base_url', 'prefix']) : null,
});

export type CompanySettings = ReturnType<typeof presentSettings>;
