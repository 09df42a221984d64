import { getRow } from '../../../storage/table.ts';
import { recountKey, type BookRecountRow } from './rows.ts';

/** The unfinished recount of a company, if any. */
export const findRecount = (company: string): Promise<BookRecountRow | undefined> =>
  getRow<BookRecountRow>(recountKey(company));
