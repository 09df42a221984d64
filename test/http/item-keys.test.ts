import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itemWriteRoutes } from '../../functions/api/items/write-routes.ts';
import { writeRoutes } from '../../functions/api/v1/write-routes.ts';
import { headerBytes } from '../../functions/platform/header-text.ts';
import { Agent } from '../support/agent.ts';
import { TILL_KEY, Till, type IssuedBody, type Outcome } from '../support/item-shop.ts';
import { legacySeed, LegacyShop, type LegacyBody } from '../support/legacy.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
let till: Till;
let legacy: LegacyShop;
beforeAll(async () => {
  stack = await startStack({ seed: legacySeed });
  till = new Till(stack);
  legacy = new LegacyShop(stack);
});
afterAll(() => stack.stop());

const key = (text: string) => ({ 'Idempotency-Key': text });
const guid = (text: string) => ({ 'X-Request-Guid': text });
const TEN = { type: 'amount', amount: 10 };
const remaining = async (code: string): Promise<number> => (await till.item(code)).remaining_amount;
const isReplay = ({ headers }: Pick<Outcome, 'headers'>): boolean => headers.get('idempotency-replayed') === 'true';

interface Write {
  /** Prepares a request that can succeed only once; returns its path and body. */
  prepare: () => Promise<{ path: string; body?: object }>;
}

const claimed = async (): Promise<string> => {
  const code = await till.card(100);
  await till.claim(code, TEN);
  return code;
};
const waitingOrder = async (): Promise<string> =>
  (await till.issue({ amount: 100, piece: 2, capture: false })).body.order_id;

let dormant = 0;
/** One write for each route, by the name of the route. */
const WRITES: Record<string, Write> = {
  'claim-item': { prepare: async () => ({ path: `/v2/items/${await till.card(100)}/claim`, body: TEN }) },
  'refund-item': {
    prepare: async () => ({ path: `/v2/items/${await claimed()}/refund`, body: { ...TEN, amount: 5 } }),
  },
  'cancel-item': { prepare: async () => ({ path: `/v2/items/${await till.card(100)}/cancel` }) },
  'activate-item': { prepare: async () => ({ path: `/v2/items/FIXED-000${++dormant}/activate` }) },
  'resend-item': {
    prepare: async () => ({ path: `/v2/items/${await till.card(100)}/resend`, body: { email: 'bo@people.example' } }),
  },
  'claim-order': {
    prepare: async () => ({ path: `/v2/orders/${(await till.issue({ amount: 100, piece: 2 })).body.order_id}/claim` }),
  },
  'issue-items': { prepare: async () => ({ path: '/v2/items', body: { amount: 100 } }) },
  'capture-order': { prepare: async () => ({ path: `/v2/orders/${await waitingOrder()}/capture` }) },
};

const post = (path: string, body: object | undefined, headers: Record<string, string>): Promise<Outcome> =>
  stack.post(path, { key: TILL_KEY, headers, ...(body ? { body } : {}) });

it('every write that returns a guid is tested here', () => {
  expect(Object.keys(WRITES).toSorted()).toEqual(itemWriteRoutes.map(({ name }) => name).toSorted());
  expect(writeRoutes).toHaveLength(itemWriteRoutes.length);
});

describe.each(Object.entries(WRITES))('%s with an Idempotency-Key', (_, { prepare }) => {
  it('is executed once when it is repeated, and returns the key as its guid', async () => {
    const name = randomUUID();
    const { path, body } = await prepare();
    const first = await post(path, body, key(name));
    expect([first.status < 300, isReplay(first), first.headers.get('x-request-guid')]).toEqual([true, false, name]);
    for (const headers of [key(name), guid(name), { ...key(name), ...guid(name) }]) {
      const again = await post(path, body, headers);
      expect([again.status, isReplay(again), again.body]).toEqual([first.status, true, first.body]);
    }
  });

  it('rejects a guid that differs from the key, and writes nothing', async () => {
    const { path, body } = await prepare();
    const refused = await post(path, body, { ...key('one'), ...guid('another') });
    expect([refused.status, Object.keys(refused.body.error.fields ?? {})]).toEqual([422, ['Idempotency-Key']]);
    expect((await post(path, body, key(randomUUID()))).status).toBeLessThan(300);
  });

  it('is a conflict with other input, even with input that is not valid', async () => {
    const name = randomUUID();
    const { path, body } = await prepare();
    await post(path, body, key(name));
    for (const other of [{ ...body, amount: 7 }, { nonsense: true }]) {
      const refused = await post(path, other, key(name));
      expect([refused.status, refused.body.error.code]).toEqual([409, 'idempotency_conflict']);
    }
  });
});

const redeemed = async (body: object): Promise<string> => {
  const sources = [{ code: await till.card(100) }];
  return String((await post('/v2/redemptions', { sources, ...body }, key(randomUUID()))).body['id']);
};

describe.each([
  ['block', async () => [`/v2/items/${await till.card(100)}/block`]],
  ['unblock', async () => [`/v2/items/${await till.card(100)}/unblock`]],
  ['extend', async () => [`/v2/items/${await till.card(100)}/extend`, { validity: '2090-01-01' }]],
  ['adjust', async () => [`/v2/items/${await till.card(100)}/adjust`, { amount: 1, reason: 'goodwill' }]],
  ['replace', async () => [`/v2/items/${await till.card(100)}/replace`]],
  ['redemption', async () => ['/v2/redemptions', { sources: [{ code: await till.card(100), amount: 1 }] }]],
  ['capture', async () => [`/v2/redemptions/${await redeemed({ capture: false })}/capture`]],
  ['release', async () => [`/v2/redemptions/${await redeemed({ capture: false })}/release`]],
  ['refund', async () => [`/v2/redemptions/${await redeemed({})}/refund`]],
] satisfies [string, () => Promise<[string, object?]>][])('the key of a %s', (_, prepare) => {
  it('is a conflict with other input, even with input that is not valid', async () => {
    const [path, body] = await prepare();
    const name = randomUUID();
    const first = await post(path, body, key(name));
    const twice = { code: 'GIFT-1' };
    for (const other of [{ ...body, nonsense: true }, { sources: [twice, twice] }]) {
      const refused = await post(path, other, key(name));
      expect([refused.status, refused.body.error.code]).toEqual([409, 'idempotency_conflict']);
    }
    const again = await post(path, body, key(name));
    expect([again.status, isReplay(again), again.body]).toEqual([first.status, true, first.body]);
  });
});

describe('a till that retries', () => {
  it('redeems once when a response is lost and the same bytes are sent with the same key', async () => {
    const code = await till.card(300);
    await Promise.all([1, 2, 3].map(() => till.claim(code, { type: 'amount', amount: 100 }, key('sale-4711'))));
    await till.claim(code, { type: 'amount', amount: 100 }, key('sale-4711'));
    expect(await remaining(code)).toBe(200);
  });

  it('issues once', async () => {
    const send = (): Promise<{ body: IssuedBody }> => till.issue({ amount: 100 }, key('issue-4711'));
    const [one, other] = [await send(), await send()];
    expect(other.body.items[0]?.code).toBe(one.body.items[0]?.code);
  });

  it('cannot use the key of a claim for a refund', async () => {
    const code = await till.card(100);
    await till.claim(code, TEN, key('both'));
    const refused = await till.do(code, 'refund', TEN, key('both'));
    expect([refused.status, refused.body.error.code]).toEqual([409, 'idempotency_conflict']);
    expect(await remaining(code)).toBe(90);
  });

  it('may retry a rejected request with the same key', async () => {
    const code = await till.card(100);
    expect((await till.claim(code, { type: 'amount', amount: 200 }, key('refused'))).status).toBe(422);
    expect((await till.claim(code, TEN, key('refused'))).status).toBe(200);
  });

  it('is rejected for a header that is too long', async () => {
    const code = await till.card(100);
    const long = 'k'.repeat(256);
    for (const [header, headers] of [
      ['Idempotency-Key', key(long)],
      ['X-Request-Guid', guid(long)],
    ] as const) {
      const refused = await till.claim(code, TEN, headers);
      expect([refused.status, Object.keys(refused.body.error.fields ?? {})]).toEqual([422, [header]]);
    }
    expect(await remaining(code)).toBe(100);
  });

  it('sends the same request through a tool and the API', async () => {
    const code = await till.card(100);
    await new Agent(stack, TILL_KEY).done('items_claim', { code, ...TEN, idempotency_key: 'shared' });
    expect(isReplay(await till.claim(code, TEN, key('shared')))).toBe(true);
    expect(await remaining(code)).toBe(90);
  });
});

it.each(Object.keys(WRITES))('%s accepts the longest key, of four bytes for each character', async (name) => {
  const { path, body } = await WRITES[name]!.prepare();
  const last = String.fromCodePoint(0x1f380 + Object.keys(WRITES).indexOf(name));
  const longest = headerBytes('\u{1F381}'.repeat(254) + last);
  const { status, headers } = await post(path, body, key(longest));
  expect(status).toBeLessThan(300);
  expect(isReplay({ headers })).toBe(false);
  expect(isReplay(await post(path, body, guid(longest)))).toBe(true);
});

describe('the legacy API', () => {
  const claim = (code: string, amount: string, headers: Record<string, string>) =>
    legacy.post('tilde', `/item/${code}/claim`, { type: 'amount', amount }, headers);

  it('redeems once with a key, and returns it as the guid', async () => {
    const code = await till.card(100);
    const first = await claim(code, '10', key('legacy'));
    expect([first.body.status, first.headers.get('x-request-guid')]).toEqual(['OK', 'legacy']);
    expect(isReplay(await claim(code, '10', key('legacy')))).toBe(true);
    expect(isReplay(await claim(code, '10', guid('legacy')))).toBe(true);
    expect(await remaining(code)).toBe(90);
  });

  it('rejects other input, and a guid that differs', async () => {
    const code = await till.card(100);
    const answers: LegacyBody[] = [];
    await claim(code, '10', key('legacy-2'));
    answers.push((await claim(code, '20', key('legacy-2'))).body);
    answers.push((await claim(code, '20', { ...key('legacy-3'), ...guid('legacy-4') })).body);
    expect(answers.map(({ status }) => status)).toEqual(['Error', 'Error']);
    expect(await remaining(code)).toBe(90);
  });

  it('issues once', async () => {
    const send = () => legacy.post<{ order_id: string }>('tilde', '/action/create-gc', { amount: '100' }, key('gc'));
    expect((await send()).body.response).toEqual((await send()).body.response);
  });
});
