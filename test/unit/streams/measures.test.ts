import { describe, expect, it } from 'vitest';
import { measuresOf, measuresOfAll } from '../../../functions/streams/measures.ts';
import { anOrder } from '../../support/orders.ts';

const order = anOrder({ id: `po_${'d'.repeat(32)}`, company: 'nordlys' });
const { capturedAtMs: _, ...unpaid } = order.payment;
const open = { ...order, payment: unpaid, fulfillment: { status: null } };
const paid = { ...open, payment: { ...unpaid, capturedAtMs: 10_000 } };
const fulfilled = { ...paid, fulfillment: { status: 'fulfilled' as const, fulfilledAtMs: 13_500 } };

describe('business metrics of a change to an order', () => {
  it('each step counts once, and the time from paid to fulfilled is measured in seconds', () => {
    expect(measuresOf(undefined, open)).toEqual([['OrdersCreated', 1]]);
    expect(measuresOf(open, paid)).toEqual([['OrdersPaid', 1]]);
    expect(measuresOf(paid, fulfilled)).toEqual([
      ['OrdersFulfilled', 1],
      ['SecondsFromPaidToFulfilled', 3.5],
    ]);
    expect(measuresOf(fulfilled, fulfilled)).toEqual([]);
  });

  it('a scheduled card counts from its send time', () => {
    const later = { ...fulfilled, delivery: { ...fulfilled.delivery, sendAtMs: 13_000 } };
    expect(measuresOf(paid, later)).toContainEqual(['SecondsFromPaidToFulfilled', 0.5]);
  });

  it('refunds and disputes are counted when they start, not while they last', () => {
    const refunded = { ...fulfilled, payment: { ...fulfilled.payment, refunded: 100 } };
    const dispute = { id: 'dp_1', status: 'open' as const, amount: 100, openedAtMs: 1 };
    const disputed = { ...refunded, payment: { ...refunded.payment, dispute } };
    const won = { ...disputed, payment: { ...disputed.payment, dispute: { ...dispute, status: 'won' as const } } };
    expect(measuresOf(fulfilled, refunded)).toEqual([['OrdersRefunded', 1]]);
    expect(measuresOf(refunded, disputed)).toEqual([['DisputesOpened', 1]]);
    expect(measuresOf(disputed, won)).toEqual([]);
  });

  it('a refund that goes back only to a gift card counts as well', () => {
    const card = {
      id: `ogc_${'1'.repeat(32)}`,
      redemptionId: `rdm_${'1'.repeat(32)}`,
      itemId: `itm_${'1'.repeat(32)}`,
      code: 'CODE',
      amount: 100,
      status: 'captured' as const,
      refunded: 0,
    };
    const byCard = { ...fulfilled, payment: { ...fulfilled.payment, giftCards: [card] } };
    const refunded = { ...byCard, payment: { ...byCard.payment, giftCards: [{ ...card, refunded: 100 }] } };
    expect(measuresOf(byCard, refunded)).toEqual([['OrdersRefunded', 1]]);
  });

  it('a batch is emitted together, and rows of other kinds and deletions add nothing', () => {
    const other = { ...open, type: 'item' };
    const changes = [
      { before: undefined, after: open },
      { before: undefined, after: open },
      { before: undefined, after: other },
      { before: open, after: undefined },
    ];
    expect(measuresOfAll(changes as never)).toEqual({ OrdersCreated: [1, 1] });
  });
});
