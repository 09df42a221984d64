import { management } from '../../../platform/messages/management.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import { hasItems } from '../../value/items/has-items.ts';
import { hasOrders } from '../../checkout/orders/has-orders.ts';
import { passwordFault } from '../../company/users/manage-rules.ts';
import { jsonPath, type Fault } from './faults.ts';
import type { OperatorData } from './schema.ts';

const NO_PASSWORD = 'This member is required, unless the user has an email and is invited.';

/** Passwords that the desk would reject, and users that could never sign in. */
export const passwordFaults = ({ users }: OperatorData): Fault[] =>
  users.flatMap(({ username, password, email }, at) => {
    if (password === undefined && email !== undefined) return [];
    const message = password === undefined ? NO_PASSWORD : passwordFault(password, username);
    return message === undefined ? [] : [{ path: jsonPath(['users', at, 'password']), message }];
  });

/** Changed currencies of companies with orders or items, whose amounts are stored without a currency. */
export const currencyFaults = async (
  { companies }: OperatorData,
  stored: ReadonlyMap<string, CompanyRow>,
): Promise<Fault[]> => {
  // Invalid entries are array holes, which flatMap skips.
  const faults = companies.flatMap(({ slug, currency }, at) => {
    const before = stored.get(slug)?.currency;
    return before === undefined || before === currency ? [] : [changedCurrency(slug, before, at)];
  });
  return (await Promise.all(faults)).flat();
};

const changedCurrency = async (slug: string, before: string, at: number): Promise<Fault[]> => {
  if (!(await hasOrders(slug)) && !(await hasItems(slug))) return [];
  const message = management('currency_in_use', { currency: before });
  return [{ path: jsonPath(['companies', at, 'currency']), message }];
};
