import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { webhookEvent, webhookReplies } from '../../functions/api/webhooks/replies.ts';
import { isSignedWith, signaturesOf, startReceiver, type Receiver } from '../support/receiver.ts';
import { startStack, type RunningStack } from '../support/stack.ts';
import { KEYS, Partner, WEBHOOK_SEED, type DeliveryBody, type ListBody } from '../support/webhooks.ts';

interface ErrorBody {
  error: { code: string; message: string; fields?: Record<string, string[]> };
}

let stack: RunningStack;
let partner: Partner;
const receivers: Receiver[] = [];
beforeAll(async () => {
  stack = await startStack({ seed: WEBHOOK_SEED });
  partner = new Partner(stack);
});
afterEach(async () => {
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
  const { data } = (await stack.get<ListBody<{ id: string }>>('/v2/webhook-endpoints', { key: KEYS.nordlys })).body;
  await Promise.all(data.map(({ id }) => stack.call('DELETE', `/v2/webhook-endpoints/${id}`, { key: KEYS.nordlys })));
});
afterAll(async () => {
  await stack?.stop();
});

const receive = async (): Promise<Receiver> => {
  const receiver = await startReceiver();
  receivers.push(receiver);
  return receiver;
};
const DELIVERIES = '/v2/webhook-deliveries';
const replay = (id: string, key: string = randomUUID()) =>
  partner.send<DeliveryBody & ErrorBody>(`${DELIVERIES}/${id}/replay`, undefined, key);

describe('the payload', () => {
  it('is the event, signed over the exact bytes, with the headers of the specification', async () => {
    const receiver = await receive();
    const { secret } = await partner.register(receiver.url, ['order.created']);
    const orderId = await partner.order();
    await stack.idle();
    const [received] = receiver.received;
    expect(receiver.received).toHaveLength(1);
    expect(webhookEvent.safeParse(received!.event).error).toBeUndefined();
    expect(received!.event).toMatchObject({ type: 'order.created', api_version: 'v2', sequence: 1 });
    expect(received!.event.data['order']).toMatchObject({ id: orderId, object: 'order', status: 'pending_payment' });
    expect(received!.headers['service-webhook-id']).toBe(received!.event.id);
    expect(received!.headers['service-webhook-secret-version']).toBe('1');
    const seconds = Number(received!.headers['service-webhook-timestamp']);
    expect(Math.abs(seconds * 1000 - (await stack.nowMs()))).toBeLessThan(20_000);
    expect(isSignedWith(secret, received!)).toBe(true);
    expect(isSignedWith(`${secret}x`, received!)).toBe(false);
    const standard = new Webhook(secret).verify(received!.raw, received!.headers as Record<string, string>);
    expect(standard).toEqual(received!.event);
    expect(isSignedWith(secret, { ...received!, raw: Buffer.concat([received!.raw, Buffer.from(' ')]) })).toBe(false);
  });

  it('contains no data of the buyer, the recipient, the greeting or an address', async () => {
    const receiver = await receive();
    await partner.register(receiver.url, ['order.created']);
    await partner.order();
    await stack.idle();
    const text = receiver.received[0]!.raw.toString();
    for (const personal of ['Bodil', 'bodil@', 'Rasmus', 'rasmus@', 'Hjertelig']) expect(text).not.toContain(personal);
    const order = receiver.received[0]!.event.data['order']!;
    for (const member of ['sender', 'recipient', 'greeting', 'address']) expect(order).not.toHaveProperty(member);
    expect(Object.keys(order['delivery'] as object).toSorted()).toEqual(['method', 'send_at']);
    expect(order['reference']).toMatch(/^[0-9A-Z]{10}$/);
  });

  it('is not sent again for a retried creation', async () => {
    const receiver = await receive();
    await partner.register(receiver.url);
    const key = randomUUID();
    await Promise.allSettled([partner.order({}, key), partner.order({}, key)]);
    await stack.idle();
    expect(receiver.types()).toEqual(['order.created']);
  });

  it('is sent to endpoints that subscribed to its type before the event', async () => {
    const [all, other, late] = [await receive(), await receive(), await receive()];
    await partner.register(all.url);
    await partner.register(other.url, ['order.expired']);
    await partner.order();
    await partner.register(late.url);
    await stack.idle();
    expect(all.types()).toEqual(['order.created']);
    expect(other.received).toEqual([]);
    expect(late.received).toEqual([]);
  });

  it('is sent within the company only', async () => {
    const receiver = await receive();
    await partner.register(receiver.url);
    await new Partner(stack, KEYS.fjord).order();
    await stack.idle();
    expect(receiver.received).toEqual([]);
  });

  it('keeps the first 256 characters of a response, without splitting a character', async () => {
    const receiver = await receive();
    receiver.answerWith(400, {}, `x${'\u{1f381}'.repeat(400)}`);
    const { id } = await partner.register(receiver.url);
    const { body } = await partner.ping(id);
    await stack.idle();
    const [attempt] = (await partner.delivery(body.delivery_id)).attempts;
    expect(attempt?.response_status).toBe(400);
    const excerpt = attempt?.response_excerpt ?? '';
    expect(excerpt.startsWith('x\u{1f381}')).toBe(true);
    expect(excerpt.isWellFormed()).toBe(true);
    expect([...excerpt].length).toBeLessThanOrEqual(256);
    await stack.call('DELETE', `/v2/webhook-endpoints/${id}`, { key: partner.key });
  });

  it('is signed with both secrets during a rotation, newest first, and never with more than two', async () => {
    const receiver = await receive();
    const { id, secret: first } = await partner.register(receiver.url);
    const rotate = async () => {
      const answer = await partner.send<{ secret: string }>(`/v2/webhook-endpoints/${id}/rotate-secret`);
      return answer.body.secret;
    };
    const second = await rotate();
    await partner.ping(id);
    await stack.idle();
    const third = await rotate();
    await partner.ping(id);
    await stack.idle();
    const [two, three] = receiver.received;
    expect(two!.headers['service-webhook-secret-version']).toBe('2');
    expect(signaturesOf(two!)).toHaveLength(2);
    expect([first, second].map((secret) => isSignedWith(secret, two!))).toEqual([true, true]);
    const newest = { ...two!, headers: { ...two!.headers, 'service-webhook-signature': signaturesOf(two!)[0]! } };
    expect(isSignedWith(second, newest)).toBe(true);
    expect([first, second, third].map((secret) => isSignedWith(secret, three!))).toEqual([false, true, true]);
    const { previous_secret_expires_at: end } = await partner.endpoint(id);
    await stack.moveTo(new Date(Date.parse(end ?? '') - 60_000).toISOString());
    await partner.ping(id);
    await stack.idle();
    expect(signaturesOf(receiver.received.at(-1)!)).toHaveLength(2);
    await stack.moveTo(end ?? '');
    await partner.ping(id);
    await stack.idle();
    const last = receiver.received.at(-1)!;
    expect(signaturesOf(last)).toHaveLength(1);
    expect(isSignedWith(third, last)).toBe(true);
    expect(await partner.endpoint(id)).toMatchObject({
      previous_secret_version: null,
      previous_secret_expires_at: null,
    });
  });
});

describe('deliveries', () => {
  it('are listed newest first with filters by endpoint, type, status and order', async () => {
    // Lets earlier orders expire before the receiver exists.
    await stack.advance(3600);
    await stack.idle();
    const [good, bad] = [await receive(), await receive()];
    bad.answerWith(500);
    const [healthy, broken] = [await partner.register(good.url), await partner.register(bad.url, ['order.created'])];
    const orders = [await partner.order(), await partner.order(), await partner.order()];
    await stack.idle();
    await partner.ping(healthy.id);
    await stack.idle();
    const ids = (deliveries: DeliveryBody[]) => deliveries.map(({ id }) => id);
    const mine = await partner.deliveries({ endpoint: healthy.id });
    expect(mine.map(({ event_type }) => event_type).toSorted()).toEqual([
      'order.created',
      'order.created',
      'order.created',
      'webhook.ping',
    ]);
    expect((await partner.deliveries({ endpoint: healthy.id, type: 'webhook.ping' })).length).toBe(1);
    expect(await partner.deliveries({ endpoint: healthy.id, status: 'queued' })).toEqual([]);
    const ofOrder = await partner.deliveries({ order: orders[1]! });
    expect(ofOrder.map(({ endpoint_id }) => endpoint_id).toSorted()).toEqual([healthy.id, broken.id].toSorted());
    expect(ids(await partner.deliveries({ order: orders[1]!, endpoint: broken.id, status: 'queued' }))).toHaveLength(1);
    const queued = await partner.deliveries({ status: 'queued', type: 'order.created' });
    expect(queued).toHaveLength(3);
    expect(queued.every(({ endpoint_id }) => endpoint_id === broken.id)).toBe(true);
    expect(ids(await partner.deliveries({ status: 'queued' }))).toEqual(ids(queued));
    const created = await partner.deliveries({ type: 'order.created', limit: '6' });
    expect(created.filter(({ status }) => status === 'queued')).toHaveLength(3);
    expect(created.filter(({ status }) => status === 'delivered')).toHaveLength(3);
    expect(ids(await partner.deliveries({ endpoint: 'wh_nobody' }))).toEqual([]);
    const named = { order_id: orders[1]!, endpoint_id: broken.id, event_type: 'order.created' };
    expect(ids(await partner.deliveries(named))).toHaveLength(1);
    const newest = await partner.deliveries({ limit: '1' });
    expect(newest).toMatchObject([{ event_type: 'webhook.ping', endpoint_id: healthy.id, status: 'delivered' }]);
  });

  it('are in the list of their status before and after a replay, and when their endpoint is deleted', async () => {
    const receiver = await receive();
    const { id } = await partner.register(receiver.url);
    const { body } = await partner.ping(id);
    await stack.idle();
    const statesOf = async () => {
      const found = [];
      for (const status of ['queued', 'delivered', 'failed', 'cancelled']) {
        const listed = await partner.deliveries({ status, type: 'webhook.ping', limit: '100' });
        if (listed.some((delivery) => delivery.id === body.delivery_id)) found.push(status);
      }
      return found;
    };
    expect(await statesOf()).toEqual(['delivered']);
    receiver.answerWith(500);
    expect((await partner.send(`/v2/webhook-deliveries/${body.delivery_id}/replay`)).status).toBe(202);
    await stack.idle();
    expect(await statesOf()).toEqual(['queued']);
    await stack.call('DELETE', `/v2/webhook-endpoints/${id}`, { key: partner.key });
    await stack.idle();
    expect(await statesOf()).toEqual(['cancelled']);
  });

  it('are paged without gaps or repeats', async () => {
    const receiver = await receive();
    const { id } = await partner.register(receiver.url);
    for (let count = 0; count < 7; count++) await partner.ping(id);
    await stack.idle();
    for (const query of [{ endpoint: id }, { type: 'webhook.ping', endpoint: id }, {}]) {
      const results: string[] = [];
      let cursor: string | null = null;
      do {
        const page: { body: ListBody<DeliveryBody> } = await stack.get(DELIVERIES, {
          key: KEYS.nordlys,
          query: { ...query, limit: '3', ...(cursor ? { starting_after: cursor } : {}) } as Record<string, string>,
        });
        expect(webhookReplies.WebhookDeliveryList.safeParse(page.body).error).toBeUndefined();
        results.push(...page.body.data.map(({ id: delivery }) => delivery));
        cursor = page.body.next_cursor;
      } while (cursor);
      expect(new Set(results).size).toBe(results.length);
      expect(results.length).toBeGreaterThanOrEqual(7);
    }
  });

  it('reject an unknown filter value', async () => {
    for (const query of [{ status: 'lost' }, { type: 'order.shipped' }] as Record<string, string>[]) {
      expect((await stack.get(DELIVERIES, { key: KEYS.nordlys, query })).status).toBe(422);
    }
  });

  it('can be read with their attempts, by their own company only', async () => {
    const receiver = await receive();
    receiver.answerWith(503, {}, 'over\u0007loaded'.repeat(50));
    const { id } = await partner.register(receiver.url);
    const { delivery_id: deliveryId } = (await partner.ping(id)).body;
    await stack.idle();
    const read = await stack.get<DeliveryBody>(`${DELIVERIES}/${deliveryId}`, { key: KEYS.nordlys });
    expect(webhookReplies.WebhookDeliveryDetail.safeParse(read.body).error).toBeUndefined();
    expect(read.body).toMatchObject({ status: 'queued', attempt_count: 1, last_response_status: 503 });
    expect(read.body.attempts).toMatchObject([{ response_status: 503, error: 'http_503' }]);
    expect(read.body.attempts[0]!.response_excerpt).toMatch(/^over/);
    expect(read.body.attempts[0]!.response_excerpt!.length).toBeLessThanOrEqual(256);
    expect((await stack.get(`${DELIVERIES}/${deliveryId}`, { key: KEYS.fjord })).status).toBe(404);
    expect((await stack.get(`${DELIVERIES}/whd_nothing`, { key: KEYS.nordlys })).status).toBe(404);
  });
});

describe('replaying a delivery', () => {
  it('sends the same event again with the same id and a new timestamp', async () => {
    const receiver = await receive();
    const { id, secret } = await partner.register(receiver.url);
    const { delivery_id: deliveryId } = (await partner.ping(id)).body;
    await stack.idle();
    await stack.advance(600);
    const key = randomUUID();
    const answer = await replay(deliveryId, key);
    expect(answer.status).toBe(202);
    expect(webhookReplies.WebhookDelivery.safeParse(answer.body).error).toBeUndefined();
    expect(answer.body.status).toBe('queued');
    await stack.idle();
    expect(receiver.received).toHaveLength(2);
    const [first, second] = receiver.received;
    expect(second!.raw.equals(first!.raw)).toBe(true);
    expect(second!.event.id).toBe(first!.event.id);
    const stamp = ({ headers }: { headers: NodeJS.Dict<string | string[]> }) =>
      Number(headers['service-webhook-timestamp']);
    // The timestamp is real time, because receivers compare it with their own clock, which the sandbox does not move.
    expect(stamp(second!)).toBeGreaterThanOrEqual(stamp(first!));
    expect(Math.abs(stamp(second!) - Date.now() / 1000)).toBeLessThan(300);
    expect(isSignedWith(secret, second!)).toBe(true);
    expect(await partner.delivery(deliveryId)).toMatchObject({ status: 'delivered', attempt_count: 2 });
    const repeated = await replay(deliveryId, key);
    expect(repeated).toMatchObject({ status: 202, body: answer.body });
    await stack.idle();
    expect(receiver.received).toHaveLength(2);
  });

  it('is refused while it is queued, and for an endpoint that was deleted or disabled', async () => {
    const receiver = await receive();
    receiver.answerWith(500);
    const { id } = await partner.register(receiver.url);
    const { delivery_id: deliveryId } = (await partner.ping(id)).body;
    await stack.idle();
    const refused = { status: 409, body: { error: { code: 'delivery_not_replayable' } } };
    expect(await replay(deliveryId)).toMatchObject(refused);
    const path = `/v2/webhook-endpoints/${id}`;
    await stack.call('PATCH', path, { key: KEYS.nordlys, body: { enabled: false } });
    expect(await partner.delivery(deliveryId)).toMatchObject({ status: 'cancelled', next_attempt_at: null });
    expect(await replay(deliveryId)).toMatchObject(refused);
    await stack.call('DELETE', path, { key: KEYS.nordlys });
    expect(await replay(deliveryId)).toMatchObject(refused);
    expect((await replay('whd_nothing')).status).toBe(404);
    const foreign = await new Partner(stack, KEYS.fjord).send(`${DELIVERIES}/${deliveryId}/replay`);
    expect(foreign.status).toBe(404);
    expect((await stack.post(`${DELIVERIES}/${deliveryId}/replay`, { key: KEYS.nordlys })).status).toBe(422);
  });

  it('sends nothing to a deleted endpoint', async () => {
    const receiver = await receive();
    receiver.answerWith(500);
    const { id } = await partner.register(receiver.url);
    const { delivery_id: deliveryId } = (await partner.ping(id)).body;
    await stack.idle();
    await stack.call('DELETE', `/v2/webhook-endpoints/${id}`, { key: KEYS.nordlys });
    expect(await partner.delivery(deliveryId)).toMatchObject({ status: 'cancelled' });
    await partner.order();
    await stack.advance(3600);
    await stack.idle();
    expect(receiver.received).toHaveLength(1);
  });
});
