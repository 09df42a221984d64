import { notFound } from '../../../platform/errors.ts';
import { getRow } from '../../../storage/table.ts';
import { companyKey, type CompanyRow } from '../companies/rows.ts';
import { brandOf, type Brand } from './rules.ts';

/** The company whose brand is requested. Throws 404 for an unknown or inactive one. */
export const readBranded = async (slug: string): Promise<CompanyRow> => {
  const company = await getRow<CompanyRow>(companyKey(slug), { consistent: true });
  if (!company?.active) throw notFound('company');
  return company;
};

/** The brand of a company, for public pages; undefined for an unknown company. */
export const brandOfSlug = async (slug: string): Promise<Brand | undefined> => {
  const company = await getRow<CompanyRow>(companyKey(slug), { consistent: true });
  return company?.active ? brandOf(company) : undefined;
};
