import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OrderRow } from '../../../functions/domain/orders/rows.ts';
import { judgePayment, refundedOrder, type PaymentFact } from '../../../functions/domain/payments/rules.ts';
import { anOrder, NOW } from '../../support/orders.ts';

const fact = (kind: PaymentFact['kind'], paymentReference = 'pay_1', amount = 51000): PaymentFact => ({
  kind,
  gateway: 'test',
  paymentReference,
  amount,
  occurredAtMs: NOW,
});

const after = (order: OrderRow, ...facts: PaymentFact[]): OrderRow =>
  facts.reduce((current, next) => {
    const verdict = judgePayment(current, next, NOW);
    return verdict.kind === 'unchanged' ? current : verdict.order;
  }, order);

describe('what a payment fact does to an order', () => {
  it('an authorization makes the order paid and owes one order.payment_authorized', () => {
    const verdict = judgePayment(anOrder(), fact('authorized'), NOW);
    expect(verdict).toMatchObject({
      kind: 'changed',
      holds: 'sell',
      order: {
        status: 'paid',
        payment: { status: 'authorized' },
        fulfillment: { status: 'processing' },
        event: { seq: 2, type: 'order.payment_authorized' },
      },
    });
  });

  it('a capture that overtakes its authorization pays the order once', () => {
    const order = after(anOrder(), fact('captured'), fact('authorized'), fact('captured'));
    expect(order.payment).toMatchObject({ status: 'captured', captured: 51000 });
    expect(order.event.seq).toBe(2);
  });

  it('each failed attempt owes one event, however often it is reported', () => {
    const order = after(anOrder(), fact('failed', 'a'), fact('failed', 'a'), fact('failed', 'b'));
    expect(order.payment.status).toBe('failed');
    expect(order.event).toMatchObject({ seq: 3, type: 'order.payment_failed' });
  });

  it('a declined order can still be paid', () => {
    expect(after(anOrder(), fact('failed', 'a'), fact('authorized', 'b')).status).toBe('paid');
  });

  it('a failure that arrives after payment changes nothing', () => {
    const paid = after(anOrder(), fact('authorized'));
    expect(judgePayment(paid, fact('failed', 'z'), NOW)).toEqual({ kind: 'unchanged' });
  });

  it('a capture that lands on an expired order is kept aside and leaves the order expired', () => {
    const expired = anOrder({
      status: 'expired',
      payment: { status: 'cancelled', captured: 0, refunded: 0, failedAttempts: [] },
    });
    const verdict = judgePayment(expired, fact('captured'), NOW);
    expect(verdict).toMatchObject({
      kind: 'stray',
      order: {
        status: 'expired',
        payment: { status: 'cancelled', captured: 0, strayCaptures: [{ reference: 'pay_1', amount: 51000 }] },
      },
    });
  });

  it('a second payment of a paid order does not count', () => {
    const paid = after(anOrder(), fact('authorized'), fact('captured'));
    expect(judgePayment(paid, fact('captured', 'pay_2'), NOW).kind).toBe('stray');
  });

  it('an authorization that is given up before its capture cancels the order and gives its stock back', () => {
    const verdict = judgePayment(after(anOrder(), fact('authorized')), fact('cancelled'), NOW);
    expect(verdict).toMatchObject({ kind: 'changed', holds: 'take-back', order: { status: 'cancelled' } });
  });

  it('in any order and number of facts about one payment the books of the order hold', () => {
    const facts = fc.array(fc.constantFrom(fact('authorized'), fact('captured'), fact('failed', 'other')), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(facts, (sequence) => {
        const order = after(anOrder(), ...sequence);
        const kinds = new Set(sequence.map(({ kind }) => kind));
        expect(order.status === 'paid').toBe(kinds.has('authorized') || kinds.has('captured'));
        expect(order.payment.captured).toBe(kinds.has('captured') ? 51000 : 0);
        expect(order.payment.strayCaptures ?? []).toEqual([]);
      }),
    );
  });
});

describe('what a refund does to an order', () => {
  const paid = after(anOrder(), fact('authorized'), fact('captured'));
  const fulfilled: OrderRow = { ...paid, status: 'fulfilled', fulfillment: { status: 'fulfilled' } };

  it('a part leaves it partially refunded, the rest refunds it', () => {
    const part = refundedOrder(fulfilled, 20000, NOW);
    expect(part).toMatchObject({ status: 'fulfilled', payment: { status: 'partially_refunded', refunded: 20000 } });
    expect(part.event.type).toBe('order.partially_refunded');
    const whole = refundedOrder(part, 31000, NOW);
    expect(whole).toMatchObject({ payment: { status: 'refunded', refunded: 51000 } });
    expect(whole.event).toMatchObject({ type: 'order.refunded', seq: part.event.seq + 1 });
  });

  it('all of it before fulfilment cancels the order, so that nothing is issued for it', () => {
    expect(refundedOrder(paid, 51000, NOW)).toMatchObject({ status: 'cancelled', fulfillment: { status: null } });
  });
});
