import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CLIENT, legacySeed, LegacyShop, type Form } from '../support/legacy.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
let shop: LegacyShop;

beforeAll(async () => {
  stack = await startStack({ seed: legacySeed, fullPasswords: true });
  shop = new LegacyShop(stack);
});
afterAll(() => stack.stop());

const PASSWORD = { grant_type: 'password', username: 'tilde', password: 'secret-of-tilde' };
const basic = (id: string, secret: string) => ({
  Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});
const ping = (token: string) => stack.get<Record<string, unknown>>('/action/ping', { key: token });

describe('a username and password are exchanged for a token', () => {
  test('with the client in the form', async () => {
    const { status, headers, body } = await shop.token({ ...PASSWORD, ...CLIENT });
    expect(status).toBe(200);
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 86400, scope: 'admin' });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('pragma')).toBe('no-cache');
    expect((await ping(body.access_token)).body).toMatchObject({ status: 'OK' });
  });

  test('with the client in the Basic header, form-encoded or not', async () => {
    const encoded = (text: string) => new URLSearchParams({ a: text }).toString().slice(2);
    const sent = basic(CLIENT.client_id, encoded(CLIENT.client_secret));
    expect((await shop.token(PASSWORD, sent)).status).toBe(200);
    const asItIs = basic(CLIENT.client_id, CLIENT.client_secret);
    expect((await shop.token(PASSWORD, asItIs)).status).toBe(200);
    expect((await shop.token(PASSWORD, basic(CLIENT.client_id, `${CLIENT.client_secret}+`))).status).toBe(401);
    const plain = { ...PASSWORD, username: 'stranger', password: 'secret-of-stranger' };
    expect((await shop.token(plain, basic('always-pos', 'always-secret'))).status).toBe(200);
  });

  test('as a multipart form, and with a language before the path', async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...PASSWORD, ...CLIENT, scope: 'admin' })) form.append(name, value);
    const body = new Response(form);
    const type = { 'Content-Type': body.headers.get('content-type')! };
    const answer = await stack.post('/en/token', { body: await body.bytes(), headers: type });
    expect(answer.status).toBe(200);
  });

  test('a token expires after 24 hours, and the refresh token then returns a new one', async () => {
    const own = await startStack({ seed: legacySeed });
    try {
      const theirs = new LegacyShop(own);
      const first = (await theirs.token({ ...PASSWORD, ...CLIENT })).body;
      await own.advance(24 * 3600 - 5);
      expect((await own.get('/action/ping', { key: first.access_token })).status).toBe(200);
      await own.advance(10);
      expect((await own.get('/action/ping', { key: first.access_token })).status).toBe(401);
      const second = await theirs.token({
        grant_type: 'refresh_token',
        refresh_token: first.refresh_token,
        ...CLIENT,
      });
      expect(second.status).toBe(200);
      expect((await own.get('/action/ping', { key: second.body.access_token })).status).toBe(200);
    } finally {
      await own.stop();
    }
  });
});

describe('a refresh token', () => {
  const refresh = (token: string, client: Form = CLIENT) =>
    shop.token({ grant_type: 'refresh_token', refresh_token: token, ...client });

  test('can be used once, even with concurrent requests', async () => {
    const { body } = await shop.token({ ...PASSWORD, ...CLIENT });
    const answers = await Promise.all([refresh(body.refresh_token), refresh(body.refresh_token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const third = await refresh(body.refresh_token);
    expect([third.status, third.body.error]).toEqual([400, 'invalid_grant']);
  });

  test('belongs to its client, and neither kind of token can be used as the other', async () => {
    const { body } = await shop.token({ ...PASSWORD, ...CLIENT });
    const foreign = await refresh(body.refresh_token, { client_id: 'always-pos', client_secret: 'always-secret' });
    expect(foreign.body.error).toBe('invalid_grant');
    expect((await ping(body.refresh_token)).status).toBe(401);
    expect((await refresh(body.access_token)).body.error).toBe('invalid_grant');
    expect((await refresh(body.refresh_token)).status).toBe(200);
  });
});

describe('errors follow RFC 6749', () => {
  const cases: [string, Form, number, string][] = [
    ['no grant type', { ...CLIENT }, 400, 'invalid_request'],
    ['another grant type', { ...CLIENT, grant_type: 'client_credentials' }, 400, 'unsupported_grant_type'],
    ['no client', { ...PASSWORD }, 401, 'invalid_client'],
    ['an unknown client', { ...PASSWORD, client_id: 'nobody', client_secret: 'x' }, 401, 'invalid_client'],
    ['a wrong secret', { ...PASSWORD, ...CLIENT, client_secret: 'x' }, 401, 'invalid_client'],
    ['a wrong password', { ...PASSWORD, ...CLIENT, password: 'x' }, 400, 'invalid_grant'],
    ['an unknown user', { ...PASSWORD, ...CLIENT, username: 'nobody' }, 400, 'invalid_grant'],
    ['no password', { grant_type: 'password', username: 'tilde', ...CLIENT }, 400, 'invalid_request'],
    ['an empty password', { ...PASSWORD, ...CLIENT, password: '' }, 400, 'invalid_request'],
    ['another scope', { ...PASSWORD, ...CLIENT, scope: 'everything' }, 400, 'invalid_scope'],
    ['an invalid refresh token', { grant_type: 'refresh_token', refresh_token: 'x', ...CLIENT }, 400, 'invalid_grant'],
    ['no refresh token', { grant_type: 'refresh_token', ...CLIENT }, 400, 'invalid_request'],
    [
      'a user of a company unrelated to the client',
      { ...PASSWORD, ...CLIENT, username: 'stranger', password: 'secret-of-stranger' },
      400,
      'invalid_grant',
    ],
    [
      'a client of an agency that is switched off',
      { ...PASSWORD, client_id: 'closed-pos', client_secret: 'closed-secret' },
      400,
      'invalid_grant',
    ],
    [
      'a user of a company that is switched off',
      {
        grant_type: 'password',
        username: 'ghost',
        password: 'secret-of-ghost',
        client_id: 'closed-pos',
        client_secret: 'closed-secret',
      },
      400,
      'invalid_grant',
    ],
  ];
  test.each(cases)('%s', async (_, form, status, error) => {
    const answer = await shop.token(form);
    expect([answer.status, answer.body.error]).toEqual([status, error]);
    expect(answer.body.error_description).toMatch(/\w/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('a client that fails Basic authentication gets WWW-Authenticate', async () => {
    const answer = await shop.token(PASSWORD, basic('till-pos', 'wrong'));
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toMatch(/^Basic/);
  });

  test('client credentials are required once, and every parameter at most once', async () => {
    const reply = await shop.token({ ...PASSWORD, ...CLIENT }, basic(CLIENT.client_id, CLIENT.client_secret));
    expect(reply.body.error).toBe('invalid_request');
    const twice = await stack.post<{ error: string }>('/token', {
      body: `${new URLSearchParams({ ...PASSWORD, ...CLIENT })}&username=chief`,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    expect([twice.status, twice.body.error]).toEqual([400, 'invalid_request']);
  });

  test('a body that is not a form is rejected', async () => {
    const answer = await stack.post<{ error: string }>('/token', { body: { ...PASSWORD, ...CLIENT } });
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
  });

  test('an unknown user and a wrong password return the same error', async () => {
    const unknown = await shop.token({ ...PASSWORD, ...CLIENT, username: 'nobody' });
    const wrong = await shop.token({ ...PASSWORD, ...CLIENT, password: 'x' });
    expect(unknown.body).toEqual(wrong.body);
  });

  test('a client that guesses passwords is blocked for that user only', async () => {
    const guess = () => shop.token({ ...PASSWORD, ...CLIENT, username: 'clerk', password: 'guess' });
    const statuses: number[] = [];
    for (let at = 0; at < 25 && statuses.at(-1) !== 429; at++) statuses.push((await guess()).status);
    const refused = await shop.token({ ...PASSWORD, ...CLIENT, username: 'clerk', password: 'secret-of-clerk' });
    expect(statuses.at(-1)).toBe(429);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await shop.token({ ...PASSWORD, ...CLIENT })).status).toBe(200);
  });
});
