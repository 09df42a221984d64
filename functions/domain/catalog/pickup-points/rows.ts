import type { Key } from '../../../storage/table.ts';
import { companyPartition } from '../../company/companies/rows.ts';

/** Lookups of a company in the current minute. */
export const lookupCountKey = (company: string): Key => ({ pk: companyPartition(company), sk: 'pickup-lookups' });

/** Lookups of its shop's visitors in the current minute. */
export const visitorLookupCountKey = (company: string): Key => ({
  pk: companyPartition(company),
  sk: 'visitor-pickup-lookups',
});
