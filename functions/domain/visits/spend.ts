import { spendRate } from '../../storage/rate-window.ts';
import { visitsKey } from './rows.ts';

/** Far beyond what a household does at an on-sale, and soon reached by a script. */
export const VIEWS_PER_MINUTE = 300;
export const ORDERS_PER_MINUTE = 20;
const MINUTE_MS = 60_000;

export interface Visitor {
  company: string;
  address: string;
}

/** Counts a view of a company's page. Throws `RateExceeded`. */
export const spendView = ({ company, address }: Visitor): Promise<void> =>
  spendRate({ key: visitsKey(company, address, 'views'), most: VIEWS_PER_MINUTE, windowMs: MINUTE_MS });

/** Counts an order. Throws `RateExceeded`. */
export const spendOrder = ({ company, address }: Visitor): Promise<void> =>
  spendRate({ key: visitsKey(company, address, 'orders'), most: ORDERS_PER_MINUTE, windowMs: MINUTE_MS });
