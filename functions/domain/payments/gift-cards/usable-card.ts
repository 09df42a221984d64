import { decimalText } from '../../../platform/decimals.ts';
import { invalid, type ApiError } from '../../../platform/errors.ts';
import { giftCards } from '../../../platform/messages/gift-cards.ts';
import { items } from '../../../platform/messages/items.ts';
import type { Message } from '../../../platform/messages/message.ts';
import { dueMinor, canUseGiftCards } from '../../checkout/orders/gift-cards.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';
import { isSpentByAmount } from '../../value/items/kinds.ts';
import { freeOf } from '../../value/items/ledger/holds.ts';
import type { ItemRow } from '../../value/items/rows.ts';
import { claimError, type ItemTerms } from '../../value/items/rules.ts';

export const notUsable = (reason: Message): ApiError => invalid('code', reason, 'gift_card_not_usable');

/** Throws 422 when the order has a line of the value product: gift cards cannot pay for gift cards. */
export const assertNoValueProduct = (order: OrderRow): void => {
  if (canUseGiftCards(order)) return;
  throw invalid('code', 'An order of gift cards cannot be paid with a gift card.', 'gift_card_not_accepted');
};

/**
 * The amount that a card pays toward an order: the requested amount or, by default, as much as is due and available.
 * Smallest currency unit. Throws 422: `gift_card_not_usable` on `code`; on `amount`, `validation_failed` for more than
 * is due and `insufficient_value` for more than is available.
 */
export const amountOfCard = (
  order: OrderRow,
  item: ItemRow,
  terms: ItemTerms,
  requested: number | undefined,
): number => {
  const { currency } = order.amounts;
  if (!isSpentByAmount(item)) throw notUsable(giftCards('card_not_spent_by_amount'));
  if (item.currency !== currency)
    throw notUsable(giftCards('card_currency_differs', { card: item.currency, order: currency }));
  const reason = claimError(item, terms);
  if (reason !== null) throw notUsable(reason);
  const free = freeOf(item, terms.nowMs).minor;
  // A campaign may issue cards of value 0.
  if (free === 0) throw notUsable(items('item_empty'));
  const due = dueMinor(order);
  if (requested === undefined) return Math.min(free, due);
  if (requested > due) throw invalid('amount', `At most ${due} (smallest unit of ${currency}) are due.`);
  if (requested > free) {
    throw invalid('amount', `The card has ${decimalText(free, currency)} ${currency} available.`, 'insufficient_value');
  }
  return requested;
};
