import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { READ_KEY, Till, TILL_KEY, type Outcome } from '../support/item-shop.ts';
import { legacySeed, LegacyShop } from '../support/legacy.ts';
import { experience, ticket } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

/** Details of blocked, extended and held items, including the legacy API and events. */
let stack: RunningStack;
let till: Till;
let legacy: LegacyShop;
beforeAll(async () => {
  stack = await startStack({ seed: legacySeed });
  till = new Till(stack);
  legacy = new LegacyShop(stack);
});
afterAll(() => stack.stop());

const key = TILL_KEY;
const post = (path: string, body?: object, apiKey = key): Promise<Outcome> =>
  stack.post(path, { key: apiKey, idempotencyKey: randomUUID(), ...(body ? { body } : {}) });
const change = (code: string, verb: string, body?: object, apiKey?: string) =>
  post(`/v2/items/${code}/${verb}`, body, apiKey);
const fieldsOf = ({ body }: Outcome): string[] => Object.keys(body.error.fields ?? {});
const held = (code: string, amount: number): Promise<Outcome> =>
  post('/v2/redemptions', { sources: [{ code, amount }], capture: false, reference: 'R-5', location: 'Bar' });
const dayAfter = async (days: number): Promise<string> =>
  new Date((await stack.nowMs()) + days * 86_400_000).toISOString().slice(0, 10);

test.each(['', ' ', '\u200B'])('blank names %j of a direct issue are treated as absent', async (name) => {
  const code = await till.card(100, { sender_name: name, receiver_name: name });
  expect(await till.item(code)).toMatchObject({ sender_name: 'Till desk', reciever_name: null });
});

test.each(['sender_name', 'receiver_name'])(
  'a direct issue rejects letters in %s that no font supports',
  async (member) => {
    const { status, body } = await till.issue({ amount: 100, [member]: 'To\u0378m' });
    expect([status, Object.keys(body.error.fields ?? {})]).toEqual([422, [member]]);
    expect(body.error.fields?.[member]?.[0]).toContain('cannot be printed on a card');
  },
);

describe('a blocked item', () => {
  test('treats a blank reason as absent', async () => {
    const code = await till.card(100);
    expect((await change(code, 'block', { reason: ' ' })).body['blocked']).toMatchObject({ reason: null });
  });

  test('has the time and the given reason of the first block', async () => {
    const code = await till.card(100);
    expect(await till.item(code)).toMatchObject({ blocked: null, replaces: null, replaced_by: null });
    const { body } = await change(code, 'block');
    const blocked = body['blocked'] as { reason: string | null; at: string };
    expect(Object.keys(blocked).toSorted()).toEqual(['at', 'reason']);
    expect(blocked.reason).toBeNull();
    expect(body['claim_error']).toMatch(/blocked/);
    expect((await change(code, 'block', { reason: 'stolen' })).body['blocked']).toEqual(blocked);
    expect((await change(code, 'unblock', { reason: 'found' })).body['blocked']).toBeNull();
    expect((await till.history(code)).data.at(-1)).toMatchObject({ kind: 'unblock', note: 'found' });
  });

  test.each(['block', 'unblock'])('stays as it is when a %s that changed nothing is repeated', async (verb) => {
    const code = await till.card(100);
    const other = verb === 'block' ? 'unblock' : 'block';
    if (verb === 'block') await change(code, verb);
    const send = (body?: object): Promise<Outcome> =>
      stack.post(`/v2/items/${code}/${verb}`, { key, idempotencyKey: `same-${verb}`, ...(body ? { body } : {}) });
    const first = await send();
    const after = (await change(code, other, { reason: 'later' })).body['blocked'];
    const { status, body, headers } = await send();
    expect([status, body, headers.get('Idempotency-Replayed')]).toEqual([200, first.body, 'true']);
    expect((await till.item(code)).blocked).toEqual(after);
    expect((await send({ reason: 'other' })).body.error.code).toBe('idempotency_conflict');
    expect((await till.history(code)).data.filter(({ kind }) => kind === verb)).toHaveLength(verb === 'block' ? 1 : 0);
  });

  test('is refused with a long reason, another member, no scope, or an unknown code', async () => {
    const code = await till.card(100);
    for (const verb of ['block', 'unblock', 'extend', 'replace']) {
      const more = verb === 'extend' ? { validity: await dayAfter(900) } : {};
      expect(fieldsOf(await change(code, verb, { ...more, reason: 'x'.repeat(201) }))).toEqual(['reason']);
      expect(fieldsOf(await change(code, verb, { ...more, tip: 1 }))).toEqual(['tip']);
      expect((await change(code, verb, more, READ_KEY)).status).toBe(403);
      expect((await change('NO-SUCH-CODE', verb, more)).status).toBe(404);
      expect((await stack.post(`/v2/items/${code}/${verb}`, { key, body: more })).status).toBe(422);
    }
    expect(await till.item(code)).toMatchObject({ status: 6, blocked: null, remaining_amount: 100 });
  });

  test('can be cancelled, although its flags are false', async () => {
    const code = await till.card(100);
    expect((await change(code, 'block', { reason: 'stolen' })).body).toMatchObject({ available_cancel: false });
    expect((await till.do(code, 'cancel')).status).toBe(200);
    expect(await till.item(code)).toMatchObject({ status: 4, remaining_amount: 0 });
  });

  test('is refunded with its order, and cannot be claimed with it, even when it is a ticket', async () => {
    const { items, orderId } = await till.bought([ticket(2, 2, 2)]);
    await change(items[0]?.code ?? '', 'block');
    expect((await post(`/v2/orders/${orderId}/claim`)).status).toBe(422);
    const refunded = await post(`/v2/orders/${orderId}/refund`, { items: [items[0]?.code] });
    expect([refunded.status, refunded.body['amount']]).toEqual([200, 10_000]);
  });
});

describe('an extension', () => {
  test('changes an expired item back to Paid, until the end of a future day', async () => {
    const expired = await dayAfter(2);
    const code = await till.card(100, { validity: expired });
    await till.claim(code, { type: 'amount', amount: 30 });
    await stack.advance(4 * 86_400);
    await stack.runSchedule('item-expiry');
    await stack.idle();
    expect(await till.item(code)).toMatchObject({ status: 5, available_claim: false });
    for (const days of [-2, 0]) {
      expect(fieldsOf(await change(code, 'extend', { validity: await dayAfter(days) }))).toEqual(['validity']);
    }
    expect(fieldsOf(await change(code, 'extend', {}))).toEqual(['validity']);
    const validity = await dayAfter(3);
    const { status, body } = await change(code, 'extend', { validity, reason: 'goodwill' });
    expect([status, body]).toMatchObject([
      200,
      { status: 6, validity: `${validity} 23:59:59`, remaining_amount: 70, available_claim: true },
    ]);
    expect((await till.history(code)).data.map(({ kind }) => kind)).toEqual(['issue', 'claim', 'expire', 'extend']);
    const query = { operation: 'item.extend' };
    const log = await stack.get<{ data: { changes: object[] }[] }>('/v2/audit-log', { key, query });
    expect(log.body.data.map(({ changes }) => changes)).toEqual([
      [
        { member: 'validity', before: `${expired} 23:59:59`, after: `${validity} 23:59:59` },
        { member: 'status_name', before: 'Expired', after: 'Paid' },
      ],
    ]);
    expect((await till.claim(code)).status).toBe(200);
  });

  test('of every expired item makes the order claimable as a group again', async () => {
    const { body } = await till.issue({ amount: 100, piece: 3, validity: await dayAfter(2) });
    const codes = body.items.map(({ code }) => code);
    await stack.advance(4 * 86_400);
    const validity = await dayAfter(30);
    const extended: unknown[] = [];
    for (const code of codes) extended.push((await change(code, 'extend', { validity })).body['available_group_claim']);
    expect(extended).toEqual([false, false, true]);
    const { body: listed } = await stack.get<{ data: object[] }>('/v2/items', {
      key,
      query: { order_id: body.order_id },
    });
    for (const item of [await till.item(codes[0] ?? ''), ...listed.data]) {
      expect(item).toMatchObject({ available_group_claim: true });
    }
    const read = await stack.get<{ response: object }>(`/item/${codes[0]}`, { key: await legacy.login('tilde') });
    expect(read.body.response).toMatchObject({ available_group_claim: true });
    expect((await post(`/v2/orders/${body.order_id}/claim`)).status).toBe(200);
  });

  test('is refused for an item that is used, cancelled or replaced', async () => {
    const validity = await dayAfter(900);
    const [used, cancelled, replaced] = [await till.card(100), await till.card(100), await till.card(100)];
    await till.claim(used);
    await till.do(cancelled, 'cancel');
    await change(replaced, 'replace');
    for (const code of [used, cancelled, replaced]) {
      const refused = await change(code, 'extend', { validity });
      expect([refused.status, refused.body.error.code]).toEqual([422, 'validation_failed']);
    }
  });
});

test('the legacy API cannot take held value, and shows the reference and location of a capture', async () => {
  const code = await till.card(100);
  const hold = await held(code, 60);
  const claim = (amount: string) => legacy.post('tilde', `/item/${code}/claim`, { type: 'amount', amount });
  const refused = await claim('41');
  expect([refused.body.status, JSON.stringify(refused.body.response)]).toEqual([
    'Error',
    expect.stringContaining('reserved until'),
  ]);
  expect((await legacy.post('tilde', `/item/${code}/claim`, { type: 'all' })).body.status).toBe('Error');
  expect((await claim('40')).body.status).toBe('OK');
  await post(`/v2/redemptions/${String(hold.body['id'])}/capture`);
  const days = { date_from: '2020-01-01', date_to: '2099-01-01' };
  const claimed = await legacy.post<{ items: object[] }>('tilde', '/action/claimed-items', days);
  expect(JSON.stringify(claimed.body)).toContain('R-5 · Bar');
});

test('an item that is redeemed as a whole is held and captured as a whole', async () => {
  const code = (await till.bought(experience(1))).items[0]?.code ?? '';
  const hold = await post('/v2/redemptions', { sources: [{ code }], capture: false });
  expect(await till.item(code)).toMatchObject({ available_claim: false, available_cancel: false });
  expect((await till.claim(code)).status).toBe(422);
  expect((await change(code, 'replace')).body.error.code).toBe('item_held');
  await post(`/v2/redemptions/${String(hold.body['id'])}/capture`);
  expect((await till.item(code)).status).toBe(3);
});
