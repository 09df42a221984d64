import { notFound } from '../../../platform/errors.ts';
import { getRow } from '../../../storage/table.ts';
import { companyKey, type CompanyRow } from './rows.ts';

/** Throws 404 for an unknown or inactive company. */
export const loadCompany = async (slug: string, options = { consistent: true }): Promise<CompanyRow> => {
  const company = await getRow<CompanyRow>(companyKey(slug), options);
  if (!company?.active) throw notFound('company');
  return company;
};
