import { getRows } from '../../../storage/table.ts';
import { itemKey } from './rows.ts';

/** Those of the codes that items of the company have. */
export const listIssuedCodes = async (company: string, codes: readonly string[]): Promise<Set<string>> => {
  const rows = await getRows(
    codes.map((code) => itemKey(company, code)),
    { consistent: true },
  );
  return new Set(codes.filter((code) => rows.get(itemKey(company, code))));
};
