import { getRow } from '../../../storage/table.ts';
import { recountKey, type BookRecountRow } from './rows.ts';

/** The recount of a company that has not finished; undefined when there is none. */
export const readRecount = (company: string): Promise<BookRecountRow | undefined> =>
  getRow<BookRecountRow>(recountKey(company));
