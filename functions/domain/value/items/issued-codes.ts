import { getRows } from '../../../storage/table.ts';
import { itemKey } from './rows.ts';

/** Returns the codes that belong to items of the company. */
export const listIssuedCodes = async (company: string, codes: readonly string[]): Promise<Set<string>> => {
  const rows = await getRows(
    codes.map((code) => itemKey(company, code)),
    { consistent: true },
  );
  return new Set(codes.filter((code) => rows.get(itemKey(company, code))));
};
