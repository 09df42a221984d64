import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { webhookReplies } from '../../functions/api/webhooks/replies.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startStack, type RunningStack } from '../support/stack.ts';
import { ALL_EVENTS, KEYS, Partner, WEBHOOK_SEED, type EndpointBody, type ListBody } from '../support/webhooks.ts';

interface ErrorBody {
  error: { code: string; message: string; fields?: Record<string, string[]> };
}

let stack: RunningStack;
let partner: Partner;
let receiver: Receiver;
beforeAll(async () => {
  [stack, receiver] = await Promise.all([startStack({ seed: WEBHOOK_SEED }), startReceiver()]);
  partner = new Partner(stack);
});
afterAll(async () => {
  await Promise.all([stack?.stop(), receiver?.close()]);
});

const PATH = '/v2/webhook-endpoints';
const url = () => receiver.url;
const good = (over: object = {}) => ({ url: url(), events: ['order.created'], ...over });

describe('registering an endpoint', () => {
  it('returns 201 with the secret once, and 200 without it for a repeat', async () => {
    const key = randomUUID();
    const first = await partner.send<EndpointBody>(PATH, good(), key);
    expect(first.status).toBe(201);
    expect(webhookReplies.RegisteredWebhookEndpoint.safeParse(first.body).error).toBeUndefined();
    expect(first.body).toMatchObject({ url: url(), events: ['order.created'], status: 'enabled', secret_version: 1 });
    const again = await partner.send<EndpointBody>(PATH, good(), key);
    expect(again.status).toBe(200);
    expect(webhookReplies.WebhookEndpoint.safeParse(again.body).error).toBeUndefined();
    expect(again.body.id).toBe(first.body.id);
    expect(again.body).not.toHaveProperty('secret');
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });

  it('creates one endpoint for concurrent requests with the same key', async () => {
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3, 4].map(() => partner.send<EndpointBody>(PATH, good(), key)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.every(({ status }) => [200, 201, 409].includes(status))).toBe(true);
    const ids = answers.filter(({ status }) => status < 300).map(({ body }) => body.id);
    expect(new Set(ids).size).toBe(1);
  });

  it('rejects a used key with other input, and a missing key', async () => {
    const key = randomUUID();
    await partner.send(PATH, good(), key);
    const other = await partner.send<ErrorBody>(PATH, good({ events: ['order.expired'] }), key);
    expect(other).toMatchObject({ status: 409, body: { error: { code: 'idempotency_conflict' } } });
    const broken = await partner.send<ErrorBody>(PATH, { nonsense: true }, key);
    expect(broken).toMatchObject({ status: 409, body: { error: { code: 'idempotency_conflict' } } });
    const missing = await stack.post<ErrorBody>(PATH, { key: KEYS.nordlys, body: good() });
    expect(missing).toMatchObject({ status: 422, body: { error: { code: 'idempotency_key_required' } } });
  });

  it('releases the key of a rejected body', async () => {
    const key = randomUUID();
    expect((await partner.send(PATH, good({ events: [] }), key)).status).toBe(422);
    expect((await partner.send(PATH, good(), key)).status).toBe(201);
  });

  it.each([
    ['an unknown field', { description: 'x' }, 'description'],
    ['a ping subscription', { events: ['webhook.ping'] }, 'events.0'],
    ['an invented event', { events: ['order.created', 'order.shipped'] }, 'events.1'],
    ['no events', { events: [] }, 'events'],
    ['an event twice', { events: ['order.created', 'order.created'] }, 'events'],
    ['events that are not a list', { events: 'order.created' }, 'events'],
    ['no url', { url: undefined }, 'url'],
    ['an empty url', { url: '' }, 'url'],
    ['an invalid url', { url: 'hooks' }, 'url'],
    ['a url that is not approved', { url: 'https://elsewhere.example/hooks' }, 'url'],
    ['another path', { url: 'https://shop.example/admin' }, 'url'],
    ['a path that leaves the approved one', { url: 'https://shop.example/hooks/../admin' }, 'url'],
    ['a look-alike host', { url: 'https://shop.example.evil.example/hooks' }, 'url'],
    ['plain http', { url: 'http://shop.example/hooks' }, 'url'],
    ['credentials', { url: 'https://user:pw@shop.example/hooks' }, 'url'],
    ['a fragment', { url: 'https://shop.example/hooks#a' }, 'url'],
    ['an empty fragment', { url: 'https://shop.example/hooks#' }, 'url'],
    ['an encoded parent folder', { url: 'https://shop.example/hooks/..%2fadmin' }, 'url'],
    ['a backslash', { url: 'https://shop.example\\hooks' }, 'url'],
    ['one slash too few', { url: 'https:/shop.example/hooks' }, 'url'],
    ['one slash too many', { url: 'https:///shop.example/hooks' }, 'url'],
    ['port 0', { url: 'http://127.0.0.1:0/hooks' }, 'url'],
    ['a header in the address', { url: 'https://shop.example/hooks\r\nX-Evil: 1' }, 'url'],
    ['a space', { url: 'https://shop.example/hooks /a' }, 'url'],
    ['https on a private address', { url: 'https://10.0.0.1/hooks' }, 'url'],
    ['metadata', { url: 'http://169.254.169.254/latest' }, 'url'],
    ['a script', { url: 'javascript:alert(1)' }, 'url'],
    ['a url that is too long', { url: `https://shop.example/hooks/${'a'.repeat(3000)}` }, 'url'],
  ])('refuses %s and names the field', async (_, over, field) => {
    const answer = await partner.send<ErrorBody>(PATH, good(over));
    expect(answer.status).toBe(422);
    expect(answer.body.error.code).toBe('validation_failed');
    expect(Object.keys(answer.body.error.fields ?? {})).toContain(field);
  });

  it('accepts an approved https URL that does not resolve here', async () => {
    const answer = await partner.send<EndpointBody>(PATH, good({ url: 'https://shop.example/hooks/orders' }));
    expect(answer.status).toBe(201);
  });

  it('requires an attributed API key with the scope', async () => {
    const send = (key?: string) =>
      stack.post<ErrorBody>(PATH, { body: good(), idempotencyKey: true, ...(key ? { key } : {}) });
    expect(await send(KEYS.reader)).toMatchObject({ status: 403, body: { error: { code: 'insufficient_scope' } } });
    expect(await send(KEYS.unattributed)).toMatchObject({
      status: 403,
      body: { error: { code: 'credential_not_attributed' } },
    });
    expect((await send()).status).toBe(401);
    expect((await stack.get(PATH, { key: KEYS.stranger })).status).toBe(403);
  });
});

describe('reading and changing endpoints', () => {
  it('lists newest first, in pages, without secrets', async () => {
    const fjord = new Partner(stack, KEYS.fjord);
    const made: string[] = [];
    for (let count = 0; count < 5; count++) made.push((await fjord.register(url())).id);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: Record<string, string> = { limit: '2', ...(cursor ? { starting_after: cursor } : {}) };
      const page = await stack.get<ListBody<EndpointBody>>(PATH, { key: KEYS.fjord, query });
      expect(webhookReplies.WebhookEndpointList.safeParse(page.body).error).toBeUndefined();
      expect(page.bytes.toString()).not.toMatch(/whsec_|sealed/);
      expect(page.body.has_more).toBe(page.body.next_cursor !== null);
      seen.push(...page.body.data.map(({ id }) => id));
      cursor = page.body.next_cursor;
    } while (cursor);
    expect(seen).toEqual(made.toReversed());
  });

  it('rejects a cursor of another company, and an invented one', async () => {
    const query = { limit: '1' };
    const page = await stack.get<ListBody<EndpointBody>>(PATH, { key: KEYS.fjord, query });
    const foreign = await stack.get<ErrorBody>(PATH, {
      key: KEYS.nordlys,
      query: { starting_after: page.body.next_cursor ?? '' },
    });
    expect(foreign.status).toBe(422);
    expect(foreign.body.error.fields).toHaveProperty('starting_after');
    for (const path of [PATH, '/v2/webhook-deliveries', '/v2/webhook-events']) {
      const answer = await stack.get<ErrorBody>(path, { key: KEYS.nordlys, query: { starting_after: 'wh_1' } });
      expect(answer.status).toBe(422);
      expect(answer.body.error.fields).toHaveProperty('starting_after');
    }
  });

  it('returns 404 for an endpoint of another company, for every operation', async () => {
    const { id } = await partner.register(url());
    const fjord = new Partner(stack, KEYS.fjord);
    const path = `${PATH}/${id}`;
    const key = KEYS.fjord;
    const answers = [
      await stack.get(path, { key }),
      await stack.call('PATCH', path, { key, body: { enabled: false } }),
      await stack.call('DELETE', path, { key }),
      await fjord.send(`${path}/ping`),
      await fjord.send(`${path}/rotate-secret`),
      await fjord.send(`${path}/replay-failed`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
    expect((await stack.get(path, { key: KEYS.nordlys })).status).toBe(200);
  });

  it('allows an agency to act for an assigned company by query and by body', async () => {
    const agency = KEYS.agency;
    const byBody = await stack.post<EndpointBody>(PATH, {
      key: agency,
      idempotencyKey: true,
      body: good({ company: 'fjord' }),
    });
    expect(byBody.status).toBe(201);
    const list = await stack.get<ListBody<EndpointBody>>(PATH, { key: agency, query: { company: 'fjord' } });
    expect(list.body.data.map(({ id }) => id)).toContain(byBody.body.id);
    const foreign = await stack.get(PATH, { key: agency, query: { company: 'nordlys' } });
    expect(foreign.status).toBe(404);
  });

  it('changes URL, events and enabled state, and keeps omitted members', async () => {
    const { id } = await partner.register(url(), ['order.created']);
    const change = (body: object) => stack.call<EndpointBody>('PATCH', `${PATH}/${id}`, { key: KEYS.nordlys, body });
    const events = await change({ events: ['order.expired'] });
    expect(events).toMatchObject({ status: 200, body: { events: ['order.expired'], url: url(), status: 'enabled' } });
    expect(webhookReplies.WebhookEndpoint.safeParse(events.body).error).toBeUndefined();
    expect(await change({ enabled: false })).toMatchObject({
      body: { status: 'disabled', disabled_reason: 'request', events: ['order.expired'] },
    });
    expect(await change({ enabled: true })).toMatchObject({ body: { status: 'enabled', disabled_reason: null } });
    expect(await change({ url: `${url()}/new` })).toMatchObject({ body: { url: `${url()}/new` } });
    for (const body of [
      {},
      { url: 'https://elsewhere.example/' },
      { events: [] },
      { secret: 'x' },
      { enabled: 'no' },
    ]) {
      expect((await change(body)).status).toBe(422);
    }
  });

  it('returns 404 for a deleted endpoint, even when it is deleted again', async () => {
    const { id } = await partner.register(url());
    const path = `${PATH}/${id}`;
    const gone = await stack.call('DELETE', path, { key: KEYS.nordlys });
    expect(gone.status).toBe(204);
    expect(gone.bytes).toHaveLength(0);
    expect((await stack.call('DELETE', path, { key: KEYS.nordlys })).status).toBe(404);
    expect((await stack.get(path, { key: KEYS.nordlys })).status).toBe(404);
    expect((await partner.ping(id)).status).toBe(404);
  });
});

describe('rotating a secret', () => {
  it('returns the new secret once, and the time at which the previous one expires', async () => {
    const { id, secret } = await partner.register(url());
    const key = randomUUID();
    const path = `${PATH}/${id}/rotate-secret`;
    const rotation = await partner.send<EndpointBody>(path, undefined, key);
    expect(rotation.status).toBe(200);
    expect(webhookReplies.RotatedWebhookSecret.safeParse(rotation.body).error).toBeUndefined();
    expect(rotation.body).toMatchObject({ id, secret_version: 2, previous_secret_version: 1 });
    expect(rotation.body.secret).toMatch(/^whsec_/);
    expect(rotation.body.secret).not.toBe(secret);
    const until = Date.parse(rotation.body.previous_secret_expires_at ?? '');
    expect(Math.abs(until - (await stack.nowMs()) - 86_400_000)).toBeLessThan(5000);
    const again = await partner.send<EndpointBody>(path, undefined, key);
    expect(again.status).toBe(200);
    expect(again.body).not.toHaveProperty('secret');
    expect(again.body.secret_version).toBe(2);
    expect(await partner.endpoint(id)).toMatchObject({ secret_version: 2, previous_secret_version: 1 });
    expect((await partner.send(path, { secret: 'mine' })).status).toBe(422);
  });
});

describe('pinging', () => {
  it('returns 202, and uses the key as the identity of the event', async () => {
    const { id } = await partner.register(url(), ['order.expired']);
    const key = randomUUID();
    const first = await partner.ping(id, key);
    expect(first.status).toBe(202);
    expect(webhookReplies.WebhookPing.safeParse(first.body).error).toBeUndefined();
    const again = await partner.ping(id, key);
    expect(again).toMatchObject({ status: 202, body: first.body });
    await stack.idle();
    const pings = receiver.received.filter(({ event }) => event.data['endpoint']?.['id'] === id);
    expect(pings).toHaveLength(1);
    expect(pings[0]?.event).toMatchObject({ id: first.body.id, type: 'webhook.ping', api_version: 'v2' });
    expect((await partner.ping(id)).body.id).not.toBe(first.body.id);
  });

  it('has no body, requires a key, and rejects a disabled endpoint', async () => {
    const { id } = await partner.register(url());
    const path = `${PATH}/${id}/ping`;
    const body = await partner.send<ErrorBody>(path, { message: 'hi' });
    expect(body.status).toBe(422);
    expect(body.body.error.fields).toHaveProperty('message');
    expect((await partner.send(path, {})).status).toBe(202);
    expect((await stack.post(path, { key: KEYS.nordlys })).status).toBe(422);
    await stack.call('PATCH', `${PATH}/${id}`, { key: KEYS.nordlys, body: { enabled: false } });
    expect((await partner.send(path)).status).toBe(404);
    expect((await partner.send(`${PATH}/wh_nobody/ping`)).status).toBe(404);
  });
});

describe('every event type', () => {
  it('allows a subscription, except the ping', async () => {
    const { events } = await partner.register(url(), ALL_EVENTS);
    expect(events).toEqual(ALL_EVENTS);
  });
});
