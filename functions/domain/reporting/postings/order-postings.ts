import { splitByWeight } from '../../../platform/money.ts';
import { paidCards, paidMinor } from '../../checkout/orders/gift-cards.ts';
import type { MoneyMove, OrderRow } from '../../checkout/orders/rows.ts';
import type { OrderLine } from '../../catalog/products/line-shape.ts';
import type { OrderEventName, OrderMoney, Posting, PostingLine } from './rows.ts';

const isMultiPurpose = ({ vatTreatment }: OrderLine): boolean => vatTreatment === 'multi_purpose';
const paidFor = ({ subtotal, discount }: OrderLine): number => subtotal - discount;
const worthOf = ({ itemValue, itemCount }: OrderLine): number => itemValue * itemCount;

/** The part of an amount that belongs to the first `doneMinor` of `wholeMinor`. */
const partUpTo = (minor: number, doneMinor: number, wholeMinor: number): number => {
  if (wholeMinor <= 0) return 0;
  const done = Math.max(0, Math.min(doneMinor, wholeMinor));
  const share = splitByWeight(Math.abs(minor), [done, wholeMinor - done])[0] ?? 0;
  return Math.sign(minor) * share;
};

/** VAT contained in fees and postage. */
const chargesVat = ({ amounts }: OrderRow): { fees: number; shipping: number } => {
  const [fees = 0, shipping = 0] = splitByWeight(amounts.tax, [amounts.fees, amounts.shipping]);
  return { fees, shipping };
};

/** The commission is booked against the gateway. Positive: charged. */
const commissionLines = (minor: number): PostingLine[] => [
  ['commission', minor],
  ['gateway', -minor],
];

const goodsLines = (line: OrderLine): PostingLine[] => {
  const paid = paidFor(line);
  if (isMultiPurpose(line)) {
    return [
      ['liability', -worthOf(line)],
      ['discount', worthOf(line) - paid],
    ];
  }
  return [
    ['revenue', line.vat - paid, line.vatPercent],
    ['vat', -line.vat, line.vatPercent],
  ];
};

/** Lines of a sale: the payment, against liability or revenue, fees and postage without VAT, and VAT. */
const saleLines = (order: OrderRow): PostingLine[] => {
  const { amounts, payment, lines, commission } = order;
  const cards = paidCards(payment).reduce((sum, { amount }) => sum + amount, 0);
  const vat = chargesVat(order);
  return [
    [payment.gateway === 'settlement' ? 'receivables' : 'gateway', amounts.total - cards],
    ['liability', cards],
    ...lines.flatMap(goodsLines),
    ['fees', vat.fees - amounts.fees],
    ['postage', vat.shipping - amounts.shipping],
    ['vat', -amounts.tax, amounts.tax_percent],
    ...commissionLines(commission?.charged ?? 0),
  ];
};

interface MoveTotals {
  fees: number;
  shipping: number;
  goods: readonly number[];
}

const NOTHING = (order: OrderRow): MoveTotals => ({ fees: 0, shipping: 0, goods: order.lines.map(() => 0) });

const plus = (sum: MoveTotals, { fees = 0, shipping = 0, goods = [] }: MoneyMove): MoveTotals => ({
  fees: sum.fees + fees,
  shipping: sum.shipping + shipping,
  goods: sum.goods.map((minor, line) => minor + (goods[line] ?? 0)),
});

const movedBy = (moves: readonly MoneyMove[]): number =>
  moves.reduce((sum, { gateway, cards = 0 }) => sum + gateway + cards, 0);

/** Sums over the items that were issued before their order was refunded: multi-purpose value, in the smallest unit. */
export interface IssuedValue {
  minor: number;
  /** The part that lost disputes took. */
  disputedMinor: number;
}

/** An order, and sums over its items, which the order's row does not contain. */
interface PostedOrder {
  order: OrderRow;
  issued: IssuedValue;
}

const DISPUTE_KINDS = new Set<MoneyMove['kind']>(['dispute', 'won']);

export const hasLostDispute = ({ payment }: OrderRow): boolean =>
  (payment.moves ?? []).some(({ kind }) => kind === 'dispute');

/** Multi-purpose value of the goods to which the last movement of money applies, by line. */
const movedWorth = (order: OrderRow, moves: readonly MoneyMove[]): number[] => {
  const before = moves.slice(0, -1).reduce(plus, NOTHING(order));
  const { goods, freeItems } = { ...moves.at(-1) };
  return order.lines.map((line, at) => {
    if (!isMultiPurpose(line)) return 0;
    const upTo = (minor: number): number => partUpTo(worthOf(line), minor, paidFor(line));
    const then = before.goods[at] ?? 0;
    // Goods without a price have no share of the money.
    return upTo(then + (goods?.[at] ?? 0)) - upTo(then) + line.itemValue * (freeItems?.[at] ?? 0);
  });
};

const totalOf = (amounts: readonly number[]): number => amounts.reduce((total, minor) => total + minor, 0);

/** Multi-purpose value that movements have booked to disputes. */
const disputedWorth = (order: OrderRow, moves: readonly MoneyMove[]): number =>
  totalOf(
    moves.map(({ kind }, at) => (DISPUTE_KINDS.has(kind) ? totalOf(movedWorth(order, moves.slice(0, at + 1))) : 0)),
  );

/**
 * Clears the liability of an order that was refunded in full before it was issued completely, against the accounts to
 * which its refunds and disputes were booked. The withdrawal of its issued items clears their part, in both accounts.
 */
const neverIssued = ({ order, issued }: PostedOrder, moves: readonly MoneyMove[]): PostingLine[] => {
  const paid = paidMinor(order);
  const isReturned = order.returned === true && movedBy(moves) >= paid;
  if (!isReturned || moves.slice(0, -1).some((_, at) => movedBy(moves.slice(0, at + 1)) >= paid)) return [];
  const unissued = totalOf(order.lines.filter(isMultiPurpose).map(worthOf)) - issued.minor;
  const disputed = Math.max(0, Math.min(unissued, disputedWorth(order, moves) - issued.disputedMinor));
  return [
    ['liability', unissued],
    ['disputes', -disputed],
    ['adjustments', disputed - unissued],
  ];
};

/**
 * Lines of a movement of money. Withdrawn value is booked to adjustments, where the withdrawal of the items offsets it;
 * spent value that was repaid remains there. A lost dispute is a loss and does not reverse a sale, so it is booked to
 * disputes.
 */
const moveLines = (posted: PostedOrder, moves: readonly MoneyMove[]): PostingLine[] => {
  const { order } = posted;
  const move = moves.at(-1);
  if (!move) return [];
  const { cards = 0, notReturned = 0 } = move;
  const isDispute = DISPUTE_KINDS.has(move.kind);
  const against = isDispute ? 'disputes' : 'adjustments';
  const before = moves.slice(0, -1).reduce(plus, NOTHING(order));
  const after = plus(before, move);
  const { amounts, lines } = order;
  const vat = isDispute ? { fees: 0, shipping: 0 } : chargesVat(order);
  const between = (minor: number, whole: number, name: 'fees' | 'shipping'): number =>
    partUpTo(minor, after[name], whole) - partUpTo(minor, before[name], whole);
  const feesVat = between(vat.fees, amounts.fees, 'fees');
  const shippingVat = between(vat.shipping, amounts.shipping, 'shipping');
  const worths = movedWorth(order, moves);
  const goods = lines.flatMap((line, at): PostingLine[] => {
    const [then, now] = [before.goods[at] ?? 0, after.goods[at] ?? 0];
    if (isMultiPurpose(line)) {
      const worth = worths[at] ?? 0;
      return [
        [against, worth],
        ['discount', now - then - worth],
      ];
    }
    if (isDispute) return [['disputes', now - then]];
    const contained = partUpTo(line.vat, now, paidFor(line)) - partUpTo(line.vat, then, paidFor(line));
    return [
      ['revenue', now - then - contained, line.vatPercent],
      ['vat', contained, line.vatPercent],
    ];
  });
  const fees = after.fees - before.fees;
  const shipping = after.shipping - before.shipping;
  return [
    ...goods,
    [isDispute ? 'disputes' : 'fees', fees - feesVat],
    [isDispute ? 'disputes' : 'postage', shipping - shippingVat],
    ['vat', feesVat + shippingVat, amounts.tax_percent],
    ['gateway', -move.gateway],
    ['liability', notReturned - cards],
    ['adjustments', -notReturned],
    ...neverIssued(posted, moves),
    ...commissionLines(-(move.commission ?? 0)),
  ];
};

const EVENT_OF_MOVE: Record<MoneyMove['kind'], OrderEventName> = {
  refund: 'refunded',
  failed: 'refund_failed',
  dispute: 'dispute_lost',
  won: 'dispute_won',
};

const NO_MONEY = { gross: 0, discount: 0, fees: 0, shipping: 0, giftCards: 0, captured: 0, settled: 0, refunded: 0 };

const moneyOfSale = (order: OrderRow): OrderMoney => {
  const { amounts, payment, commission } = order;
  const giftCards = paidCards(payment).reduce((sum, { amount }) => sum + amount, 0);
  const isSettled = payment.gateway === 'settlement';
  return {
    orderId: order.id,
    gross: amounts.subtotal,
    discount: amounts.discount,
    fees: amounts.fees,
    shipping: amounts.shipping,
    giftCards,
    captured: isSettled ? 0 : amounts.total - giftCards,
    settled: isSettled ? amounts.total - giftCards : 0,
    refunded: 0,
    commission: commission?.charged ?? 0,
  };
};

/** Merges amounts of the same account and drops zeros. */
export const compact = (lines: readonly PostingLine[]): PostingLine[] => {
  const sums = new Map<string, PostingLine>();
  for (const [role, minor, rate] of lines) {
    const name = `${role} ${rate ?? ''}`;
    const sum = (sums.get(name)?.[1] ?? 0) + minor;
    sums.set(name, rate === undefined ? [role, sum] : [role, sum, rate]);
  }
  return [...sums.values()].filter(([, minor]) => minor !== 0);
};

/** The posting of an order's entry in the book. `place`: 0 for the payment, 1 for the first later movement of money. */
export const orderPosting = (posted: PostedOrder, at: string, place: number): Posting => {
  const { order } = posted;
  const { reference } = order;
  if (place === 0) {
    const event = order.payment.gateway === 'settlement' ? 'settled' : 'captured';
    return { at, event, reference, lines: compact(saleLines(order)), money: moneyOfSale(order) };
  }
  const moves = (order.payment.moves ?? []).slice(0, place);
  const move = moves.at(-1);
  return {
    at,
    event: EVENT_OF_MOVE[move?.kind ?? 'refund'],
    reference,
    lines: compact(moveLines(posted, moves)),
    money: {
      ...NO_MONEY,
      orderId: order.id,
      refunded: move?.gateway ?? 0,
      commission: -(move?.commission ?? 0),
    },
  };
};
