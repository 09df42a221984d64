import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OrderRow } from '../../../functions/domain/orders/rows.ts';
import { presentOrderForWebhook } from '../../../functions/domain/orders/present.ts';
import { withEvent } from '../../../functions/domain/orders/rules.ts';
import { judgePayment, refundedOrder, type PaymentFact } from '../../../functions/domain/payments/rules.ts';
import { pastEvents } from '../../../functions/domain/webhooks/past-events.ts';
import { anOrder, NOW } from '../../support/orders.ts';

type Step = (order: OrderRow, atMs: number) => OrderRow;

const paying =
  (kind: PaymentFact['kind'], paymentReference: string): Step =>
  (order, atMs) => {
    const fact = { kind, gateway: 'test', paymentReference, amount: 51_000, occurredAtMs: atMs } as const;
    const verdict = judgePayment(order, fact, atMs);
    return verdict.kind === 'unchanged' ? order : verdict.order;
  };

const fulfilling: Step = (order, atMs) => {
  if (order.status !== 'paid' || !['captured', 'partially_refunded'].includes(order.payment.status)) return order;
  const next: OrderRow = {
    ...order,
    status: 'fulfilled',
    fulfillment: { status: 'fulfilled', fulfilledAtMs: atMs },
    lines: order.lines.map((line) => ({ ...line, issuedCount: line.itemCount })),
  };
  return withEvent(next, 'order.fulfilled', atMs);
};

const refunding =
  (amount: number): Step =>
  (order, atMs) => {
    const left = order.payment.captured - order.payment.refunded;
    return left > 0 ? refundedOrder(order, Math.min(amount, left), atMs) : order;
  };

const expiring: Step = (order, atMs) =>
  order.status === 'pending_payment'
    ? withEvent(
        { ...order, status: 'expired', payment: { ...order.payment, status: 'cancelled' } },
        'order.expired',
        atMs,
      )
    : order;

const STEPS: Record<string, Step> = {
  declined: paying('failed', 'a'),
  'declined again': paying('failed', 'b'),
  authorized: paying('authorized', 'c'),
  captured: paying('captured', 'c'),
  'authorization given up': paying('cancelled', 'c'),
  'a stray capture': paying('captured', 'd'),
  fulfilled: fulfilling,
  'partly refunded': refunding(1000),
  refunded: refunding(51_000),
  expired: expiring,
};

/** What the relay would have sent at each step, and the order in the end. */
const live = (names: readonly string[]) => {
  let order = anOrder();
  const sent = [{ seq: 1, type: order.event.type, atMs: NOW, order: presentOrderForWebhook(order) }];
  for (const [index, name] of names.entries()) {
    const next = STEPS[name]?.(order, NOW + (index + 1) * 60_000) ?? order;
    const { seq, type, atMs } = next.event;
    if (seq > order.event.seq) sent.push({ seq, type, atMs, order: presentOrderForWebhook(next) });
    order = next;
  }
  return { order, sent };
};

describe('the events that an order remembers', () => {
  it('are those that were owed, as they were owed, whatever happened to the order', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...Object.keys(STEPS)), { maxLength: 12 }), (names) => {
        const { order, sent } = live(names);
        const again = pastEvents(order).map(({ seq, type, atMs, order: frozen }) => ({
          seq,
          type,
          atMs,
          order: frozen,
        }));
        expect(again).toEqual(sent);
      }),
      { numRuns: 500 },
    );
  });

  it('of an order from before they were remembered are its creation and its newest', () => {
    const order = anOrder({ event: { seq: 3, type: 'order.expired', atMs: NOW + 5 }, status: 'expired' });
    expect(pastEvents(order).map(({ seq, type }) => [seq, type])).toEqual([
      [1, 'order.created'],
      [3, 'order.expired'],
    ]);
  });

  it('are the newest sixty of an order that fails to be paid without end', () => {
    let order = anOrder();
    for (let count = 0; count < 100; count++) order = withEvent(order, 'order.payment_failed', NOW + count);
    const seqs = pastEvents(order).map(({ seq }) => seq);
    expect(seqs[0]).toBe(1);
    expect(seqs.slice(1)).toEqual(Array.from({ length: 61 }, (_, index) => 41 + index));
  });
});
