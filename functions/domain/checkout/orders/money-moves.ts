import type { Plan } from '../allocation/allocation.ts';
import { splitByWeight } from '../../../platform/money.ts';
import type { MoneyMove, OrderPayment, OrderRow } from './rows.ts';

type LinesAndAmounts = Pick<OrderRow, 'lines' | 'amounts'>;

/** Price of each line with fees, without postage; 1 each for a free order. Smallest currency unit. */
export const lineWeights = ({ lines }: Pick<OrderRow, 'lines'>): number[] => {
  const weights = lines.map(({ subtotal, discount, fees }) => subtotal - discount + fees);
  return weights.every((weight) => weight === 0) ? weights.map(() => 1) : weights;
};

/**
 * Splits an amount over the order lines by their prices, by largest remainder. The shares add up to the amount, even if
 * it exceeds the total price.
 */
export const overLines = (order: Pick<OrderRow, 'lines'>, minor: number): number[] => {
  const weights = lineWeights(order);
  return minor < 0 ? splitByWeight(-minor, weights).map((share) => -share) : splitByWeight(minor, weights);
};

/** Refunded money by order line: the plan's items by their lines, the rest by price. */
const refundByLine = (order: LinesAndAmounts, plan: Plan, minor: number): number[] => {
  const lineOfItem = order.lines.flatMap(({ itemCount }, line) => Array.from({ length: itemCount }, () => line));
  const named = order.lines.map(() => 0);
  for (const portion of plan.portions) {
    if (portion.part !== 'item') continue;
    const line = lineOfItem[portion.seq] ?? 0;
    named[line] = (named[line] ?? 0) + portion.minor;
  }
  const sum = named.reduce((total, each) => total + each, 0);
  if (sum > minor) return splitByWeight(minor, named);
  const remainingShares = overLines(order, minor - sum);
  return named.map((each, line) => each + (remainingShares[line] ?? 0));
};

/** The payment with one more movement of money. */
export const withMove = (
  order: LinesAndAmounts,
  payment: OrderPayment,
  move: Pick<MoneyMove, 'kind' | 'atMs' | 'gateway'> & { cards: number; notReturned: number; plan: Plan },
): OrderPayment => {
  const { kind, atMs, gateway, cards, notReturned, plan } = move;
  const minor = gateway + cards;
  if (gateway === 0 && cards === 0) return payment;
  const byLine = (): number[] =>
    minor < 0 ? refundByLine(order, plan, -minor).map((share) => -share) : refundByLine(order, plan, minor);
  const entry: MoneyMove = {
    kind,
    atMs,
    gateway,
    ...(cards === 0 ? {} : { cards }),
    ...(notReturned === 0 ? {} : { notReturned }),
    ...(order.lines.length > 1 ? { lines: byLine() } : {}),
  };
  return { ...payment, moves: [...(payment.moves ?? []), entry] };
};
