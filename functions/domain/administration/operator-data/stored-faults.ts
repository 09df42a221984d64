import { management } from '../../../platform/messages/management.ts';
import { getRows } from '../../../storage/table.ts';
import { dormantCodeKey } from '../../catalog/products/campaigns/rows.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import { hasItems } from '../../value/items/has-items.ts';
import { listIssuedCodes } from '../../value/items/issued-codes.ts';
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

/** New codes of campaigns that an item already has. They could never be activated. */
export const itemCodeFaults = async ({ campaigns }: OperatorData): Promise<Fault[]> =>
  (await Promise.all(campaigns.flatMap((campaign, at) => [issuedCodes(campaign, at)]))).flat();

const issuedCodes = async ({ company, codes }: OperatorData['campaigns'][number], at: number): Promise<Fault[]> => {
  const stored = await getRows(
    codes.map((code) => dormantCodeKey(company, code)),
    { consistent: true },
  );
  const fresh = codes.filter((code) => !stored.get(dormantCodeKey(company, code)));
  const issued = await listIssuedCodes(company, fresh);
  return codes.flatMap((code, index) =>
    issued.has(code) ? [{ path: jsonPath(['campaigns', at, 'codes', index]), message: management('code_exists') }] : [],
  );
};
