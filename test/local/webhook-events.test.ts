import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { webhookEvent } from '../../functions/api/webhooks/replies.ts';
import { isSignedWith, startReceiver, type Receiver } from '../support/receiver.ts';
import { startStack, type RunningStack } from '../support/stack.ts';
import { Partner, WEBHOOK_SEED } from '../support/webhooks.ts';

let stack: RunningStack;
let receiver: Receiver;
let partner: Partner;
let secret: string;
beforeAll(async () => {
  [stack, receiver] = await Promise.all([startStack({ seed: WEBHOOK_SEED }), startReceiver()]);
  partner = new Partner(stack);
  ({ secret } = await partner.register(receiver.url));
});
beforeEach(() => {
  receiver.received.length = 0;
});
afterAll(async () => {
  await Promise.all([stack?.stop(), receiver?.close()]);
});

interface EmbeddedOrder {
  id: string;
  status: string;
  payment: { status: string };
  fulfillment: { status: string | null };
  delivery: { send_at: string | null };
}

/** Checks that each event of an order was delivered once and signed. Returns the events in order, one line each. */
const story = async (orderId: string) => {
  await stack.idle();
  const events = receiver.received.filter(({ event }) => event.data['order']?.['id'] === orderId);
  for (const received of events) {
    expect(isSignedWith(secret, received)).toBe(true);
    expect(webhookEvent.safeParse(received.event).error).toBeUndefined();
  }
  const sorted = events.map(({ event }) => event).toSorted((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0));
  expect(sorted.map(({ sequence }) => sequence)).toEqual(sorted.map((_, index) => index + 1));
  return sorted.map(({ type, data }) => {
    const order = data['order'] as unknown as EmbeddedOrder;
    return `${type}: ${order.status} ${order.payment.status} ${order.fulfillment.status ?? 'null'}`;
  });
};

const CREATED = 'order.created: pending_payment pending null';
const SOLD = [
  CREATED,
  'order.payment_authorized: paid authorized processing',
  'order.fulfilled: fulfilled captured fulfilled',
];

describe('events of an order', () => {
  it('are its creation, its authorization and its fulfillment', async () => {
    const order = await partner.order();
    expect(await story(order)).toEqual([CREATED]);
    await partner.pay(order);
    expect(await story(order)).toEqual(SOLD);
  });

  it('include every failed payment, and the success on the same order', async () => {
    const order = await partner.order();
    const session = await partner.send<{ url: string }>(`/v2/orders/${order}/checkout-sessions`);
    await partner.sendCard(session.body.url, '4000 0000 0000 0002');
    await stack.idle();
    await partner.sendCard(session.body.url, '4000 0000 0000 9995');
    await stack.idle();
    await partner.sendCard(session.body.url, '4242 4242 4242 4242');
    expect(await story(order)).toEqual([
      CREATED,
      'order.payment_failed: pending_payment failed null',
      'order.payment_failed: pending_payment failed null',
      ...SOLD.slice(1),
    ]);
  });

  it('contain no duplicate when the gateway notifies three times and out of order', async () => {
    const order = await partner.order();
    await partner.pay(order, '4000 0000 0000 0259');
    expect((await story(order)).map((line) => line.split(':')[0])).toEqual([
      'order.created',
      'order.payment_authorized',
      'order.fulfilled',
    ]);
  });

  it('include each partial refund, and then the full one', async () => {
    const order = await partner.order();
    await partner.pay(order);
    await stack.idle();
    for (const body of [{ amount: 1000 }, { amount: 2000 }, undefined]) {
      const refund = await partner.send(`/v2/orders/${order}/refund`, body);
      expect(refund.status).toBe(200);
    }
    expect((await story(order)).slice(3)).toEqual([
      'order.partially_refunded: fulfilled partially_refunded fulfilled',
      'order.partially_refunded: fulfilled partially_refunded fulfilled',
      'order.refunded: fulfilled refunded fulfilled',
    ]);
  });

  it('include its fulfillment at send_at, not at payment', async () => {
    const sendAt = new Date((await stack.nowMs()) + 3 * 86_400_000).toISOString();
    const order = await partner.order({ delivery: { method: 'recipient_email', send_at: sendAt } });
    await partner.pay(order);
    expect((await story(order)).map((line) => line.split(':')[0])).toEqual([
      'order.created',
      'order.payment_authorized',
    ]);
    expect(receiver.received[0]?.event.data['order']).toMatchObject({ delivery: { send_at: sendAt } });
    await stack.advance(3 * 86_400 + 60);
    expect((await story(order)).map((line) => line.split(':')[0])).toEqual([
      'order.created',
      'order.payment_authorized',
      'order.fulfilled',
    ]);
  });

  it('end with its expiry', async () => {
    const order = await partner.order();
    await stack.advance(25 * 3600);
    const expected = [CREATED, 'order.expired: expired cancelled null'];
    expect(await story(order)).toEqual(expected);
    await stack.advance(48 * 3600);
    expect(await story(order)).toEqual(expected);
  });
});
