import { percentOf, splitByWeight } from '../../../platform/money.ts';
import { getRowsWithCommon } from '../../../storage/common-rows.ts';
import { companyKey, type CompanyRow } from '../../company/companies/rows.ts';
import { sharesOfMove } from './money-move-shares.ts';
import type { OrderCommission, OrderRow } from './rows.ts';

/** Price of the goods, without fees, postage or value that a campaign adds for free. Smallest currency unit. */
const baseOf = ({ amounts }: Pick<OrderRow, 'amounts'>): number => amounts.subtotal - amounts.discount;

/** Price of the refunded goods, including refunded money that is not allocated yet. Smallest currency unit. */
const refundedGoods = ({ allocated }: Pick<OrderRow, 'allocated'>): number =>
  (allocated?.items ?? []).reduce(
    (sum, { from, to, minor }) => sum + minor * (Math.abs(to - from) + 1),
    allocated?.rest ?? 0,
  );

/** The commission on the refunded goods, by largest remainder. */
const takenBack = ({ base, charged }: OrderCommission, refundedMinor: number): number => {
  const goods = Math.max(0, Math.min(base, refundedMinor));
  return splitByWeight(charged, [goods, base - goods])[0] ?? 0;
};

/** The commission of a paid order, at a rate in percent. */
const commissionAt = (order: Pick<OrderRow, 'amounts'>, percent: number): OrderCommission => {
  const base = baseOf(order);
  return { percent, base, charged: percentOf(base, percent), refunded: 0 };
};

/** The remaining commission. Smallest currency unit. */
export const commissionLeft = ({ charged, refunded }: OrderCommission): number => charged - refunded;

/**
 * Adds to the newest movement of money its shares of fees, shipping and goods, and the commission that it returns or
 * charges again.
 */
const withDetails = (before: OrderRow, after: OrderRow, commission: number): OrderRow => {
  const { moves = [] } = after.payment;
  if (moves.length <= (before.payment.moves?.length ?? 0)) return after;
  const detailed = moves.map((move, at) =>
    at < moves.length - 1
      ? move
      : { ...move, ...sharesOfMove(before, after, move), ...(commission === 0 ? {} : { commission }) },
  );
  return { ...after, payment: { ...after.payment, moves: detailed } };
};

/**
 * Adds the commission that results from a change. It is charged on payment at the current rate (concurrent orders share
 * a read of the company for two seconds), returned with refunded goods, and charged again if a refund fails later
 * (lib/reference/orders.md#commission).
 */
export const withCommission = async (before: OrderRow, after: OrderRow): Promise<OrderRow> => {
  const { commission } = after;
  if (!commission) {
    if (after.payment.capturedAtMs === undefined) return after;
    const key = companyKey(after.company);
    const company = (await getRowsWithCommon([], [key], { isUnderLoad: true })).get<CompanyRow>(key);
    return { ...after, commission: commissionAt(after, company?.contract.commission_percent ?? 0) };
  }
  const refunded = takenBack(commission, refundedGoods(after));
  return withDetails(before, { ...after, commission: { ...commission, refunded } }, refunded - commission.refunded);
};
