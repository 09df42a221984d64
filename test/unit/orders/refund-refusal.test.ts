import { describe, expect, test } from 'vitest';
import { refundRefusal } from '../../../functions/domain/checkout/orders/refund-rules.ts';
import type { OrderRow } from '../../../functions/domain/checkout/orders/rows.ts';
import { giftCard } from '../../support/order-life.ts';
import { anOrder } from '../../support/orders.ts';

const order = (changes: Partial<OrderRow>, captured: number, total: number): OrderRow => {
  const { amounts, payment } = anOrder();
  return anOrder({ amounts: { ...amounts, total }, payment: { ...payment, status: 'captured', captured }, ...changes });
};

/** Gift cards paid 30,000 of the order, and the rest was settled outside the gateway. */
const settledWithCard = (refunded: number): OrderRow => {
  const giftCards = [giftCard(30_000, { status: 'captured', refunded })];
  const { payment } = anOrder();
  return anOrder({
    status: 'fulfilled',
    fulfillment: { status: 'fulfilled' },
    payment: { ...payment, status: 'captured', gateway: 'settlement', captured: 21_000, giftCards },
  });
};

describe('a refund', () => {
  const fulfilled = { status: 'fulfilled', fulfillment: { status: 'fulfilled' } } as const;

  test.each([
    ['of an unpaid order is refused', anOrder(), 'order_not_refundable'],
    ['of a free order is refused, because there is nothing to refund', order(fulfilled, 0, 0), 'order_fully_refunded'],
    ['of a paid order is not refused', order(fulfilled, 51000, 51000), undefined],
    ['of gift cards of a settled order is not refused', settledWithCard(29_999), undefined],
    ['of a settled order whose gift cards are refunded is refused', settledWithCard(30_000), 'order_not_refundable'],
  ])('%s', (_name, row, code) => {
    expect(refundRefusal(row)?.code).toBe(code);
  });
});
