import { messagesOf } from './message.ts';

/** Why an order does not accept a gift card as payment. */
export const GIFT_CARDS = {
  card_not_spent_by_amount: 'Only a card that is spent by amount can pay an order.',
  card_currency_differs: ({ card, order }: { card: string; order: string }) =>
    `The card is in ${card}, the order in ${order}.`,
  card_applied_already: 'This gift card pays the order already.',
  too_many_cards: ({ maximum }: { maximum: number }) => `An order takes at most ${maximum} gift cards.`,
};

export const giftCards = messagesOf(GIFT_CARDS);
