import { describe, expect, it } from 'vitest';
import { orderCodec } from '../../../functions/domain/checkout/orders/order-codec.ts';
import type { OrderRow } from '../../../functions/domain/checkout/orders/rows.ts';
import { nextPaymentCheckMs } from '../../../functions/domain/checkout/orders/rules.ts';
import { STATE_NAMES, stateOf, type State } from '../../../functions/domain/checkout/orders/states.ts';
import { transition } from '../../../functions/domain/checkout/orders/transitions.ts';
import { stateEventPairs } from '../../support/order-life.ts';

/** The process that continues an order in each state; undefined if none is needed. */
const CHECKED_BY: Record<State, string | undefined> = {
  unpaid: 'order-expiry',
  authorized: 'order-payment',
  captured: 'order-fulfillment',
  fulfillment_failed: 'order-failed',
  fulfilled: undefined,
  cancelled: undefined,
  expired: undefined,
};

/**
 * Whether an order waits for something that ends without this process: a refund (by its due row) or a dispute (at the
 * gateway).
 */
const isHeldUp = ({ refund, payment }: OrderRow): boolean => refund !== undefined || payment.dispute?.status === 'open';

const SINCE_CREATION_MS = 6 * 60_000;

/** The schedule of an order after its first check. A payment before that check does not change the schedule. */
const dueKind = (order: OrderRow): string | undefined =>
  orderCodec.write({ ...order, createdAtMs: order.createdAtMs - SINCE_CREATION_MS }).duepk?.split('#')[0];

/** Every possible order, before and after each event. */
const everyOrder = stateEventPairs().flatMap(({ order, event, atMs }) => {
  const outcome = transition(order, event, atMs);
  return outcome.kind === 'changed' ? [order, outcome.order] : [order];
});

describe('an order with pending work', () => {
  it.each(STATE_NAMES)('is found by its schedule for every history: %s', (state) => {
    const orders = everyOrder.filter((order) => stateOf(order) === state);
    expect(orders.length).toBeGreaterThan(10);
    const found = orders
      .filter((order) => (state !== 'captured' || !isHeldUp(order)) && (state !== 'fulfilled' || !order.redraw))
      .map(dueKind);
    expect(new Set(found)).toEqual(new Set([CHECKED_BY[state]]));
  });

  it('is found by its schedule again when the date of its documents differs from that of its event', () => {
    const outdated = everyOrder.filter((order) => stateOf(order) === 'fulfilled' && order.redraw);
    const [failed = [], open = []] = [true, false].map((isFailed) =>
      outdated.filter(({ redraw }) => (redraw?.failedAtMs !== undefined) === isFailed),
    );
    expect(Math.min(failed.length, open.length)).toBeGreaterThan(10);
    expect(new Set(open.map(dueKind))).toEqual(new Set(['order-fulfillment']));
    expect(new Set(failed.map(dueKind))).toEqual(new Set(['order-failed']));
  });

  it('keeps the time of its next poll when it is paid, and is later issued without a message', () => {
    const minute = 60_000;
    const { order: unpaid, event } = stateEventPairs().find(
      (each) => stateOf(each.order) === 'unpaid' && each.event.kind === 'payment_captured',
    )!;
    const session = { id: 'cs_1', gateway: 'test', openedAtMs: 0, lapsesAtMs: 30 * minute } as const;
    const paidAt = (atMs: number, before: number) => {
      const open = { ...unpaid, updatedAtMs: before, session };
      const { order } = transition(open, event, atMs) as { order: OrderRow };
      const paid = { ...order, updatedAtMs: atMs, payment: { ...order.payment, capturedAtMs: atMs } };
      expect(stateOf(paid)).toBe('captured');
      return [orderCodec.write(open), orderCodec.write(paid)].map(({ duepk, duesk }) => `${duepk} ${duesk}`);
    };
    const [before, after] = paidAt(2 * minute, 0);
    expect(after).toBe(before);
    const [, late] = paidAt(40 * minute, 0);
    expect(late).toMatch(/^order-fulfillment#\d+ 0+3300000#/);
  });

  it('is not issued while its payment is being refunded or is disputed, and is found again afterwards', () => {
    const heldUp = everyOrder.filter((order) => stateOf(order) === 'captured' && isHeldUp(order));
    expect(heldUp.length).toBeGreaterThan(10);
    for (const order of heldUp) {
      expect(dueKind(order)).toBeUndefined();
      const { refund: _, ...rest } = order;
      const { dispute: __, ...payment } = order.payment;
      expect(dueKind({ ...rest, payment })).toBe('order-fulfillment');
    }
  });
});

describe('an unpaid order with a payment link', () => {
  const minute = 60_000;
  const session = { openedAtMs: 0, lapsesAtMs: 30 * minute } as OrderRow['session'] & object;
  const momentsAfter = (afterMs: number): number[] => {
    const next = nextPaymentCheckMs({ createdAtMs: 0, session }, afterMs);
    return next === undefined ? [] : [next / minute, ...momentsAfter(next)];
  };

  it('is polled every five minutes and when the link has expired, and at no other time', () => {
    expect(momentsAfter(-minute)).toEqual([5, 10, 15, 20, 25, 32]);
    expect(momentsAfter(5 * minute)).toEqual([10, 15, 20, 25, 32]);
    expect(momentsAfter(32 * minute)).toEqual([]);
    expect([0, 5].map((after) => nextPaymentCheckMs({ createdAtMs: 0 }, after * minute))).toEqual([
      5 * minute,
      undefined,
    ]);
  });

  it('is due at the same time with an open link as without a link, and without a link expires a day after its creation', () => {
    const unopened = everyOrder.find((order) => stateOf(order) === 'unpaid' && !order.session)!;
    const at = (createdAtMs: number, updatedAtMs: number, link?: object) =>
      orderCodec.write({ ...unopened, createdAtMs, updatedAtMs, ...(link ? { session: link } : {}) } as OrderRow).duesk;
    expect(at(0, 0, { ...session, openedAtMs: 4 * minute })).toBe(at(0, 0));
    expect(at(0, 0)).toMatch(/^0+300000#/);
    expect(at(0, 5 * minute)).toMatch(/^0+86400000#/);
  });
});
