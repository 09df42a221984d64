import { getRows } from '../../../storage/table.ts';
import { everyCompany } from './every-company.ts';
import { companyKey, type CompanyRow } from './rows.ts';

/** Currencies in which companies take payments at the gateway, three upper-case letters each; for commands of operators. */
export const currenciesSold = async (): Promise<string[]> => {
  const keys = (await everyCompany()).map(companyKey);
  const rows = await getRows(keys);
  const sold = keys.flatMap((key) => {
    const company = rows.get<CompanyRow>(key);
    return company?.contract.checkout ? [company.currency] : [];
  });
  return [...new Set(sold)].toSorted();
};
