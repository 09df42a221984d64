import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importOperatorFile } from '../support/ops.ts';
import type { ErrorBody } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

interface CreatedKey {
  id: number;
  label: string;
  scopes: string[];
  key: string;
  expires_at: string | null;
}

interface KeyRow {
  id: number;
  label: string;
  scopes: string[];
  expires_at: string | null;
  revoked_at: string | null;
  last_used_at: string | null;
}

interface List<T> {
  object: string;
  data: T[];
  has_more: boolean;
  next_cursor: string | null;
}

let stack: RunningStack;
let live: string;
let trial: string;
let agency: string;
beforeAll(async () => {
  stack = await startStack();
  live = stack.key('nordlys', 'demo, everything (live)');
  trial = stack.key('nordlys', 'demo, everything (test)');
  agency = stack.key('lumen');
});
afterAll(() => stack.stop());

const mint = async (body: object, key = live) => stack.post<CreatedKey & ErrorBody>('/v2/api-keys', { key, body });
const keyRows = async (): Promise<KeyRow[]> => (await stack.get<List<KeyRow>>('/v2/api-keys', { key: live })).body.data;

describe('health and me', () => {
  test('health requires a key and no scope', async () => {
    const { key } = (await mint({ label: 'narrow', scopes: ['items:read'] })).body;
    expect((await stack.get('/v2/health', { key })).body).toEqual({ status: 'ok', api_version: 'v2' });
    expect((await stack.get('/v2/health')).status).toBe(401);
  });

  test('me returns company, credential and commerce, and never the secret', async () => {
    const { status, body, bytes } = await stack.get('/v2/me', { key: live });
    expect(status).toBe(200);
    expect(body).toEqual({
      api_version: 'v2',
      company: { id: 'nordlys', name: 'Nordlys Spa & Gastronomi ApS' },
      credential: {
        id: live.split('_')[2],
        label: 'demo, everything (live)',
        environment: 'live',
        scopes: expect.arrayContaining(['catalog:read', 'reports:read']),
        expires_at: null,
      },
      commerce: { modes: ['checkout', 'invoice'], default_mode: 'checkout', negotiated_settlement: true },
    });
    expect(bytes.toString()).not.toContain(live.split('_')[3]);
  });

  test('me returns an assigned company to an agency, and 404 for another company', async () => {
    const assigned = await stack.get('/v2/me', { key: agency, query: { company: 'fjord' } });
    expect(assigned.body).toMatchObject({
      company: { id: 'fjord' },
      commerce: { modes: ['checkout'], negotiated_settlement: false },
    });
    for (const company of ['nordlys-group', 'nobody']) {
      const { status, body } = await stack.get('/v2/me', { key: agency, query: { company } });
      expect([status, body]).toMatchObject([404, { error: { code: 'not_found' } }]);
    }
  });

  test('a company without checkout has no mode', async () => {
    const { body } = await stack.get('/v2/me', { key: agency });
    expect(body).toMatchObject({ commerce: { modes: [], default_mode: null, negotiated_settlement: false } });
  });
});

describe('creating keys', () => {
  test('a label may consist of any 255 characters', async () => {
    const label = '😀'.repeat(255);
    expect((await mint({ label, scopes: ['catalog:read'] })).body).toMatchObject({ label });
    expect((await mint({ label: `${label}a`, scopes: ['catalog:read'] })).status).toBe(422);
  });

  test('a new key is shown once, works immediately and has the requested scopes', async () => {
    const { status, body } = await mint({ label: 'shop', scopes: ['catalog:read'] });
    expect(status).toBe(201);
    expect(body).toMatchObject({ label: 'shop', scopes: ['catalog:read'], expires_at: null });
    expect(Number.isSafeInteger(body.id)).toBe(true);
    expect(body.key).toMatch(/^lp_live_[0-9a-f]{32}_[0-9a-f]{64}$/);
    expect((await stack.get('/v2/products', { key: body.key })).status).toBe(200);
    expect((await stack.get('/v2/orders', { key: body.key })).status).toBe(403);
    const listed = await stack.get('/v2/api-keys', { key: live });
    expect(listed.bytes.toString()).not.toContain(body.key.split('_')[3]);
  });

  test('environment test creates a test key', async () => {
    const { body } = await mint({ label: 'trial', scopes: ['catalog:read'], environment: 'test' });
    expect(body.key).toMatch(/^lp_test_/);
    expect((await stack.get('/v2/me', { key: body.key })).body).toMatchObject({ credential: { environment: 'test' } });
  });

  test.for([{}, { environment: 'live' }])('a test key creates only test keys, and %j is rejected', async (more) => {
    const { status, body } = await mint({ label: 'x', scopes: ['catalog:read'], ...more }, trial);
    expect(status).toBe(422);
    expect(body.error.code).toBe('validation_failed');
    expect(Object.keys(body.error.fields ?? {})).toEqual(['environment']);
  });

  test('a test key creates a test key', async () => {
    expect((await mint({ label: 'x', scopes: ['catalog:read'], environment: 'test' }, trial)).status).toBe(201);
  });

  test('a key cannot grant scopes that it lacks', async () => {
    const { key } = (await mint({ label: 'minter', scopes: ['credentials:write', 'items:read'] })).body;
    const { status, body } = await mint({ label: 'x', scopes: ['items:read', 'orders:refund'] }, key);
    expect(status).toBe(422);
    expect(body.error.fields).toEqual({ scopes: [expect.stringContaining('orders:refund')] });
    expect((await mint({ label: 'x', scopes: ['items:read'] }, key)).status).toBe(201);
  });

  test.for<[object, string]>([
    [{ scopes: ['items:read'] }, 'label'],
    [{ label: '  ', scopes: ['items:read'] }, 'label'],
    [{ label: 'x' }, 'scopes'],
    [{ label: 'x', scopes: [] }, 'scopes'],
    [{ label: 'x', scopes: ['everything'] }, 'scopes.0'],
    [{ label: 'x', scopes: ['items:read'], expires_in_days: 0 }, 'expires_in_days'],
    [{ label: 'x', scopes: ['items:read'], expires_in_days: 366 }, 'expires_in_days'],
    [{ label: 'x', scopes: ['items:read'], expires_in_days: 1.5 }, 'expires_in_days'],
    [{ label: 'x', scopes: ['items:read'], environment: 'demo' }, 'environment'],
    [{ label: 'x', scopes: ['items:read'], admin: true }, 'admin'],
  ])('%j is rejected on %s', async ([body, field]) => {
    const answer = await mint(body);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.error.fields ?? {})).toEqual([field]);
  });

  test('a key expires after the given days', async () => {
    const { body } = await mint({ label: 'short', scopes: ['catalog:read'], expires_in_days: 1 });
    expect(Date.parse(body.expires_at ?? '') - (await stack.nowMs())).toBeGreaterThan(86_300_000);
    expect((await stack.get('/v2/me', { key: body.key })).status).toBe(200);
    await stack.moveTo(body.expires_at ?? '');
    const expired = await stack.get('/v2/me', { key: body.key });
    expect([expired.status, expired.body]).toMatchObject([401, { error: { code: 'unauthorized' } }]);
    expect((await keyRows()).map(({ id }) => id)).toContain(body.id);
  });

  test('a key expires no later than the key that creates it', async () => {
    const scopes = ['catalog:read', 'credentials:write'];
    const { body: issuer } = await mint({ label: 'issuer', scopes, expires_in_days: 10 });
    const endOf = async (days?: number) => {
      const body = {
        label: 'child',
        scopes: ['catalog:read'],
        ...(days === undefined ? {} : { expires_in_days: days }),
      };
      return (await mint(body, issuer.key)).body.expires_at;
    };
    expect(await endOf()).toBe(issuer.expires_at);
    expect(await endOf(365)).toBe(issuer.expires_at);
    expect(Date.parse((await endOf(9)) ?? '')).toBeLessThan(Date.parse(issuer.expires_at ?? ''));
  });

  test('an agency creates keys for itself, with any company in the request', async () => {
    const { status, body } = await stack.post<CreatedKey>('/v2/api-keys', {
      key: agency,
      query: { company: 'nordlys' },
      body: { label: 'of the agency', scopes: ['catalog:read'] },
    });
    expect(status).toBe(201);
    expect((await stack.get('/v2/me', { key: body.key })).body).toMatchObject({ company: { id: 'lumen' } });
    expect((await keyRows()).map(({ id }) => id)).not.toContain(body.id);
  });

  test('creating keys requires its scope', async () => {
    const { status, body } = await mint({ label: 'x', scopes: ['items:read'] }, stack.key('nordlys', 'web shop'));
    expect(status).toBe(403);
    expect(body.error).toMatchObject({
      code: 'insufficient_scope',
      message: expect.stringContaining('credentials:write'),
    });
  });
});

describe('listing and revoking keys', () => {
  test('a row has the time of last use, in the format of item objects', async () => {
    const { key, id } = (await mint({ label: 'used', scopes: ['catalog:read'] })).body;
    const rowOf = async () => (await keyRows()).find((row) => row.id === id);
    expect(await rowOf()).toMatchObject({ label: 'used', last_used_at: null, revoked_at: null, expires_at: null });
    await stack.get('/v2/me', { key });
    expect(await rowOf()).toMatchObject({ last_used_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) });
  });

  test('a revoked key is invalid immediately and stays in the list', async () => {
    const { key, id } = (await mint({ label: 'gone', scopes: ['catalog:read'] })).body;
    const revoked = await stack.call('DELETE', `/v2/api-keys/${id}`, { key: live });
    expect([revoked.status, revoked.bytes.length]).toEqual([204, 0]);
    expect((await stack.get('/v2/me', { key })).status).toBe(401);
    const row = (await keyRows()).find((each) => each.id === id);
    expect(row?.revoked_at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    await stack.advance(60);
    expect((await stack.call('DELETE', `/v2/api-keys/${id}`, { key: live })).status).toBe(204);
    expect((await keyRows()).find((each) => each.id === id)?.revoked_at).toBe(row?.revoked_at);
  });

  test('a key of another company returns 404', async () => {
    const { id } = (
      await stack.post<CreatedKey>('/v2/api-keys', { key: agency, body: { label: 'x', scopes: ['items:read'] } })
    ).body;
    for (const path of [`/v2/api-keys/${id}`, '/v2/api-keys/1', '/v2/api-keys/abc', '/v2/api-keys/1.5']) {
      const { status, body } = await stack.call('DELETE', path, { key: live });
      expect([status, body]).toMatchObject([404, { error: { code: 'not_found' } }]);
    }
  });

  test('a key may revoke itself', async () => {
    const { key, id } = (await mint({ label: 'self', scopes: ['credentials:write'] })).body;
    expect((await stack.call('DELETE', `/v2/api-keys/${id}`, { key })).status).toBe(204);
    expect((await stack.call('DELETE', `/v2/api-keys/${id}`, { key })).status).toBe(401);
  });
});

describe('companies', () => {
  const slugs = (list: List<{ slug: string }>) => list.data.map(({ slug }) => slug);

  test('the company of the key is first, then assigned companies by name', async () => {
    const { body } = await stack.get<List<{ slug: string }>>('/v2/companies', { key: agency });
    expect(slugs(body)).toEqual(['lumen', 'fjord', 'nordlys']);
    expect(body).toMatchObject({ object: 'list', has_more: false, next_cursor: null });
    const reply = await stack.get<List<{ slug: string }>>('/v2/companies', { key: live });
    expect(slugs(reply.body)).toEqual(['nordlys']);
  });

  test('the list accepts only its own cursors of the same company', async () => {
    const page = (query: Record<string, string>, key = agency) =>
      stack.get<List<{ slug: string }> & ErrorBody>('/v2/companies', { key, query });
    const first = (await page({ limit: '2' })).body;
    expect([slugs(first), first.has_more]).toEqual([['lumen', 'fjord'], true]);
    const cursor = first.next_cursor ?? '';
    const second = (await page({ limit: '2', starting_after: cursor })).body;
    expect([slugs(second), second.has_more, second.next_cursor]).toEqual([['nordlys'], false, null]);
    for (const [text, key] of [
      ['abc', agency],
      [`${cursor}x`, agency],
      [cursor, live],
    ] as const) {
      const { status, body } = await page({ starting_after: text }, key);
      expect([status, Object.keys(body.error.fields ?? {})]).toEqual([422, ['starting_after']]);
    }
    expect((await page({ limit: '0' })).body.data).toHaveLength(1);
    expect((await page({ limit: 'many' })).body.data).toHaveLength(3);
  });

  test('the company of the key and assigned companies are read by slug', async () => {
    expect((await stack.get('/v2/companies/fjord', { key: agency })).body).toMatchObject({
      id: 'fjord',
      name: 'Fjord Friluft AS',
      currency: 'NOK',
    });
    expect((await stack.get('/v2/companies/nordlys', { key: live })).status).toBe(200);
    expect((await stack.get('/v2/companies/fjord', { key: live })).status).toBe(404);
    expect((await stack.get('/v2/companies/nobody', { key: live })).status).toBe(404);
  });

  test('companies require companies:read', async () => {
    expect((await stack.get('/v2/companies', { key: stack.key('nordlys', 'web shop') })).status).toBe(403);
  });
});

describe('paths and methods that do not exist', () => {
  test('an unknown path returns 404 in the error envelope, with request id and rate limit', async () => {
    const { status, body, headers } = await stack.get('/v2/giftcards', { key: live });
    expect([status, body]).toMatchObject([404, { error: { code: 'not_found' } }]);
    expect(headers.get('x-request-id')).toBeTruthy();
    expect(headers.get('x-rate-limit-limit')).toBe('600');
  });

  test('a known path with another method returns 405 with its allowed methods', async () => {
    const { status, body, headers } = await stack.call('PUT', '/v2/api-keys', { key: live });
    expect([status, body]).toMatchObject([405, { error: { code: 'method_not_allowed' } }]);
    expect(headers.get('allow')?.split(', ').sort()).toEqual(['GET', 'HEAD', 'POST']);
  });
});

describe('companies that change while their keys are in use', () => {
  const importFile = (file: object) => importOperatorFile(stack, file);
  const entry = (slug: string, more: object = {}) => ({
    slug,
    name: slug,
    currency: 'DKK',
    language: 'da',
    contract: { checkout: true },
    approved_urls: [],
    ...more,
  });

  test('a new or removed assignment and a disabled client take effect with the next request', async () => {
    const key = `lp_live_${'7'.repeat(32)}_${'8'.repeat(64)}`;
    const keys = [{ company: 'broker', label: 'x', key, scopes: ['catalog:read'] }];
    await importFile({ companies: [entry('broker'), entry('harbour')], api_keys: keys });
    const products = () => stack.get('/v2/products', { key, query: { company: 'harbour' } });
    expect((await stack.get('/v2/products', { key })).status).toBe(200);
    expect((await products()).status).toBe(404);
    await importFile({ companies: [entry('broker', { assigned: ['harbour'] })] });
    expect((await products()).status).toBe(200);
    await importFile({ companies: [entry('broker', { assigned: [] })] });
    expect((await products()).status).toBe(404);
    await importFile({ companies: [entry('broker', { assigned: ['harbour'] })] });
    expect((await products()).status).toBe(200);
    await importFile({ companies: [entry('harbour', { active: false })] });
    expect((await products()).status).toBe(404);
  });

  test('a removed assignment ends access with the next request, for each route', async () => {
    const key = `lp_live_${'3'.repeat(32)}_${'8'.repeat(64)}`;
    const keys = [{ company: 'leaving', label: 'x', key, scopes: ['catalog:read', 'companies:read', 'orders:create'] }];
    const agency = (assigned: string[]) => entry('leaving', { assigned });
    await importFile({ companies: [entry('kept'), entry('lost'), agency(['kept', 'lost'])], api_keys: keys });
    const seen = async (company: string) => {
      const query = { company };
      const { body: list } = await stack.get<{ data: { slug: string }[] }>('/v2/companies', { key });
      const others = await Promise.all([
        stack.get('/v2/me', { key, query }),
        stack.get('/v2/products', { key, query }),
        stack.get(`/v2/companies/${company}`, { key }),
        stack.post('/v2/orders', { key, query, idempotencyKey: true, body: {} }),
      ]);
      return [list.data.map(({ slug }) => slug), ...others.map(({ status }) => status)];
    };
    expect(await seen('lost')).toEqual([['leaving', 'kept', 'lost'], 200, 200, 200, 422]);
    await importFile({ companies: [agency(['kept'])] });
    expect(await seen('lost')).toEqual([['leaving', 'kept'], 404, 404, 404, 404]);
    expect(await seen('kept')).toEqual([['leaving', 'kept'], 200, 200, 200, 422]);
    await importFile({ companies: [agency(['kept', 'lost'])] });
    expect((await seen('lost'))[1]).toBe(200);
  });

  test('a disabled company is not found, even with its own key', async () => {
    const key = `lp_live_${'9'.repeat(32)}_${'8'.repeat(64)}`;
    const keys = [
      { company: 'closing', label: 'x', key, scopes: ['catalog:read', 'companies:read', 'credentials:read'] },
    ];
    await importFile({ companies: [entry('closing')], api_keys: keys });
    expect((await stack.get('/v2/products', { key })).status).toBe(200);
    await importFile({ companies: [entry('closing', { active: false })] });
    expect((await stack.get('/v2/products', { key })).status).toBe(404);
    expect((await stack.get('/v2/companies/closing', { key })).status).toBe(404);
    expect((await stack.get('/v2/health', { key })).status).toBe(200);
    expect((await stack.get('/v2/audit-log', { key })).status).toBe(200);
    expect((await stack.get<{ data: object[] }>('/v2/companies', { key })).body.data).toEqual([]);
    await importFile({ companies: [entry('closing')] });
    expect((await stack.get('/v2/products', { key })).status).toBe(200);
  });

  test('a disabled agency cannot act for itself or its clients', async () => {
    const key = `lp_live_${'5'.repeat(32)}_${'6'.repeat(64)}`;
    const keys = [
      { company: 'gone-agency', label: 'x', key, scopes: ['catalog:read', 'companies:read', 'orders:create'] },
    ];
    const agency = (active: boolean) => entry('gone-agency', { assigned: ['client'], active });
    await importFile({ companies: [agency(true), entry('client')], api_keys: keys });
    const seen = async () => {
      const query = { company: 'client' };
      const { body: list } = await stack.get<{ data: { slug: string }[] }>('/v2/companies', { key });
      const products = await stack.get('/v2/products', { key, query });
      const order = await stack.post('/v2/orders', { key, query, idempotencyKey: true, body: {} });
      const company = await stack.get('/v2/companies/client', { key });
      return [list.data.map(({ slug }) => slug), products.status, order.status, company.status];
    };
    expect(await seen()).toEqual([['gone-agency', 'client'], 200, 422, 200]);
    await importFile({ companies: [agency(false)] });
    expect(await seen()).toEqual([[], 404, 404, 404]);
    await importFile({ companies: [agency(true)] });
    expect((await seen())[1]).toBe(200);
  });
});
