import type { CompanyRow } from './rows.ts';

/** A company as the API returns it: identity, currency, language and time zone, without its contract. */
export const presentCompany = (row: CompanyRow): object => ({
  id: row.slug,
  object: 'company',
  slug: row.slug,
  name: row.name,
  vat_number: row.vat_number ?? null,
  address: row.address
    ? {
        street: row.address.street,
        postcode: row.address.postcode,
        city: row.address.city,
        country: row.address.country,
      }
    : null,
  currency: row.currency,
  language: row.language,
  time_zone: row.time_zone,
});
