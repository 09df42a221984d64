import { foldCode } from '../../catalog/codes/rules.ts';
import { getRows } from '../../../storage/table.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';
import { stockFigureOf } from '../../checkout/orders/sale-effects.ts';
import type { CountChange } from './contributions.ts';
import { countOnce, type CountedChange } from './count-changes.ts';
import { countedKey, resultKey, type ResultRow } from './rows.ts';

/** Sales with a discount code or a campaign. */
interface SalesResult {
  /** Number of orders of a code, or of gift cards of a campaign. */
  orders: number;
  /** Sum of the totals of a code's orders, or of the prices of a campaign's cards. Smallest currency unit. */
  minor: number;
}

export const NO_RESULT: SalesResult = { orders: 0, minor: 0 };

export const resultOfCode = (code: string): string => `discount#${foldCode(code)}`;
export const resultOfCampaign = (id: number): string => `campaign#${id}`;

/** Results by name; absent without sales. A sale is included within seconds. */
export const readResults = async (company: string, names: readonly string[]): Promise<Map<string, SalesResult>> => {
  const rows = await getRows(names.map((name) => resultKey(company, name)));
  return new Map(
    names.flatMap((name): [string, SalesResult][] => {
      const row = rows.get<ResultRow>(resultKey(company, name));
      return row ? [[name, { orders: row.orders ?? 0, minor: row.minor ?? 0 }]] : [];
    }),
  );
};

/** A committed change to an order. */
export interface OrderVersion {
  before: OrderRow | undefined;
  after: OrderRow;
}

/** Counts sales with a discount code or a campaign, each change once. Undone sales are subtracted. */
export const countResults = async (changes: readonly OrderVersion[]): Promise<void> =>
  countOnce(
    changes.flatMap(({ before, after }): CountedChange[] => {
      const bumps = [...bumpsOf(after, 1), ...(before ? bumpsOf(before, -1) : [])];
      return isZeroSum(bumps) ? [] : [{ marker: countedKey(after.pk, after.version), bumps }];
    }),
  );

const bumpsOf = (order: OrderRow, sign: 1 | -1): CountChange[] => {
  if (stockFigureOf(order) !== 'sold') return [];
  const { company, discount, amounts, lines } = order;
  const named: [string, SalesResult][] = [
    ...(discount ? [[resultOfCode(discount.code), { orders: 1, minor: amounts.total }] as [string, SalesResult]] : []),
    ...lines.flatMap((line): [string, SalesResult][] =>
      line.campaignId === undefined
        ? []
        : [[resultOfCampaign(line.campaignId), { orders: line.quantity, minor: line.subtotal - line.discount }]],
    ),
  ];
  return named.flatMap(([name, result]) =>
    (['orders', 'minor'] as const).map((attribute): CountChange => ({
      key: resultKey(company, name),
      type: 'result',
      attribute,
      by: sign * result[attribute],
    })),
  );
};

const isZeroSum = (bumps: readonly CountChange[]): boolean => {
  const sums = new Map<string, number>();
  for (const { key, attribute, by } of bumps) {
    const name = `${key.sk} ${attribute}`;
    sums.set(name, (sums.get(name) ?? 0) + by);
  }
  return [...sums.values()].every((sum) => sum === 0);
};
