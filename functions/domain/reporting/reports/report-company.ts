import { notFound } from '../../../platform/errors.ts';
import { getRow } from '../../../storage/table.ts';
import { companyKey, type CompanyRow } from '../../company/companies/rows.ts';

/** The company of a report. Throws 404 for an unknown slug. */
export const loadReportCompany = async (slug: string, options = { consistent: false }): Promise<CompanyRow> => {
  const row = await getRow<CompanyRow>(companyKey(slug), options);
  if (!row) throw notFound('company');
  return row;
};
