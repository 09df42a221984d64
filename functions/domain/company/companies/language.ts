import { notFound } from '../../../platform/errors.ts';
import { getRow } from '../../../storage/table.ts';
import { companyKey, type CompanyRow } from './rows.ts';

/** The language of a company, in which its files are written. Throws 404. */
export const languageOfCompany = async (slug: string): Promise<string> => {
  const company = await getRow<CompanyRow>(companyKey(slug));
  if (!company) throw notFound('company');
  return company.language;
};
