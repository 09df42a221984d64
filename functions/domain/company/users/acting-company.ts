import { notFound } from '../../../platform/errors.ts';
import { getRow } from '../../../storage/table.ts';
import { companyKey, type CompanyRow } from '../companies/rows.ts';
import type { SignedIn } from './sign-in.ts';

/**
 * The company for which a user acts: the user's own company, or, for a user of an agency, an active assigned company.
 * Throws 404 for any other company (lib/reference/v1.md#rights).
 */
export const actingCompany = async (
  { user, company }: SignedIn,
  requested: string | undefined,
): Promise<CompanyRow> => {
  if (requested === undefined || requested === '' || requested === company.slug) return company;
  if (!user.agency || !company.assigned.includes(requested)) throw notFound('company');
  const acting = await getRow<CompanyRow>(companyKey(requested));
  if (!acting?.active) throw notFound('company');
  return acting;
};
