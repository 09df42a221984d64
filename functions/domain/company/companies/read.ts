import { notFound } from '../../../platform/errors.ts';
import { getRow } from '../../../storage/table.ts';
import { companyKey, type CompanyRow } from './rows.ts';
import { presentCompany } from './present.ts';

/** A company for which the key may act. Throws 404 for any other company, and for an inactive one. */
export const readCompany = async (permitted: readonly string[], slug: string): Promise<object> => {
  if (!permitted.includes(slug)) throw notFound('company');
  const row = await getRow<CompanyRow>(companyKey(slug));
  if (!row?.active) throw notFound('company');
  return presentCompany(row);
};
