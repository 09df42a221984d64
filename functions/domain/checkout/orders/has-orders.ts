import { queryPage } from '../../../storage/table.ts';
import { ordersInState, ordersOf } from './rows.ts';
import { OCCURRING_STATES } from './states.ts';

/** Whether a company has any order, paid or not. */
export const hasOrders = async (company: string): Promise<boolean> =>
  (await queryPage({ ...ordersOf(company), limit: 1 })).rows.length > 0;

/** Whether a company has an order that is paid, fulfilled or refunded in full. */
export const hasPaidOrders = async (company: string): Promise<boolean> => {
  const states = OCCURRING_STATES.filter(
    ([status, payment]) => status === 'paid' || status === 'fulfilled' || payment === 'refunded',
  );
  const pages = await Promise.all(
    states.map(([status, payment]) => queryPage({ ...ordersInState(company, status, payment), limit: 1 })),
  );
  return pages.some(({ rows }) => rows.length > 0);
};
