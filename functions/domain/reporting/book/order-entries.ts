import { hasSpreadStock } from '../../catalog/stock/counters.ts';
import { splitByWeight } from '../../../platform/money.ts';
import { channelOfOrder } from '../../checkout/orders/channel-of-order.ts';
import { paidCards, paidMinor } from '../../checkout/orders/gift-cards.ts';
import { lineWeights, overLines } from '../../checkout/orders/money-moves.ts';
import type { MoneyMove, OrderRow } from '../../checkout/orders/rows.ts';
import type { Figures } from './figures.ts';
import { entryKey, entryPosition, type BookEntryRow, type EntryPart } from './rows.ts';

/** When an order was paid in full, by a gateway, a settlement or cards; undefined until then. */
export const paidAtMs = ({ payment, amounts }: OrderRow): number | undefined =>
  payment.capturedAtMs !== undefined && paidMinor({ payment }) === amounts.total ? payment.capturedAtMs : undefined;

/**
 * Entries of an order: its payment, and each later movement of money. Derived from the current row, independent of
 * entries written before.
 */
export const orderBookEntries = (order: OrderRow): BookEntryRow[] => {
  const atMs = paidAtMs(order);
  if (atMs === undefined) return [];
  const common = { type: 'book-entry', v: 1, company: order.company } as const;
  const onSale = hasSpreadStock(order.lines);
  const keyOf = (atMs: number, place: string) => entryKey(order.company, entryPosition(atMs, order.id, place), onSale);
  const channel = channelOfOrder(order);
  const sale: BookEntryRow = {
    ...common,
    ...keyOf(atMs, '0'),
    atMs,
    orders: 1,
    channel,
    parts: partsOfSale(order),
  };
  const moves = (order.payment.moves ?? []).map((move, at): BookEntryRow => ({
    ...common,
    ...keyOf(move.atMs, String(at + 1)),
    atMs: move.atMs,
    channel,
    parts: partsOfMove(order, move),
  }));
  return [sale, ...moves];
};

/** The entries that a change adds. */
export const newOrderEntries = (before: OrderRow | undefined, after: OrderRow): BookEntryRow[] => {
  const known = before && paidAtMs(before) !== undefined ? 1 + (before.payment.moves?.length ?? 0) : 0;
  return orderBookEntries(after).slice(known);
};

/** Figures of the lines, one part per product. */
const byProduct = (order: OrderRow, figuresOf: (line: number) => Figures): EntryPart[] => {
  const parts = new Map<string, EntryPart>();
  for (const [at, { family, productId }] of order.lines.entries()) {
    const part = parts.get(productId) ?? { family, product: productId, figures: {} };
    for (const [name, by] of Object.entries(figuresOf(at)) as [keyof Figures, number][]) {
      if (by !== 0) part.figures[name] = (part.figures[name] ?? 0) + by;
    }
    parts.set(productId, part);
  }
  return [...parts.values()];
};

const partsOfSale = (order: OrderRow): EntryPart[] => {
  const { lines, amounts, payment } = order;
  const shipping = overLines(order, amounts.shipping);
  const weights = lineWeights(order);
  const costs = weights.map((_, at) => {
    const line = lines[at];
    return line ? line.subtotal - line.discount + line.fees + (shipping[at] ?? 0) : 0;
  });
  const cards = splitByWeight(
    paidCards(payment).reduce((sum, { amount }) => sum + amount, 0),
    costs,
  );
  const commission = overGoods(order, order.commission?.charged ?? 0);
  const isSettled = payment.gateway === 'settlement';
  return byProduct(order, (at) => {
    const line = lines[at];
    if (!line) return {};
    return {
      items: line.itemCount,
      gross: line.subtotal,
      discount: line.discount,
      fees: line.fees,
      shipping: shipping[at] ?? 0,
      gift_cards: cards[at] ?? 0,
      captured: isSettled ? 0 : (costs[at] ?? 0) - (cards[at] ?? 0),
      settled: isSettled ? (costs[at] ?? 0) - (cards[at] ?? 0) : 0,
      commission: commission[at] ?? 0,
    };
  });
};

/** Splits a commission over the lines. It applies to goods, not to fees or shipping. */
const overGoods = ({ lines }: OrderRow, minor: number): number[] => {
  const shares = splitByWeight(
    Math.abs(minor),
    lines.map(({ subtotal, discount }) => subtotal - discount),
  );
  return shares.map((share) => Math.sign(minor) * share);
};

/**
 * Figures of a movement of money. Amounts returned to gift cards do not count as refunded: they were never captured.
 */
const partsOfMove = (order: OrderRow, move: MoneyMove): EntryPart[] => {
  const { gateway, cards = 0, lines } = move;
  // Only refunds return value to cards, so `gateway` is not negative here.
  const shares = lines && (cards === 0 ? lines : splitByWeight(gateway, lines));
  const commission = overGoods(order, -(move.commission ?? 0));
  const disputed = overLines(order, move.disputed ?? 0);
  const isOfDispute = move.kind === 'dispute' || move.kind === 'won';
  return byProduct(order, (at) => {
    const refunded = shares ? (shares[at] ?? 0) : gateway;
    return {
      refunded,
      commission: commission[at] ?? 0,
      disputes_lost: isOfDispute ? refunded : 0,
      // Won on appeal: the money is returned.
      disputes_won: (disputed[at] ?? 0) + (move.kind === 'won' ? -refunded : 0),
    };
  });
};
