import { invalid, type ApiError } from '../../../platform/errors.ts';
import { giftCards } from '../../../platform/messages/gift-cards.ts';
import { checkoutInProgress, notPayable } from './checkout-rules.ts';
import type { EventOf } from './events.ts';
import { dueMinor, GIFT_CARDS_MAX, liveCards, withCard, withCardReleased, withLiveCards } from './gift-cards.ts';
import { SALE_EFFECTS } from './payment-rules.ts';
import type { OrderRow } from './rows.ts';
import { withEvent } from './rules.ts';
import { cardMoves, saleEffects } from './sale-effects.ts';
import { stateOf } from './states.ts';
import { ANY_STATE, type Guard, type Reaction } from './transition-rule.ts';

type CardApplication = EventOf<'gift_card_applied'>;
type CardRemoval = EventOf<'gift_card_removed'>;

/** The cards of an order must not change while a payment page is open, which would charge an outdated amount. */
export const noOpenPage: Guard<Pick<CardApplication, 'closed'>> = {
  description: 'no page was opened since the last was closed, and none is being opened',
  holds: ({ session, opening }, { closed }, nowMs) =>
    session?.id === closed && (opening === undefined || opening.untilMs <= nowMs),
};
const isDue: Guard<CardApplication> = {
  description: 'its amount is due',
  holds: (order, { card }) => card.amount > 0 && card.amount <= dueMinor(order),
};
const paysAll: Guard<CardApplication> = {
  description: 'it pays the whole amount due',
  holds: (order, { card }) => card.amount > 0 && card.amount === dueMinor(order),
};
const hasRoom: Guard<CardApplication> = {
  description: 'the order accepts another card, and does not have this one yet',
  holds: ({ payment }, { card }) => cardFault(payment, card.itemId) === undefined,
};

/** Why an order does not accept a card; undefined when it does. */
export const cardFault = (payment: OrderRow['payment'], itemId: string): ApiError | undefined => {
  const cards = liveCards(payment);
  if (cards.some((card) => card.itemId === itemId)) return invalid('code', giftCards('card_applied_already'));
  return cards.length >= GIFT_CARDS_MAX
    ? invalid('code', giftCards('too_many_cards', { maximum: GIFT_CARDS_MAX }))
    : undefined;
};

/** Why the cards of an order cannot change now; undefined when they can. */
export const cardsRefusal = (order: OrderRow, closed: string | undefined, nowMs: number): ApiError | undefined => {
  if (stateOf(order) !== 'unpaid') return notPayable();
  if (noOpenPage.holds(order, { closed }, nowMs)) return undefined;
  return checkoutInProgress(Math.max(1, ((order.opening?.untilMs ?? nowMs) - nowMs) / 1000));
};

/** Marks an order with nothing left to pay as paid. */
export const paidAtOnce = (order: OrderRow, nowMs: number): OrderRow => ({
  ...order,
  status: 'paid',
  fulfillment: { status: 'processing' },
  payment: { ...order.payment, status: 'captured', authorizedAtMs: nowMs, capturedAtMs: nowMs },
});

/** Reserves a card for the order. If nothing remains to pay, all cards pay for the order in the same transaction. */
export const giftCardApplied: Reaction<CardApplication> = {
  rules: [
    {
      from: ['unpaid'],
      when: [noOpenPage, hasRoom, paysAll],
      to: 'captured',
      does: [...SALE_EFFECTS, 'gift_cards'],
      apply: (order, { card, by }, nowMs) => {
        const withAll = { ...order, payment: withLiveCards(withCard(order.payment, card), 'captured') };
        return {
          order: withEvent(paidAtOnce(withAll, nowMs), 'order.payment_authorized', nowMs, by),
          effects: [
            ...saleEffects(order),
            ...cardMoves(order, 'capture'),
            { kind: 'gift_cards', moves: [{ move: 'use', card }] },
          ],
        };
      },
    },
    {
      from: ['unpaid'],
      when: [noOpenPage, isDue, hasRoom],
      to: 'same',
      does: ['gift_cards'],
      apply: (order, { card }) => ({
        order: { ...order, payment: withCard(order.payment, card) },
        effects: [{ kind: 'gift_cards', moves: [{ move: 'hold', card }] }],
      }),
    },
  ],
  otherwise: (order, { card, closed }, nowMs) =>
    cardsRefusal(order, closed, nowMs) ??
    cardFault(order.payment, card.itemId) ??
    invalid('amount', `At most ${dueMinor(order)} (smallest unit of ${order.amounts.currency}) are due.`),
};

/** Releases a card before it has paid. Removing it again changes nothing. */
export const giftCardRemoved: Reaction<CardRemoval> = {
  rules: [
    {
      from: ['unpaid'],
      when: [
        noOpenPage,
        {
          description: 'the card is held',
          holds: ({ payment }, { id }) => liveCards(payment).some((card) => card.id === id),
        },
      ],
      to: 'same',
      does: ['gift_cards'],
      apply: (order, { id }) => ({
        order: { ...order, payment: withCardReleased(order.payment, id) },
        effects: liveCards(order.payment)
          .filter((card) => card.id === id)
          .map((card) => ({ kind: 'gift_cards' as const, moves: [{ move: 'release' as const, card }] })),
      }),
    },
    {
      from: ANY_STATE,
      when: [
        {
          description: 'the card was released before',
          holds: ({ payment }, { id }) =>
            payment.giftCards?.some((card) => card.id === id && card.status === 'released') ?? false,
        },
      ],
      to: 'same',
      does: [],
      apply: (order) => ({ order }),
    },
  ],
  otherwise: (order, { closed }, nowMs) => cardsRefusal(order, closed, nowMs) ?? notPayable(),
};
