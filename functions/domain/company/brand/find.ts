import { getRow } from '../../../storage/table.ts';
import { companyKey, type CompanyRow } from '../companies/rows.ts';
import { brandOf, type Brand } from './rules.ts';

/** The brand of a company, for public pages; undefined for an unknown or inactive company. */
export const findBrand = async (slug: string): Promise<Brand | undefined> => {
  const company = await getRow<CompanyRow>(companyKey(slug), { consistent: true });
  return company?.active ? brandOf(company) : undefined;
};
