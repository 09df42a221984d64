import { getRow } from '../../../storage/table.ts';
import { itemKey, type ItemRow } from './rows.ts';

/** The item of a code as it is now; undefined for an unknown code. Limits nothing, so no request may choose the code. */
export const currentItem = (company: string, code: string): Promise<ItemRow | undefined> =>
  getRow<ItemRow>(itemKey(company, code), { consistent: true });
