import { messagesOf } from './message.ts';
import { verbOfPieces, piecesText } from './pieces.ts';

interface Amount {
  /** A number with a decimal point. */
  amount: string;
  currency: string;
}
interface Until {
  /** Local time of the company. */
  until: string;
}

/** Why an item cannot be redeemed or pay for an order. */
export const ITEMS = {
  item_used: 'The item has already been used.',
  item_unpaid: 'The item is not paid yet.',
  item_empty: 'Nothing is left of the item.',
  item_disputed: 'The payment for the item is disputed: it cannot be claimed until that is decided.',
  item_expired: ({ day }: { day: string }) => `The item expired on ${day}.`,
  item_cancelled: 'The item has been cancelled.',
  item_replaced: 'The item has been replaced by one with another code.',
  item_blocked: 'The item is blocked.',
  item_blocked_because: ({ reason }: { reason: string }) => `The item is blocked: ${reason}`,
  amount_reserved: ({ amount, currency, until }: Amount & Until) =>
    `${amount} ${currency} of the item are reserved until ${until}.`,
  amount_reserved_for_order: ({ amount, currency }: Amount) =>
    `${amount} ${currency} of the item are reserved for an order that is not paid yet.`,
  pieces_reserved: ({ pieces, until }: { pieces: number } & Until) =>
    `${piecesText(pieces)} of the item ${verbOfPieces(pieces)} reserved until ${until}.`,
  pieces_reserved_for_order: ({ pieces }: { pieces: number }) =>
    `${piecesText(pieces)} of the item ${verbOfPieces(pieces)} reserved for an order that is not paid yet.`,
  item_reserved: ({ until }: Until) => `The item is reserved until ${until}.`,
  item_reserved_for_order: 'The item is reserved for an order that is not paid yet.',
};

export const items = messagesOf(ITEMS);
