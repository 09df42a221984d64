import { OpsError } from './command.ts';

/** The given company. Throws for an unknown company, because an empty result would look like a success. */
export const requireCompany = async (company: string): Promise<string> => {
  const [{ companyKey }, { getRow }] = await Promise.all([
    import('../../functions/domain/company/companies/rows.ts'),
    import('../../functions/storage/table.ts'),
  ]);
  if (!(await getRow(companyKey(company)))) throw new OpsError(`There is no company ${company}.`);
  return company;
};

/** The given company, or all companies by default. */
export const selectCompanies = async (company: string | undefined): Promise<readonly string[]> => {
  if (company !== undefined) return [await requireCompany(company)];
  const { everyCompany } = await import('../../functions/domain/company/companies/every-company.ts');
  return everyCompany();
};
