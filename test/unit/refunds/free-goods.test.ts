import { expect, test } from 'vitest';
import { sharesOfMove } from '../../../functions/domain/checkout/orders/money-move-shares.ts';
import type { MoneyMove, OrderRow } from '../../../functions/domain/checkout/orders/rows.ts';
import { orderIn } from '../../support/order-life.ts';

const FEES = 1000;

/** An order of a free card, before and after the refund of its fee and its card. */
const orderWith = (moves: MoneyMove[], isRefunded: boolean): OrderRow => {
  const { lines, payment, amounts, ...order } = orderIn.fulfilled();
  return {
    ...order,
    lines: lines.map((line) => ({ ...line, discount: line.subtotal, itemCount: 1 })),
    amounts: { ...amounts, fees: FEES, shipping: 0 },
    payment: { ...payment, moves },
    ...(isRefunded
      ? { allocated: { shipping: 0, fees: FEES, rest: 0, items: [{ from: 0, to: 0, minor: 0, whole: true }] } }
      : {}),
  };
};

const REFUND: MoneyMove = { kind: 'refund', atMs: 1, gateway: FEES };
const FAILED: MoneyMove = { kind: 'failed', atMs: 2, gateway: -FEES };

test('a failed refund returns the free items that its refund withdrew', () => {
  const refunded = { ...REFUND, ...sharesOfMove(orderWith([], false), orderWith([REFUND], true), REFUND) };
  expect(refunded).toMatchObject({ fees: FEES, freeItems: [1] });
  const shares = sharesOfMove(orderWith([refunded], true), orderWith([refunded, FAILED], false), FAILED);
  expect(shares).toMatchObject({ fees: -FEES, freeItems: [-1] });
});

test('a failed refund returns no free items if the earlier release that refunded them did not count them', () => {
  const refunded = { ...REFUND, fees: FEES, shipping: 0, goods: [0] };
  const shares = sharesOfMove(orderWith([refunded], true), orderWith([refunded, FAILED], false), FAILED);
  expect(shares).toEqual({ fees: -FEES, shipping: 0, goods: [0] });
});
