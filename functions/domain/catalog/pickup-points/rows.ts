import type { Key } from '../../../storage/table.ts';
import { companyPartition } from '../../company/companies/rows.ts';

/** Lookups that a company made in its running minute. */
export const lookupCountKey = (company: string): Key => ({ pk: companyPartition(company), sk: 'pickup-lookups' });

/** Lookups that the visitors of its shop made in their running minute. */
export const visitorLookupCountKey = (company: string): Key => ({
  pk: companyPartition(company),
  sk: 'visitor-pickup-lookups',
});
