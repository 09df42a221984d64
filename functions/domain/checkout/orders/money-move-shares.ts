import { splitByWeight } from '../../../platform/money.ts';
import { allocationFrom } from '../allocation/runs.ts';
import { partsOf } from './parts.ts';
import type { MoneyMove, OrderRow } from './rows.ts';

interface Allocation {
  fees: number;
  shipping: number;
  lines: number[];
  /** Number of withdrawn items of each line without a price. */
  freeItems: number[];
}

const pricesOf = ({ lines }: OrderRow): number[] => lines.map(({ subtotal, discount }) => subtotal - discount);

/** Totals of refunds: fees, postage, and the goods of each line. Smallest currency unit. */
const allocationOf = (order: OrderRow): Allocation => {
  const { fees, shipping, items } = allocationFrom(order.allocated, partsOf(order).items.length);
  const lineOfItem = order.lines.flatMap(({ itemCount }, line) => Array.from({ length: itemCount }, () => line));
  const prices = pricesOf(order);
  const lines = order.lines.map(() => 0);
  const freeItems = order.lines.map(() => 0);
  for (const [seq, { minor, whole }] of items.entries()) {
    const line = lineOfItem[seq] ?? 0;
    lines[line] = (lines[line] ?? 0) + minor;
    if (whole && prices[line] === 0) freeItems[line] = (freeItems[line] ?? 0) + 1;
  }
  return { fees, shipping, lines, freeItems };
};

/**
 * Refunded money that is not allocated to a part of the order, by line. Splits a positive rest over goods that are not
 * refunded yet, and a negative rest (after failed refunds) over refunded goods. Depends only on the totals, so that
 * nothing remains after a full refund.
 */
const unallocatedOf = (order: OrderRow, allocation: Allocation, moved: number): number[] => {
  const { fees, shipping, lines } = allocation;
  const unallocatedMinor = moved - fees - shipping - lines.reduce((sum, minor) => sum + minor, 0);
  const prices = pricesOf(order);
  const open = prices.map((price, line) =>
    Math.max(0, unallocatedMinor < 0 ? (lines[line] ?? 0) : price - (lines[line] ?? 0)),
  );
  const weights = [open, prices].find((each) => each.some((weight) => weight > 0)) ?? prices.map(() => 1);
  return splitByWeight(Math.abs(unallocatedMinor), weights).map((share) => Math.sign(unallocatedMinor) * share);
};

/**
 * Allocation of a movement of money for reports: fees, postage, and the rest by line. The parts add up to the amount.
 * Items without a price have no share of it, so `freeItems` has their number.
 */
export const sharesOfMove = (
  before: OrderRow,
  after: OrderRow,
  { gateway, cards = 0 }: MoneyMove,
): Pick<MoneyMove, 'fees' | 'shipping' | 'goods' | 'freeItems'> => {
  const [then, now] = [allocationOf(before), allocationOf(after)];
  const moved = (before.payment.moves ?? []).reduce((sum, move) => sum + move.gateway + (move.cards ?? 0), 0);
  const [restThen, restNow] = [unallocatedOf(before, then, moved), unallocatedOf(after, now, moved + gateway + cards)];
  const goodsOf = (line: number): number =>
    (now.lines[line] ?? 0) - (then.lines[line] ?? 0) + (restNow[line] ?? 0) - (restThen[line] ?? 0);
  const counted = (line: number): number =>
    (before.payment.moves ?? []).reduce((sum, move) => sum + (move.freeItems?.[line] ?? 0), 0);
  // A failed refund subtracts at most the items that earlier movements counted. Movements recorded by an older release
  // have no count.
  const freeItems = now.freeItems.map((count, line) =>
    Math.max(count - (then.freeItems[line] ?? 0), 0 - counted(line)),
  );
  return {
    fees: now.fees - then.fees,
    shipping: now.shipping - then.shipping,
    goods: after.lines.map((_, line) => goodsOf(line)),
    ...(freeItems.some((count) => count !== 0) ? { freeItems } : {}),
  };
};
