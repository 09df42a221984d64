import { getRow } from '../../../storage/table.ts';
import { itemKey, type ItemRow } from './rows.ts';

/**
 * The current item of a code; undefined for an unknown code. Not rate-limited, so it must not be used for codes from
 * requests.
 */
export const currentItem = (company: string, code: string): Promise<ItemRow | undefined> =>
  getRow<ItemRow>(itemKey(company, code), { consistent: true });
