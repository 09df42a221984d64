import { companyPartition } from '../companies/rows.ts';
import type { Key, Row } from '../../storage/table.ts';

/** Lookups that a company made in its running minute. */
export interface LookupCountRow extends Row {
  type: 'lookup-count';
  windowStartMs: number;
  count: number;
}

export const lookupCountKey = (company: string): Key => ({ pk: companyPartition(company), sk: 'pickup-lookups' });
