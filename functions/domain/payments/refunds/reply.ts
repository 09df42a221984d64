import type { Reply } from '../../../storage/idempotency.ts';
import {
  paidMinor,
  refundedMinor,
  splitRefund,
  withCardRefunds,
  type CardShare,
} from '../../checkout/orders/gift-cards.ts';
import type { RefundRow } from '../../checkout/orders/refund-rows.ts';
import { refundableMinor } from '../../checkout/orders/refund-rules.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';

/** The order as it will be once the refund is recorded. Amounts are in the smallest currency unit. */
export const asIfRecorded = (
  order: OrderRow,
  { gatewayMinor, shares }: { gatewayMinor: number; shares: readonly CardShare[] },
): OrderRow => {
  const payment = { ...withCardRefunds(order.payment, shares), refunded: order.payment.refunded + gatewayMinor };
  const status = refundedMinor({ payment }) >= paidMinor(order) ? 'refunded' : 'partially_refunded';
  return { ...order, payment: { ...payment, status } };
};

/** Amounts of a refund. Smallest currency unit. */
interface RefundOutcome {
  gatewayMinor: number;
  cards: NonNullable<RefundRow['cards']>;
}

/**
 * The refund result (lib/reference/refunds.md#replies). `amount` is the sum of the gateway's part and the cards' parts.
 */
export const refundReply = (order: OrderRow, { gatewayMinor, cards }: RefundOutcome): Reply => ({
  status: 200,
  body: {
    object: 'refund',
    order_id: order.id,
    amount: gatewayMinor + cards.reduce((sum, { minor }) => sum + minor, 0),
    refunded: refundedMinor(order),
    refundable: refundableMinor(order),
    currency: order.amounts.currency,
    payment: { status: order.payment.status },
    gateway_amount: gatewayMinor,
    gift_cards: cards.map(({ itemId, minor, isGivenBack }) => ({
      item_id: itemId,
      amount: minor,
      given_back: isGivenBack,
    })),
  },
});

/** The result of a refund of a given amount, for a preview. */
export const previewOf = (order: OrderRow, amountMinor: number): unknown => {
  const { cards: shares, gatewayMinor } = splitRefund(order, amountMinor);
  const cards = shares.map(({ id, minor }) => ({
    itemId: order.payment.giftCards?.find((card) => card.id === id)?.itemId ?? '',
    minor,
    isGivenBack: true,
  }));
  return refundReply(asIfRecorded(order, { gatewayMinor, shares }), { gatewayMinor, cards }).body;
};
