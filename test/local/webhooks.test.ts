import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isSignedWith, startReceiver, type Receiver } from '../support/receiver.ts';
import { startStack, type RunningStack } from '../support/stack.ts';
import { KEYS, Partner, WEBHOOK_SEED } from '../support/webhooks.ts';

let stack: RunningStack;
let partner: Partner;
const receivers: Receiver[] = [];
beforeAll(async () => {
  stack = await startStack({ seed: WEBHOOK_SEED });
  partner = new Partner(stack);
});
afterEach(async () => {
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
  for (const key of [KEYS.nordlys, KEYS.fjord]) {
    const { data } = (await stack.get<{ data: { id: string }[] }>('/v2/webhook-endpoints', { key })).body;
    await Promise.all(data.map(({ id }) => stack.call('DELETE', `/v2/webhook-endpoints/${id}`, { key })));
  }
});
afterAll(async () => {
  await stack?.stop();
});

const receive = async (): Promise<Receiver> => {
  const receiver = await startReceiver();
  receivers.push(receiver);
  return receiver;
};
const HOUR = 3600;

describe('retries', () => {
  it('follow the schedule to its end, each with the same body and a valid signature', async () => {
    const receiver = await receive();
    receiver.answerWith(500);
    const { id, secret } = await partner.register(receiver.url);
    const { delivery_id: deliveryId } = (await partner.ping(id)).body;
    await stack.idle();
    const schedule = [5, 60, 300, 1800, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];
    for (let next = (await partner.delivery(deliveryId)).next_attempt_at; next !== null;) {
      const waitMs = Date.parse(next) + 1500 - (await stack.nowMs());
      await stack.advance(Math.max(0.001, waitMs / 1000));
      await stack.idle();
      next = (await partner.delivery(deliveryId)).next_attempt_at;
    }
    // `attempted_at` uses the clock of the stack. Timestamps of webhooks use the real clock.
    const { attempts } = await partner.delivery(deliveryId);
    const madeAt = attempts.map(({ attempted_at: at }) => Date.parse(at) / 1000);
    const gaps = schedule.map((_, index) => madeAt[index + 1]! - madeAt[index]!);
    for (const [index, seconds] of schedule.entries()) {
      expect(gaps[index], `after ${seconds} s`).toBeGreaterThanOrEqual(Math.floor(seconds * 0.9) - 1);
      expect(gaps[index], `after ${seconds} s`).toBeLessThanOrEqual(seconds + 60);
    }
    expect(receiver.received).toHaveLength(11);
    expect(await partner.delivery(deliveryId)).toMatchObject({
      status: 'failed',
      attempt_count: 11,
      next_attempt_at: null,
      last_response_status: 500,
    });
    await stack.advance(48 * HOUR);
    await stack.idle();
    expect(receiver.received).toHaveLength(11);
    for (const received of receiver.received) {
      expect(isSignedWith(secret, received)).toBe(true);
      expect(received.raw.equals(receiver.received[0]!.raw)).toBe(true);
    }
    expect(await partner.endpoint(id)).toMatchObject({
      failure_count: 11,
      consecutive_failures: 11,
      status: 'enabled',
    });
  });

  it('end with the first success', async () => {
    const receiver = await receive();
    receiver.answerWith(500);
    const { id } = await partner.register(receiver.url);
    const { delivery_id: deliveryId } = (await partner.ping(id)).body;
    await stack.idle();
    receiver.answerWith(202);
    await stack.advance(6);
    await stack.idle();
    expect(await partner.delivery(deliveryId)).toMatchObject({ status: 'delivered', attempt_count: 2 });
    const endpoint = await partner.endpoint(id);
    expect(endpoint).toMatchObject({ failure_count: 1, consecutive_failures: 0 });
    expect(endpoint.last_success_at).not.toBeNull();
    expect(endpoint.last_failure_at).not.toBeNull();
    await stack.advance(HOUR);
    await stack.idle();
    expect(receiver.received).toHaveLength(2);
  });

  it('respect Retry-After', async () => {
    const receiver = await receive();
    receiver.answerWith(429, { 'Retry-After': '600' });
    const { id } = await partner.register(receiver.url);
    await partner.ping(id);
    await stack.idle();
    await stack.advance(590);
    await stack.idle();
    expect(receiver.received).toHaveLength(1);
    await stack.advance(12);
    await stack.idle();
    expect(receiver.received).toHaveLength(2);
  });

  it('count a redirect as a failure and do not follow it', async () => {
    const [receiver, target] = [await receive(), await receive()];
    receiver.answerWith(302, { Location: target.url });
    const { id } = await partner.register(receiver.url);
    const { delivery_id: deliveryId } = (await partner.ping(id)).body;
    await stack.idle();
    expect(target.received).toEqual([]);
    expect((await partner.delivery(deliveryId)).attempts).toMatchObject([
      { response_status: 302, error: 'redirect_not_followed' },
    ]);
  });

  it('count a closed or refused connection as a failure with its reason', async () => {
    const receiver = await receive();
    receiver.behavior = (_, answer) => answer.destroy();
    const { id } = await partner.register(receiver.url);
    const { delivery_id: hungUp } = (await partner.ping(id)).body;
    await stack.idle();
    expect(await partner.delivery(hungUp)).toMatchObject({ last_error: 'connection_reset', status: 'queued' });
    await receivers.splice(0)[0]!.close();
    const { delivery_id: gone } = (await partner.ping(id)).body;
    await stack.idle();
    expect(await partner.delivery(gone)).toMatchObject({
      last_error: 'connection_refused',
      last_response_status: null,
    });
  });
});

describe('disabling endpoints', () => {
  it('happens immediately for a 410, fails queued deliveries, and is reset when the endpoint is enabled', async () => {
    const receiver = await receive();
    receiver.answerWith(500);
    const { id } = await partner.register(receiver.url);
    const { delivery_id: waiting } = (await partner.ping(id)).body;
    await stack.idle();
    receiver.answerWith(410);
    const { delivery_id: last } = (await partner.ping(id)).body;
    await stack.idle();
    expect(await partner.endpoint(id)).toMatchObject({ status: 'disabled', disabled_reason: 'gone' });
    const mails = await stack.mail('hello@nordlys.example');
    expect(mails.filter(({ text }) => text?.includes(receiver.url))).toHaveLength(1);
    expect(await partner.delivery(last)).toMatchObject({ status: 'failed', last_response_status: 410 });
    expect(await partner.delivery(waiting)).toMatchObject({ status: 'failed', next_attempt_at: null });
    const sent = receiver.received.length;
    await partner.order();
    await stack.advance(HOUR);
    await stack.idle();
    expect(receiver.received).toHaveLength(sent);
    receiver.answerWith(204);
    await stack.call('PATCH', `/v2/webhook-endpoints/${id}`, { key: KEYS.nordlys, body: { enabled: true } });
    await partner.order();
    await stack.idle();
    expect(receiver.received).toHaveLength(sent + 1);
    expect(await partner.endpoint(id)).toMatchObject({ status: 'enabled', consecutive_failures: 0 });
  });

  it('happens after five days of failures, with an email to the company', async () => {
    const receiver = await receive();
    receiver.answerWith(503);
    const fjord = new Partner(stack, KEYS.fjord);
    const { id } = await fjord.register(receiver.url);
    for (let day = 0; day < 5; day++) {
      await fjord.ping(id);
      await stack.idle();
      expect(await fjord.endpoint(id)).toMatchObject({ status: 'enabled' });
      await stack.advance(24 * HOUR);
    }
    await fjord.ping(id);
    await stack.idle();
    expect(await fjord.endpoint(id)).toMatchObject({ status: 'disabled', disabled_reason: 'failing' });
    expect(await fjord.deliveries({ endpoint: id, status: 'queued' })).toEqual([]);
    expect((await fjord.ping(id)).status).toBe(404);
    const mails = await stack.mail('no-reply@fjord.example');
    expect(mails).toHaveLength(1);
    expect(mails[0]!.text).toContain(receiver.url);
  });

  it('does not happen after a success in between', async () => {
    const receiver = await receive();
    const { id } = await partner.register(receiver.url);
    for (let day = 0; day < 8; day++) {
      receiver.answerWith(day === 4 ? 204 : 503);
      await partner.ping(id);
      await stack.idle();
      await stack.advance(24 * HOUR);
      receiver.answerWith(503);
    }
    await stack.idle();
    expect(await partner.endpoint(id)).toMatchObject({ status: 'enabled' });
  });
});

describe('replaying failures', () => {
  it('queues the failed deliveries of a time range again', async () => {
    const receiver = await receive();
    receiver.answerWith(410);
    const { id } = await partner.register(receiver.url);
    const enable = () =>
      stack.call('PATCH', `/v2/webhook-endpoints/${id}`, { key: KEYS.nordlys, body: { enabled: true } });
    const moments: string[] = [];
    const ids: string[] = [];
    for (let count = 0; count < 3; count++) {
      moments.push(new Date(await stack.nowMs()).toISOString());
      ids.push((await partner.ping(id)).body.delivery_id);
      await stack.idle();
      await enable();
      await stack.advance(60);
    }
    receiver.answerWith(204);
    const path = `/v2/webhook-endpoints/${id}/replay-failed`;
    const range = { created_after: moments[1], created_before: moments[2] };
    const reply = await partner.send<{ replayed_count: number }>(path, range, 'range-1');
    expect(reply).toMatchObject({ status: 202, body: { replayed_count: 1, has_more: false, endpoint_id: id } });
    expect(await partner.send(path, range, 'range-1')).toMatchObject({ status: 202, body: reply.body });
    await stack.idle();
    const statuses = async () =>
      (await Promise.all(ids.map((each) => partner.delivery(each)))).map(({ status }) => status);
    expect(await statuses()).toEqual(['failed', 'delivered', 'failed']);
    expect(await partner.send(path)).toMatchObject({ status: 202, body: { replayed_count: 2 } });
    await stack.idle();
    expect(await statuses()).toEqual(['delivered', 'delivered', 'delivered']);
    for (const body of [{ created_after: 'x' }, { from: moments[0] }, { ...range, created_before: moments[0] }]) {
      expect((await partner.send(path, body)).status).toBe(422);
    }
  });
});

describe('retention', () => {
  it('deletes deliveries and events after thirty days', async () => {
    const receiver = await receive();
    const { id } = await partner.register(receiver.url);
    const { delivery_id: deliveryId, id: eventId } = (await partner.ping(id)).body;
    await stack.idle();
    const feed = async (): Promise<string[]> => {
      const { body } = await stack.get<{ data: { id: string }[] }>('/v2/webhook-events', {
        key: KEYS.nordlys,
        query: { limit: '100' },
      });
      return body.data.map((event) => event.id);
    };
    await stack.advance(29 * 24 * HOUR);
    expect((await partner.delivery(deliveryId)).status).toBe('delivered');
    expect(await feed()).toContain(eventId);
    await stack.advance(2 * 24 * HOUR);
    expect((await stack.get(`/v2/webhook-deliveries/${deliveryId}`, { key: KEYS.nordlys })).status).toBe(404);
    expect(await partner.deliveries({ endpoint: id })).toEqual([]);
    expect(await feed()).not.toContain(eventId);
  });
});
