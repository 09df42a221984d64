import { queryPage } from '../../../storage/table.ts';
import { ordersOf } from './rows.ts';

/** Whether a company has an order, paid or not. */
export const hasOrders = async (company: string): Promise<boolean> =>
  (await queryPage({ ...ordersOf(company), limit: 1 })).rows.length > 0;
