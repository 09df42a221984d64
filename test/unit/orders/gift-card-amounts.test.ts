import { expect, it } from 'vitest';
import {
  cardsRefundable,
  gatewayRefundable,
  paidMinor,
  refundedMinor,
} from '../../../functions/domain/checkout/orders/gift-cards.ts';
import type { OrderRow } from '../../../functions/domain/checkout/orders/rows.ts';

it('paid and refunded amounts add the cards that paid to the gateway, and released cards count nowhere', () => {
  const order = {
    payment: {
      gateway: 'stripe',
      captured: 300,
      refunded: 120,
      giftCards: [
        { id: 'ogc_1', status: 'captured', amount: 200, refunded: 50 },
        { id: 'ogc_2', status: 'released', amount: 1000, refunded: 0 },
      ],
    },
  } as unknown as Pick<OrderRow, 'payment'>;
  expect(paidMinor(order)).toBe(500);
  expect(refundedMinor(order)).toBe(170);
  expect(cardsRefundable(order)).toBe(150);
  expect(gatewayRefundable(order)).toBe(180);
});
