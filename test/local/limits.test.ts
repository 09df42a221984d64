import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { GUESSING_KEY, LENIENT_KEY, Till, TILL_KEY, type Outcome } from '../support/item-shop.ts';
import { CLIENT, legacySeed, LegacyShop, type TokenBody } from '../support/legacy.ts';
import { ALL_SCOPES } from '../support/seed.ts';
import { Shop, giftCard, type ErrorBody, type OrderBody } from '../support/shop.ts';
import { startStack, type Answer, type RunningStack } from '../support/stack.ts';

const KEYS = Array.from({ length: 12 }, (_, at) => `lp_live_${String(at).padStart(32, '0')}_${'e'.repeat(64)}`);

const seed = {
  ...legacySeed,
  api_keys: [
    ...legacySeed.api_keys,
    ...KEYS.map((key, at) => ({ company: 'till', label: `minted ${at}`, key, scopes: ALL_SCOPES })),
  ],
};

let stack: RunningStack;
let till: Till;
let legacy: LegacyShop;
beforeAll(async () => {
  stack = await startStack({ seed, env: { TRUSTED_PROXIES: '1' } });
  till = new Till(stack);
  legacy = new LegacyShop(stack);
}, 60_000);
afterAll(() => stack.stop());

const DAY_MS = 86_400_000;

const countOf = (answers: { status: number }[]): Record<number, number> => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

const together = <T>(count: number, send: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => send(at)));

describe('codes that do not exist', () => {
  // Lets the limits that earlier tests used up expire.
  beforeEach(() => stack.advance(60));

  const WELL_FORMED = [...'0123456789ABCDEF'].map((digit) => `${digit}000-0000-0000-0000-0000`);

  test.each([
    ['that look like printed ones', (at: number) => `GUESS-${at}`],
    ['that look like our own', (at: number) => `${WELL_FORMED[at % 16]?.slice(0, 20)}${String(at).padStart(4, '0')}`],
  ])('%s can be looked up 60 times a minute by a company, across keys', async (_, codeAt) => {
    const code = await till.card(100);
    const tills = KEYS.map((key) => new Till(stack, key));
    const answers = await together(130, (at): Promise<Outcome> => tills[at % tills.length]!.read(codeAt(at)));
    expect(countOf(answers)).toEqual({ 404: 60, 429: 70 });
    const stopped = await new Till(stack, GUESSING_KEY).read(code);
    expect([stopped.status, stopped.body.error.code]).toEqual([429, 'rate_limited']);
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(stopped.headers.get('x-rate-limit-remaining'))).toBeGreaterThan(400);
    expect((await new Till(stack, LENIENT_KEY).read('NOTHING-1')).status).toBe(404);
    await stack.advance(60);
    expect((await till.read(code)).status).toBe(200);
  });

  test('cannot be looked up at twice the rate across a minute boundary', async () => {
    const toTheMinuteMs = 60_000 - ((await stack.nowMs()) % 60_000);
    await stack.moveTo(new Date((await stack.nowMs()) + toTheMinuteMs + 57_000).toISOString());
    const before = await together(60, (at) => till.read(`BEFORE-${at}`));
    await stack.advance(5);
    const after = await together(60, (at) => till.read(`AFTER-${at}`));
    expect([countOf(before), countOf(after)]).toEqual([{ 404: 60 }, { 429: 60 }]);
  });

  test('can be looked up 60 times by users of the legacy API', async () => {
    const guesses = await together(70, (at) => legacy.get('tilde', `/item/GUESS-${at}`));
    expect(countOf(guesses)).toEqual({ 200: 60, 429: 10 });
  });

  test('leave lookups of existing codes unlimited, even when many clients look up one printed code', async () => {
    const claims = await together(50, () => till.claim('FIXED-0001'));
    expect(countOf(claims)).toEqual({ 200: 1, 422: 49 });
    for (let round = 0; round < 3; round++) {
      const opened = await together(60, () => till.read('FIXED-0001'));
      expect(countOf(opened)).toEqual({ 200: 60 });
    }
    expect((await till.read('FIXED-9999')).status).toBe(404);
  });
});

describe('wrong passwords', () => {
  beforeEach(() => stack.advance(900));

  const PASSWORD = { grant_type: 'password', ...CLIENT };
  const wrong = (username: string, client = CLIENT): Promise<Answer<TokenBody>> =>
    legacy.token({ ...PASSWORD, ...client, username, password: 'guess' });
  const right = (username: string, client = CLIENT): Promise<Answer<TokenBody>> =>
    legacy.token({ ...PASSWORD, ...client, username, password: `secret-of-${username}` });
  const STRANGER = { client_id: 'always-pos', client_secret: 'always-secret' };

  test('are limited to 10 in 15 minutes for a user, even when they are concurrent', async () => {
    expect(countOf(await together(40, () => wrong('chief')))).toEqual({ 400: 10, 429: 30 });
    const refused = await right('chief');
    expect([refused.status, refused.body.error]).toEqual([429, 'invalid_grant']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(600);
    expect((await right('tilde')).status).toBe(200);
    await stack.advance(900);
    expect((await right('chief')).status).toBe(200);
  });

  test('from another client do not lock out the user', async () => {
    expect(countOf(await together(12, () => wrong('tilde', STRANGER)))).toEqual({ 400: 10, 429: 2 });
    expect((await right('tilde')).status).toBe(200);
  });

  test('are limited to 100 for a client, across usernames', async () => {
    expect(countOf(await together(120, (at) => wrong(`nobody-${at}`)))).toEqual({ 400: 100, 429: 20 });
    expect((await right('tilde')).status).toBe(429);
    expect((await right('stranger', STRANGER)).status).toBe(200);
  });

  test('leave correct ones unlimited, so that all tills can sign in at once', async () => {
    for (let round = 0; round < 2; round++) {
      expect(countOf(await together(10, () => right('blind')))).toEqual({ 200: 10 });
    }
    expect(countOf(await together(10, () => wrong('blind')))).toEqual({ 400: 10 });
  });
});

describe('sign-ins from one IP address', () => {
  const form = (path: string, address: string, fields: Record<string, string>) =>
    stack.post<string>(path, {
      headers: {
        'X-Forwarded-For': address,
        Origin: stack.url,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams(fields).toString(),
    });
  const token = (address: string) =>
    form('/token', address, { grant_type: 'refresh_token', refresh_token: 'x', client_id: 'none', client_secret: 'x' });
  const desk = (address: string) => form('/desk/sign-in', address, { username: 'nobody-at-all', password: 'guess' });

  test('are limited to 200 a minute for tokens and the desk combined, without affecting other IP addresses', async () => {
    await stack.advance(900);
    expect(countOf(await together(205, () => token('198.51.100.1')))).toEqual({ 401: 200, 429: 5 });
    const refused = await desk('198.51.100.1');
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect([(await desk('198.51.100.2')).status, (await token('198.51.100.2')).status]).toEqual([401, 401]);
    await stack.advance(61);
    expect([(await desk('198.51.100.1')).status, (await token('198.51.100.1')).status]).toEqual([401, 401]);
  }, 120_000);
});

describe('API keys', () => {
  const mint = (more: object = {}) =>
    stack.post<{ id: number } & ErrorBody>('/v2/api-keys', {
      key: LENIENT_KEY,
      body: { label: 'more', scopes: ['items:read'], ...more },
    });

  test('of a company are limited to 100 active ones, even when they are created concurrently', async () => {
    const answers = await together(110, (at) => mint(at % 2 === 0 ? {} : { environment: 'test' }));
    expect(countOf(answers)).toEqual({ 201: 99, 422: 11 });
    const refused = await mint();
    expect(Object.keys(refused.body.error.fields ?? {})).toEqual(['label']);
    const minted = answers.find(({ status }) => status === 201);
    const path = `/v2/api-keys/${minted?.body.id}`;
    expect((await stack.call('DELETE', path, { key: LENIENT_KEY })).status).toBe(204);
    expect((await stack.call('DELETE', path, { key: LENIENT_KEY })).status).toBe(204);
    expect((await mint({ expires_in_days: 1 })).status).toBe(201);
    expect((await mint()).status).toBe(422);
    await stack.advance(2 * 86_400);
    expect((await mint()).status).toBe(201);
    const { body } = await stack.get<{ data: { revoked_at: string | null }[] }>('/v2/api-keys', { key: LENIENT_KEY });
    expect([body.data.length, body.data.filter((key) => key.revoked_at !== null).length]).toEqual([102, 1]);
  }, 120_000);
});

describe('webhook endpoints', () => {
  const path = '/v2/webhook-endpoints';
  const register = () =>
    stack.post<{ id: string } & ErrorBody>(path, {
      key: TILL_KEY,
      idempotencyKey: true,
      body: { url: 'https://shop.example/hook', events: ['order.created'] },
    });

  test('of a company are limited to 50, even when they are registered concurrently', async () => {
    const answers = await together(60, register);
    expect(countOf(answers)).toEqual({ 201: 50, 422: 10 });
    const refused = answers.find(({ status }) => status === 422);
    expect(Object.keys(refused?.body.error.fields ?? {})).toEqual(['url']);
    const { id } = answers.find(({ status }) => status === 201)?.body ?? { id: '' };
    await stack.call('DELETE', `${path}/${id}`, { key: TILL_KEY });
    expect([(await register()).status, (await register()).status]).toEqual([201, 422]);
  }, 120_000);
});

describe('resends', () => {
  test('of an item are limited to 10 a day, even for concurrent requests', async () => {
    // Moves the clock to the beginning of a day, so that the day does not end during the test.
    await stack.moveTo(new Date(Math.ceil(((await stack.nowMs()) + 1) / DAY_MS) * DAY_MS).toISOString());
    const code = await till.card(100);
    const resend = () => till.do(code, 'resend', { email: 'bo@example.test' });
    expect(countOf(await together(15, resend))).toEqual({ 200: 10, 429: 5 });
    const refused = await resend();
    expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limited']);
    expect((await till.do(await till.card(100), 'resend', { email: 'bo@example.test' })).status).toBe(200);
    await stack.idle();
    expect((await stack.mail('bo@example.test')).length).toBe(11);
    await stack.advance(86_400);
    expect((await resend()).status).toBe(200);
  });
});

describe('the legacy API', () => {
  test('counts per user, across tokens, and returns the remaining requests', async () => {
    const other = new LegacyShop(stack);
    const tokens = [await other.login('clerk')];
    const password = { grant_type: 'password', ...CLIENT, username: 'clerk', password: 'secret-of-clerk' };
    tokens.push((await legacy.token(password)).body.access_token);
    await stack.advance(60);
    const startedMs = await stack.nowMs();
    const pings = await together(100, (at) => stack.get('/action/ping', { key: tokens[at % 2] ?? '' }));
    expect(countOf(pings)).toEqual({ 200: 100 });
    const left = pings.map(({ headers }) => Number(headers.get('x-rate-limit-remaining')));
    expect([pings[0]?.headers.get('x-rate-limit-limit'), Math.max(...left)]).toEqual(['600', 599]);
    // Both tokens share the same 600, of which ten are refilled each second.
    const cameBack = Math.ceil(((await stack.nowMs()) - startedMs) / 100);
    expect(Math.min(...left)).toBeLessThanOrEqual(500 + cameBack);
    expect(Number((await other.get('tilde', '/action/ping')).headers.get('x-rate-limit-remaining'))).toBe(599);
  });
});

describe('a request guid', () => {
  test('of another operation, item or version of the API is a conflict', async () => {
    const code = await till.card(100);
    const claimed = await till.claim(code, { type: 'amount', amount: 10 });
    const guid = { 'X-Request-Guid': claimed.headers.get('x-request-guid') ?? '' };
    const again = await till.claim(code, { type: 'amount', amount: 10 }, guid);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    const others = [
      await till.do(code, 'refund', { type: 'amount', amount: 10 }, guid),
      await till.claim(await till.card(100), { type: 'amount', amount: 10 }, guid),
      await till.do(code, 'cancel', undefined, guid),
      await till.issue({ amount: 100 }, guid),
    ];
    expect(others.map(({ status, body }) => [status, body.error?.code])).toEqual(
      others.map(() => [409, 'idempotency_conflict']),
    );
    // The clock has moved beyond the life of earlier tokens.
    const old = await new LegacyShop(stack).post<string>(
      'tilde',
      `/item/${code}/claim`,
      { type: 'amount', amount: '10' },
      guid,
    );
    expect([old.body.status, (await till.item(code)).remaining_amount]).toEqual(['Error', 90]);
  });
});

describe('a test key on production', () => {
  test('does not pay, settle, refund, issue or capture', async () => {
    const testKey = `lp_test_${'8'.repeat(32)}_${'8'.repeat(64)}`;
    const company = legacySeed.companies.find(({ slug }) => slug === 'till');
    const production = await startStack({
      env: { ENVIRONMENT: 'production' },
      seed: {
        companies: [
          { ...company, contract: { checkout: true, invoice_settlement: true, settlement_modes: ['invoice'] } },
        ],
        api_keys: [{ company: 'till', label: 'test', key: testKey, scopes: ALL_SCOPES }],
      },
    });
    try {
      const { body: order } = await new Shop(production, testKey).order<OrderBody>(giftCard());
      const settlement = { mode: 'invoice', external_reference: 'INV-1' };
      for (const [path, body] of [
        [`/v2/orders/${order.id}/checkout-sessions`, undefined],
        [`/v2/orders/${order.id}/settle`, settlement],
        [`/v2/orders/${order.id}/refund`, undefined],
        ['/v2/items', { amount: 100 }],
        ['/v2/orders/ord_1/capture', undefined],
      ] as const) {
        const options = { key: testKey, idempotencyKey: true as const, ...(body ? { body } : {}) };
        const answer = await production.post<ErrorBody>(path, options);
        expect([path, answer.status, answer.body.error.code]).toEqual([
          path,
          409,
          'test_key_not_accepted_in_production',
        ]);
      }
    } finally {
      await production.stop();
    }
  });
});
