import { createHash } from 'node:crypto';
import type { OrderGiftCard, OrderPayment, OrderRow } from './rows.ts';

/** Maximum number of gift cards on an order. */
export const GIFT_CARDS_MAX = 5;
/** Released cards that an order remembers, so that a repeated removal succeeds. */
const RELEASED_MAX = 20;

type Payment = Pick<OrderPayment, 'captured' | 'refunded' | 'giftCards'>;
type PriceAndPayment = Pick<OrderRow, 'amounts' | 'payment'>;

const sumOf = (cards: readonly OrderGiftCard[], member: 'amount' | 'refunded'): number =>
  cards.reduce((sum, card) => sum + card[member], 0);

/** Whether gift cards can pay for the order. They cannot pay for other gift cards. */
export const canUseGiftCards = ({ lines }: Pick<OrderRow, 'lines'>): boolean =>
  !lines.some(({ family }) => family === 'gift_card');

/** Cards that are reserved for the order or have paid a part of it, in the order in which they were added. */
export const liveCards = ({ giftCards = [] }: Payment): OrderGiftCard[] =>
  giftCards.filter(({ status }) => status !== 'released');

/** Cards that have paid. */
export const paidCards = ({ giftCards = [] }: Payment): OrderGiftCard[] =>
  giftCards.filter(({ status }) => status === 'captured');

/** The amount that the gateway or a settlement has to pay: the total less gift cards. Smallest currency unit. */
export const gatewayShare = ({ amounts, payment }: PriceAndPayment): number =>
  amounts.total - sumOf(liveCards(payment), 'amount');

/** The open amount: 0 once the order is paid. Smallest currency unit. */
export const dueMinor = (order: PriceAndPayment & Pick<OrderRow, 'status'>): number =>
  order.status === 'pending_payment' || order.status === 'expired' ? gatewayShare(order) : 0;

/** Paid amount, by gateway, settlement and cards. Smallest currency unit. */
export const paidMinor = ({ payment }: Pick<OrderRow, 'payment'>): number =>
  payment.captured + sumOf(paidCards(payment), 'amount');

/** Refunded amount, by the gateway and to cards. Smallest currency unit. */
export const refundedMinor = ({ payment }: Pick<OrderRow, 'payment'>): number =>
  payment.refunded + sumOf(paidCards(payment), 'refunded');

/** Amount that had gone back to cards at a time. Smallest currency unit. */
export const refundedToCardsMinor = ({ payment }: Pick<OrderRow, 'payment'>, atMs: number): number =>
  (payment.moves ?? []).reduce((sum, move) => (move.atMs <= atMs ? sum + (move.cards ?? 0) : sum), 0);

/** The refundable part of card payments. Smallest currency unit. */
export const cardsRefundable = ({ payment }: Pick<OrderRow, 'payment'>): number =>
  sumOf(paidCards(payment), 'amount') - sumOf(paidCards(payment), 'refunded');

/** The part that can be refunded at the gateway; 0 for a settlement. Smallest currency unit. */
export const gatewayRefundable = ({ payment }: Pick<OrderRow, 'payment'>): number =>
  payment.gateway === 'settlement' ? 0 : Math.max(0, payment.captured - payment.refunded);

/** The part of a refund that goes back to one card. */
export interface CardShare {
  id: string;
  minor: number;
}

/** A share and its target. The part of a card that was repaid in money in the meantime does not return to the card. */
export interface CardBack extends CardShare {
  /** Part of `minor` that the item gets. */
  givenMinor: number;
  /** Code of the item: the card, or its successor. */
  code: string;
}

/**
 * Splits a refund: first to gift cards, from the last to the first, up to the amounts that they paid; the rest to the
 * gateway.
 */
export const splitRefund = (
  order: Pick<OrderRow, 'payment'>,
  amountMinor: number,
): { cards: CardShare[]; gatewayMinor: number } => {
  let remainingMinor = amountMinor;
  const cards: CardShare[] = [];
  for (const { id, amount, refunded } of paidCards(order.payment).toReversed()) {
    const minor = Math.min(remainingMinor, amount - refunded);
    if (minor > 0) cards.push({ id, minor });
    remainingMinor -= minor;
  }
  return { cards, gatewayMinor: remainingMinor };
};

/** The payment with all live cards in another status. */
export const withLiveCards = (payment: OrderPayment, status: OrderGiftCard['status']): OrderPayment =>
  payment.giftCards
    ? {
        ...payment,
        giftCards: payment.giftCards.map((card) => (card.status === 'released' ? card : { ...card, status })),
      }
    : payment;

export const withCard = (payment: OrderPayment, card: OrderGiftCard): OrderPayment => ({
  ...payment,
  giftCards: [...(payment.giftCards ?? []), card],
});

export const withCardReleased = (payment: OrderPayment, id: string): OrderPayment => {
  const cards = (payment.giftCards ?? []).map((card) =>
    card.id === id ? { ...card, status: 'released' as const } : card,
  );
  const released = cards.filter(({ status }) => status === 'released');
  const forgotten = new Set(released.slice(0, Math.max(0, released.length - RELEASED_MAX)));
  return { ...payment, giftCards: cards.filter((card) => !forgotten.has(card)) };
};

export const withCardRefunds = (payment: OrderPayment, shares: readonly CardShare[]): OrderPayment =>
  payment.giftCards
    ? {
        ...payment,
        giftCards: payment.giftCards.map((card) => {
          const back = shares.find(({ id }) => id === card.id)?.minor ?? 0;
          return back === 0 ? card : { ...card, refunded: card.refunded + back };
        }),
      }
    : payment;

/** Derives the ids of a card on an order and of its redemption from the idempotency key of the request. */
export const giftCardIds = (recordKey: string): { id: string; redemptionId: string } => {
  const hex = (kind: string): string => createHash('sha256').update(`${kind}\n${recordKey}`).digest('hex').slice(0, 32);
  return { id: `ogc_${hex('order-gift-card')}`, redemptionId: `rdm_${hex('order-redemption')}` };
};
