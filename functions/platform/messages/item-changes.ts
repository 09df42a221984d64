import { messagesOf, type Message } from './message.ts';
import { piecesText } from './pieces.ts';

interface Amount {
  /** A number with a decimal point. */
  amount: string;
  currency: string;
}

/** Status of an item by its name in the API. */
export type StatusName = 'Used' | 'Cancelled' | 'Expired' | 'Paid' | 'Awaiting Payment';

interface Reservation {
  /** The reservation, as a message of `items`; null if there is none. */
  held: Message | null;
}

const after = (held: Message | null): string => (held === null ? '' : ` ${String(held)}`);

/** Why a redemption, its reversal, another change to an item, or a search is refused. */
export const ITEM_CHANGES = {
  status_refused: ({ status }: { status: StatusName }) => `The status of the item is ${status}.`,
  item_unclaimed: 'Nothing of the item has been claimed.',
  item_claimed: 'Something of the item has been claimed. Refund it first.',
  claim_repaid: 'The money for what was claimed has been given back with the order.',
  claim_paid_order: ({ order }: { order: string }) =>
    `What was claimed paid for order ${order}: refund that order instead.`,
  not_claimed_by_amount: 'This item cannot be claimed by amount.',
  not_claimed_by_piece: 'This item cannot be claimed by piece.',
  not_refunded_by_amount: 'This item cannot be refunded by amount.',
  not_refunded_by_piece: 'This item cannot be refunded by piece.',
  claim_amount_missing: 'A request of type amount needs an amount.',
  claim_pieces_missing: 'A request of type piece needs a number.',
  amount_not_taken: 'Only a request of type amount takes an amount.',
  pieces_not_taken: 'Only a request of type piece takes a number.',
  claim_above_amount: ({ amount, currency, held }: Amount & Reservation) =>
    `At most ${amount} ${currency} of the item can be claimed.${after(held)}`,
  claim_above_pieces: ({ pieces, held }: { pieces: number } & Reservation) =>
    `At most ${piecesText(pieces)} of the item can be claimed.${after(held)}`,
  undo_above_amount: ({ amount, currency }: Amount) => `At most ${amount} ${currency} of the item can be given back.`,
  undo_above_pieces: ({ pieces }: { pieces: number }) => `At most ${piecesText(pieces)} of the item can be given back.`,
  undo_above_redemptions: ({ maximum }: { maximum: number }) =>
    `A request undoes at most ${maximum} redemptions: refund a smaller part first.`,
  item_not_adjustable: 'Only a value card can be adjusted.',
  item_money_refunded: 'The money for the item has been refunded.',
  adjustment_not_representable: 'This needs more than six significant digits.',
  lowering_above_maximum: ({ amount, currency, held }: Amount & Reservation) =>
    `The value can be lowered by at most ${amount} ${currency}.${after(held)}`,
  value_above_maximum: ({ amount, currency }: Amount) => `The value must be at most ${amount} ${currency}.`,
  value_too_large: 'The value would be too large.',
  value_refunded_short: 'Money was refunded for value that this card no longer had.',
  validity_too_early: ({ day }: { day: string }) => `This must be later than today and than ${day}.`,
  item_busy: 'The item is being changed by too many requests at once. Try again.',
  items_busy: 'The items are being changed by too many requests at once. Try again.',
  order_items_busy: 'The items of this order are being changed by others. Try again.',
  order_items_incomplete: 'The items of this order are still being issued. Try again.',
  order_items_none: 'Nothing has been issued for this order yet.',
  order_items_differ: 'The order has other items than were shown. Nothing was redeemed; check them again.',
  order_being_captured: 'The order of this item is being captured. Try again.',
  claim_being_undone: 'This claim is being undone. Try again.',
  group_not_claimable: ({ code, reason }: { code: string; reason: Message }) =>
    `The order cannot be claimed as a group. ${code}: ${String(reason)}`,
  item_partly_used: 'A part of it has been used already.',
  group_unknown: 'The order has no group with this code.',
  vendor_code_used: 'The vendor reports that this code has already been used.',
  vendor_code_currency: ({ currency, expected }: { currency: string; expected: string }) =>
    `The vendor reports a value in ${currency}. Only codes in ${expected} can be redeemed.`,
  too_many_unknown_codes: 'Too many unknown codes were requested. Nothing was done.',
  sent_too_often: ({ maximum }: { maximum: number }) =>
    `An item is sent at most ${maximum} times in a day. Nothing was sent.`,
  /** `places` is the number of decimals of the currency, at least one. */
  too_many_decimals: ({ places }: { places: number }) => `This must be a decimal with at most ${places} places.`,
  date_malformed: 'This must be an existing date, as YYYY-MM-DD.',
  search_without_filter: 'Send at least one of order_id, group_code and search.',
  days_missing: 'Send date_from and date_to, both as YYYY-MM-DD.',
  search_too_short: ({ minimum }: { minimum: number }) => `A search needs at least ${minimum} characters.`,
  search_too_wide: ({ maximum }: { maximum: number }) => `The search covers more than ${maximum} items: narrow it.`,
};

export const itemChanges = messagesOf(ITEM_CHANGES);
