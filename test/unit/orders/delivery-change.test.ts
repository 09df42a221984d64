import { describe, expect, test } from 'vitest';
import type { OrderEvent } from '../../../functions/domain/checkout/orders/events.ts';
import { orderCodec } from '../../../functions/domain/checkout/orders/order-codec.ts';
import type { OrderRow } from '../../../functions/domain/checkout/orders/rows.ts';
import { asCreated, rememberedEvents } from '../../../functions/domain/checkout/orders/rules.ts';
import { transition } from '../../../functions/domain/checkout/orders/transitions.ts';
import { ERASED_EMAIL } from '../../../functions/platform/erased-email.ts';
import { erasedOrder, isPartyOfOrder } from '../../../functions/domain/reporting/privacy/rules.ts';
import { dueMoment } from '../../../functions/storage/due.ts';
import { anOrder, NOW } from '../../support/orders.ts';

const HOUR_MS = 3_600_000;
const at = (hours: number) => ({ text: new Date(NOW + hours * HOUR_MS).toISOString(), ms: NOW + hours * HOUR_MS });
const WRONG = 'wrong@example.com';
const RIGHT = 'right@example.com';

const ordered = (): OrderRow =>
  anOrder({
    recipient: { name: 'Bo', email: WRONG },
    delivery: { method: 'recipient_email', sendAt: at(5).text, sendAtMs: at(5).ms },
  });
type Change = Extract<OrderEvent, { kind: 'delivery_changed' }>['to'];
const change = (order: OrderRow, to: Change, nowMs = NOW) =>
  transition(order, { kind: 'delivery_changed', by: { system: 'test' }, to }, nowMs);
const changed = (order: OrderRow, to: Change): OrderRow => {
  const outcome = change(order, to);
  if (outcome.kind !== 'changed') throw new Error(outcome.kind);
  return outcome.order;
};

describe('a delivery that is changed', () => {
  test('twice is reported twice, and the original order is kept', () => {
    const once = changed(ordered(), { recipientEmail: RIGHT });
    const twice = changed(once, { sendAt: at(2) });
    expect(twice).toMatchObject({ recipient: { name: 'Bo', email: RIGHT }, delivery: { sendAtMs: at(2).ms } });
    expect(rememberedEvents(twice.event).map(({ type }) => type)).toEqual([
      'order.created',
      'order.delivery_changed',
      'order.delivery_changed',
    ]);
    const { recipient, delivery } = asCreated(twice);
    expect({ recipient, delivery }).toEqual({ recipient: ordered().recipient, delivery: ordered().delivery });
  });

  test('to its current values changes nothing', () => {
    expect(change(ordered(), { sendAt: at(5), recipientEmail: WRONG }).kind).toBe('ignored');
  });

  test.each([1, 0.1])('to %s hours from now is sent at that time, although payment was shortly before', (hours) => {
    const paid: OrderRow = {
      ...ordered(),
      status: 'paid',
      fulfillment: { status: 'processing' },
      payment: { status: 'captured', captured: 51_000, refunded: 0, failedAttempts: [], capturedAtMs: NOW },
    };
    expect(dueMoment(orderCodec.write(changed(paid, { sendAt: at(hours) })))).toBe(at(hours).ms);
  });

  test('is refused once its send time is reached', () => {
    expect(change(ordered(), { sendAt: at(9) }, at(5).ms - 1).kind).toBe('changed');
    expect(change(ordered(), { sendAt: at(9) }, at(5).ms).kind).toBe('refused');
  });

  test('keeps no data of its original recipient once that person is erased', () => {
    const order = changed(ordered(), { recipientEmail: RIGHT });
    expect(isPartyOfOrder(order, WRONG)).toBe(true);
    expect(JSON.stringify(erasedOrder(order, WRONG, 0))).not.toContain(WRONG);
    expect(erasedOrder(order, WRONG, 0).recipient?.email).toBe(RIGHT);
    expect(erasedOrder(order, RIGHT, 0)).toMatchObject({
      recipient: { email: ERASED_EMAIL },
      deliveryAsOrdered: { recipient: { email: WRONG } },
    });
  });
});
