import { describe, expect, test } from 'vitest';
import { refundRefusal } from '../../../functions/domain/checkout/orders/refund-rules.ts';
import type { OrderRow } from '../../../functions/domain/checkout/orders/rows.ts';
import { anOrder } from '../../support/orders.ts';

const order = (changes: Partial<OrderRow>, captured: number, total: number): OrderRow => {
  const { amounts, payment } = anOrder();
  return anOrder({ amounts: { ...amounts, total }, payment: { ...payment, status: 'captured', captured }, ...changes });
};

describe('a refund', () => {
  const fulfilled = { status: 'fulfilled', fulfillment: { status: 'fulfilled' } } as const;

  test.each([
    ['of an unpaid order is refused', anOrder(), 'order_not_refundable'],
    ['of a free order is refused, because there is nothing to refund', order(fulfilled, 0, 0), 'order_fully_refunded'],
    ['of a paid order is not refused', order(fulfilled, 51000, 51000), undefined],
  ])('%s', (_name, row, code) => {
    expect(refundRefusal(row)?.code).toBe(code);
  });
});
