import type { GIFT_CARDS } from '../../../platform/messages/gift-cards.ts';
import type { ITEMS } from '../../../platform/messages/items.ts';
import { translationOf, type Text, type Translations } from '../../../platform/messages/message.ts';
import type { MISSING } from '../../../platform/messages/missing.ts';
import type { GiftCardFault } from './texts.ts';

/** The fault for each message that refuses a gift card. */
const CARD_FAULTS: Translations<typeof GIFT_CARDS & typeof ITEMS & typeof MISSING, undefined, GiftCardFault> = {
  missing: ({ what }) => (what === 'item' ? 'unknown' : 'other'),
  card_not_spent_by_amount: 'notMoney',
  card_currency_differs: 'currency',
  card_applied_already: 'already',
  too_many_cards: 'most',
  item_used: 'empty',
  item_unpaid: 'other',
  item_empty: 'empty',
  item_disputed: 'blocked',
  item_expired: 'expired',
  item_cancelled: 'cancelled',
  item_replaced: 'other',
  item_blocked: 'blocked',
  item_blocked_because: 'blocked',
  amount_reserved: 'held',
  amount_reserved_for_order: 'held',
  pieces_reserved: 'held',
  pieces_reserved_for_order: 'held',
  item_reserved: 'held',
  item_reserved_for_order: 'held',
};

/** The fault for a message of the API; `other` if the card did not cause it. */
export const faultOfMessage = (message: Text): GiftCardFault =>
  translationOf<undefined, GiftCardFault>(CARD_FAULTS, message, undefined) ?? 'other';
