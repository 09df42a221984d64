import { splitByWeight } from '../../../platform/money.ts';
import { allocationFrom } from '../allocation/runs.ts';
import { partsOf } from './parts.ts';
import type { MoneyMove, OrderRow } from './rows.ts';

interface Allocation {
  fees: number;
  shipping: number;
  lines: number[];
}

/** Totals of refunds: fees, postage, and the goods of each line. Smallest unit. */
const allocationOf = (order: OrderRow): Allocation => {
  const { fees, shipping, items } = allocationFrom(order.allocated, partsOf(order).items.length);
  const lineOfItem = order.lines.flatMap(({ itemCount }, line) => Array.from({ length: itemCount }, () => line));
  const lines = order.lines.map(() => 0);
  for (const [seq, { minor }] of items.entries()) {
    const line = lineOfItem[seq] ?? 0;
    lines[line] = (lines[line] ?? 0) + minor;
  }
  return { fees, shipping, lines };
};

/**
 * Allocation of a movement of money for reports: fees, postage, and the rest by line. Money that the next refund will
 * use is split over the lines by price. The parts add up to the amount.
 */
export const sharesOfMove = (
  before: OrderRow,
  after: OrderRow,
  { gateway, cards = 0 }: MoneyMove,
): Required<Pick<MoneyMove, 'fees' | 'shipping' | 'goods'>> => {
  const [then, now] = [allocationOf(before), allocationOf(after)];
  const fees = now.fees - then.fees;
  const shipping = now.shipping - then.shipping;
  const named = now.lines.map((minor, line) => minor - (then.lines[line] ?? 0));
  const rest = gateway + cards - fees - shipping - named.reduce((sum, minor) => sum + minor, 0);
  const weights = after.lines.map(({ subtotal, discount }) => subtotal - discount);
  const isFree = weights.every((weight) => weight === 0);
  const shares = splitByWeight(Math.abs(rest), isFree ? weights.map(() => 1) : weights);
  return { fees, shipping, goods: named.map((minor, line) => minor + Math.sign(rest) * (shares[line] ?? 0)) };
};
