import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OrderRow } from '../../../functions/domain/checkout/orders/rows.ts';
import { presentOrderForWebhook } from '../../../functions/domain/checkout/orders/present.ts';
import { withEvent } from '../../../functions/domain/checkout/orders/rules.ts';
import type { OrderEvent } from '../../../functions/domain/checkout/orders/events.ts';
import { transition } from '../../../functions/domain/checkout/orders/transitions.ts';
import { refundRowKey } from '../../../functions/domain/checkout/orders/refund-rows.ts';
import { pastEvents } from '../../../functions/domain/notifications/webhooks/past-events.ts';
import { orderEvent } from '../../../functions/domain/notifications/webhooks/relay.ts';
import { anOrder, NOW } from '../../support/orders.ts';

type Step = (order: OrderRow, atMs: number) => OrderRow;

const BY = { system: 'test-gateway' };

const happening =
  (event: (order: OrderRow, atMs: number) => OrderEvent): Step =>
  (order, atMs) => {
    const outcome = transition(order, event(order, atMs), atMs);
    return outcome.kind === 'changed' ? outcome.order : order;
  };

const paying = (kind: 'payment_authorized' | 'payment_captured', paymentReference: string): Step =>
  happening((_, atMs) => ({
    kind,
    by: BY,
    payment: { gateway: 'test', paymentReference, amount: 51_000, currency: 'DKK', occurredAtMs: atMs },
  }));

const declined = (paymentReference: string): Step =>
  happening(() => ({ kind: 'payment_declined', by: BY, paymentReference }));

const fulfilling: Step = happening((order) => ({
  kind: 'fulfilled',
  by: { system: 'fulfillment' },
  epoch: order.epoch,
  lines: new Map(order.lines.map(({ id, itemCount }) => [id, { issuedCount: itemCount }])),
}));

let refunds = 0;
const refunding = (amount: number): Step =>
  happening((order, atMs) => ({
    kind: 'gateway_refunded',
    by: BY,
    known: false,
    uses: [],
    row: {
      ...refundRowKey(order.company, order.id, `re_${++refunds}`),
      type: 'refund',
      v: 1,
      version: 0,
      company: order.company,
      orderId: order.id,
      refundKey: `re_${refunds}`,
      kind: 'gateway',
      state: 'waiting',
      amount: Math.min(amount, order.payment.captured - order.payment.refunded),
      by: BY,
      startedAtMs: atMs,
    },
  }));

const expiring: Step = happening(() => ({ kind: 'expired', by: { system: 'expiry-sweep' }, closed: undefined }));

/** Longer than the time for which an order waits for payment. */
const BETWEEN_STEPS_MS = 30 * 3_600_000;

const STEPS: Record<string, Step> = {
  declined: declined('a'),
  'declined again': declined('b'),
  authorized: paying('payment_authorized', 'c'),
  captured: paying('payment_captured', 'c'),
  'authorization released': happening(() => ({ kind: 'payment_released', by: BY, paymentReference: 'c' })),
  'a stray capture': paying('payment_captured', 'd'),
  fulfilled: fulfilling,
  'partly refunded': refunding(1000),
  refunded: refunding(51_000),
  expired: expiring,
};

/** The events that the relay sends at each step, and the final order. */
const live = (names: readonly string[]) => {
  let order = anOrder();
  const sent = [{ seq: 1, type: order.event.type, atMs: NOW, order: presentOrderForWebhook(order) }];
  for (const [index, name] of names.entries()) {
    const next = STEPS[name]?.(order, NOW + (index + 1) * BETWEEN_STEPS_MS) ?? order;
    const event = orderEvent(order, next);
    if (event) sent.push({ seq: event.seq, type: event.type, atMs: event.atMs, order: event.order });
    order = next;
  }
  return { order, sent };
};

describe('the stored events of an order', () => {
  it('are the original events, regardless of later changes to the order', () => {
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

  it('contain the time of the capture of an order that cost nothing', () => {
    const { amounts } = anOrder();
    const free = anOrder({ amounts: { ...amounts, total: 0 } });
    const confirmed = happening(() => ({ kind: 'free_order_confirmed', by: BY, closed: undefined }))(free, NOW + 1);
    const issued = fulfilling(confirmed, NOW + 2);
    const sent = [orderEvent(free, confirmed)?.order, orderEvent(confirmed, issued)?.order];
    expect(sent).toEqual([presentOrderForWebhook(confirmed), presentOrderForWebhook(issued)]);
    expect(pastEvents(issued).map(({ order }) => order.payment.captured_at)).toEqual([
      null,
      ...sent.map((order) => order?.payment.captured_at),
    ]);
  });

  it('contain the original delivery until the event that changed it', () => {
    const first = anOrder({
      delivery: { method: 'recipient_email', sendAt: '2027-04-01T12:00:00Z', sendAtMs: NOW + 9 },
    });
    const created = presentOrderForWebhook(first);
    const to = { sendAt: { text: '2027-05-01T12:00:00Z', ms: NOW + 99 } };
    const moved = happening(() => ({ kind: 'delivery_changed', by: BY, to }))(first, NOW + 1);
    expect(moved.delivery.sendAt).toBe(to.sendAt.text);
    expect(pastEvents(moved).map(({ order }) => order)).toEqual([created, presentOrderForWebhook(moved)]);
  });

  it('are the first event and the latest 61 of an order with a hundred failed payments', () => {
    let order = anOrder();
    for (let count = 0; count < 100; count++) order = withEvent(order, 'order.payment_failed', NOW + count, BY);
    const seqs = pastEvents(order).map(({ seq }) => seq);
    expect(seqs[0]).toBe(1);
    expect(seqs.slice(1)).toEqual(Array.from({ length: 61 }, (_, index) => 41 + index));
  });
});
