import type { Key, Row } from '../../storage/table.ts';
import type { Campaign, Company } from '../operator-data/schema.ts';

/** A company with its settings, as the operator data file names them, and its campaigns without their codes. */
export interface CompanyRow extends Row, Company {
  type: 'company';
  campaigns: Omit<Campaign, 'codes' | 'company'>[];
}

export const companyPartition = (slug: string): string => `COMPANY#${slug}`;

export const companyKey = (slug: string): Key => ({ pk: companyPartition(slug), sk: 'company' });
