import { queryPage } from '../../../storage/table.ts';
import { itemsOf } from './rows.ts';

/** Whether a company has any item. */
export const hasItems = async (company: string): Promise<boolean> =>
  (await queryPage({ ...itemsOf(company), limit: 1 })).rows.length > 0;
