import { messagesOf } from './message.ts';
import { verbOfPieces, piecesText } from './pieces.ts';

interface Amount {
  /** A number with a decimal point. */
  amount: string;
  currency: string;
}
interface Pieces {
  pieces: number;
}

/** Results of operations on an item or its order. Amounts and pieces are those that remain after the operation. */
export const OUTCOMES = {
  item_redeemed: 'The item is redeemed.',
  amount_redeemed: ({ amount, currency }: Amount) => `A part of the item is redeemed; ${amount} ${currency} are left.`,
  pieces_redeemed: ({ pieces }: Pieces) =>
    `A part of the item is redeemed; ${piecesText(pieces)} ${verbOfPieces(pieces)} left.`,
  claim_undone: 'All that was redeemed is given back.',
  amount_undone: ({ amount, currency }: Amount) => `A part is given back; ${amount} ${currency} are left.`,
  pieces_undone: ({ pieces }: Pieces) => `A part is given back; ${piecesText(pieces)} ${verbOfPieces(pieces)} left.`,
  item_withdrawn: 'The item is cancelled.',
  item_discarded: 'The item is discarded.',
  code_activated: ({ amount, currency }: Amount) => `The code is active with ${amount} ${currency}.`,
  item_sent: ({ email }: { email: string }) => `The item is being sent to ${email}.`,
  order_redeemed: 'All items of the order are redeemed.',
  /** See lib/reference/v1.md#capture. */
  order_captured: 'The order is captured and its items are active.',
  order_partly_captured: ({ active, issued }: { active: number; issued: number }) =>
    `The order is captured: ${active} of its ${issued} items are active, the others were discarded.`,
};

export const outcomes = messagesOf(OUTCOMES);
