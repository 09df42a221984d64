import type { StockFigures } from '../../catalog/stock/rows.ts';
import { liveCards } from './gift-cards.ts';
import type { OrderRow } from './rows.ts';
import type { Effect } from './transition-rule.ts';

/**
 * The figure of the stock counters that includes an order's units. Units stay sold after a refund of issued items, and
 * are released if the sale is undone before issue.
 */
export const stockFigureOf = (order: OrderRow): Exclude<keyof StockFigures, 'remaining'> | undefined => {
  if (order.status === 'pending_payment') return 'held';
  return order.status === 'expired' || order.returned ? undefined : 'sold';
};

/** Effects of undoing a sale before issue. */
export const undoSaleEffects = (order: OrderRow): Effect[] => [
  ...stockEffects(order, 'unsell'),
  ...releaseEffects(order),
];

/** Effects that release the use of the discount code and the picture. */
export const releaseEffects = (order: OrderRow): Effect[] => [
  ...(order.discount ? [{ kind: 'code_use', by: -1 } as const] : []),
  ...(order.greeting?.image?.uploadId ? [{ kind: 'picture', move: 'release' } as const] : []),
];

/** Effects that capture or release all gift cards of the order. */
export const cardMoves = (order: OrderRow, move: 'capture' | 'release'): Effect[] => {
  const cards = liveCards(order.payment);
  return cards.length > 0 ? [{ kind: 'gift_cards', moves: cards.map((card) => ({ move, card })) }] : [];
};

/** Effects that move the stock of the whole order, if it has any. */
export const stockEffects = (order: OrderRow, move: Extract<Effect, { kind: 'stock' }>['move']): Effect[] =>
  order.lines.some(({ holds }) => holds.length > 0) ? [{ kind: 'stock', move }] : [];

/** Effects of a payment: the stock is sold, and a buyer who consented becomes a subscriber. */
export const saleEffects = (order: OrderRow): Effect[] => [
  ...stockEffects(order, 'sell'),
  ...(order.marketingConsent?.granted ? [{ kind: 'subscriber' } as const] : []),
];
