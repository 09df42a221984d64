import { percentOf, splitByWeight } from '../../../platform/money.ts';
import { getRowsWithCommon } from '../../../storage/common-rows.ts';
import { companyKey, type CompanyRow } from '../../company/companies/rows.ts';
import { sharesOfMove } from './money-move-shares.ts';
import type { OrderCommission, OrderRow } from './rows.ts';

/** Price of the goods, without fees, postage and the free part of a value. Smallest unit. */
const baseOf = ({ amounts }: Pick<OrderRow, 'amounts'>): number => amounts.subtotal - amounts.discount;

/** Part of the goods that refunds cover, including the next one. Smallest unit. */
const refundedGoods = ({ allocated }: Pick<OrderRow, 'allocated'>): number =>
  (allocated?.items ?? []).reduce(
    (sum, { from, to, minor }) => sum + minor * (Math.abs(to - from) + 1),
    allocated?.rest ?? 0,
  );

/** The commission that refunds take back: that of the refunded goods, by largest remainder. */
const takenBack = ({ base, charged }: OrderCommission, refundedMinor: number): number => {
  const goods = Math.max(0, Math.min(base, refundedMinor));
  return splitByWeight(charged, [goods, base - goods])[0] ?? 0;
};

/** The commission of an order that is paid at a rate, per cent. */
const commissionAt = (order: Pick<OrderRow, 'amounts'>, percent: number): OrderCommission => {
  const base = baseOf(order);
  return { percent, base, charged: percentOf(base, percent), refunded: 0 };
};

/** The remaining commission. Smallest unit. */
export const commissionLeft = ({ charged, refunded }: OrderCommission): number => charged - refunded;

/** The newest movement of money states its purpose, and the commission that it took back or charged again. */
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
 * Adds the commission that a change leads to: charged at the rate at the time of payment (concurrent orders share one
 * read of the company for two seconds), taken back with refunded goods, and charged again when a refund fails later
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
