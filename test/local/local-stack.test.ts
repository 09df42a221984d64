import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allFunctions, schedules } from '../../lib/definition.ts';
import { runStack, startStack, type RunningStack } from '../support/stack.ts';

interface Refusal {
  error: { code: string; message: string; names?: string[] };
}

const SEED = {
  companies: [
    {
      slug: 'solvang',
      name: 'Solvang Kro',
      currency: 'DKK',
      language: 'da',
      contract: { checkout: true },
      approved_urls: ['http://127.0.0.1'],
    },
  ],
  api_keys: [{ company: 'solvang', label: 'till', scopes: ['catalog:read'] }],
};

const processes = async (needle: string): Promise<string[]> => {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'args']);
  return stdout.split('\n').filter((line) => line.includes(needle));
};

/** Command lines of all descendant processes of a stack. */
const startedBy = async (pid: number | undefined): Promise<string> => {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,ppid=,args=']);
  const all = stdout.split('\n').map((line) => line.trim().split(/\s+/));
  const childrenOf = (parent: string): string[] =>
    all.flatMap(([own = '', of, ...args]) => (of === parent ? [args.join(' '), ...childrenOf(own)] : []));
  return childrenOf(String(pid)).join('\n');
};

describe('a running stack', () => {
  let stack: RunningStack;
  let key: string;

  beforeAll(async () => {
    stack = await startStack({ ownProcess: true });
    key = stack.keys[0]?.key ?? '';
  });
  afterAll(() => stack.stop());

  test('prints one line with its URL, its documentation and the demo keys', async () => {
    expect(stack.output.stdout.trim().split('\n')).toHaveLength(1);
    expect(stack.ready).toEqual({ url: stack.url, docs: `${stack.url}/docs`, keys: expect.any(Array) as unknown });
    expect(stack.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(stack.keys.length).toBeGreaterThan(0);
    for (const shown of stack.keys) expect(Object.keys(shown)).toEqual(['company', 'label', 'key']);
    expect((await stack.get('/v2/health', { key })).status).toBe(200);
  });

  test('responds in JSON to an unknown control call and to a wrong method', async () => {
    const unknown = await stack.get<Refusal>('/_local/nothing');
    expect(unknown.status).toBe(404);
    expect(unknown.body.error.message).toContain('GET /_local/clock');
    expect((await stack.call('DELETE', '/_local/clock')).status).toBe(405);
  });

  test('rejects control calls and secrets that pages of other sites request', async () => {
    const now = await stack.nowMs();
    for (const origin of ['https://site.example', 'http://127.0.0.1.site.example', 'null']) {
      // A page can send this request without a CORS preflight.
      const headers = { Origin: origin, 'Content-Type': 'text/plain' };
      const moved = await stack.post<Refusal>('/_local/clock', { body: '{"advance_seconds":86400}', headers });
      expect([moved.status, moved.body.error.code]).toEqual([403, 'foreign_origin']);
      for (const path of ['/_local/secrets', '/_secrets', '/_table', '/_mail/x', '/_functions/x']) {
        expect([path, (await stack.get(path, { headers: { Origin: origin } })).status]).toEqual([path, 403]);
      }
    }
    expect((await stack.nowMs()) - now).toBeLessThan(86_400_000);
    for (const origin of [stack.url, 'http://localhost:5173', 'http://[::1]:80']) {
      expect((await stack.get('/_local/clock', { headers: { Origin: origin } })).status).toBe(200);
    }
  });

  test('finds emails by an address whose plus sign is not encoded', async () => {
    const invited = { username: 'ida', email: 'ida+till@example.com', role: 'staff' };
    expect((await stack.post('/v2/users', { key, idempotencyKey: true, body: invited })).status).toBe(201);
    await stack.idle();
    expect(await stack.control('GET', '/mail?to=ida+till@example.com')).toHaveLength(1);
    expect(await stack.mail('ida+till@example.com')).toHaveLength(1);
  });

  describe('its clock', () => {
    test('moves forward by seconds and to a given time', async () => {
      const before = await stack.nowMs();
      const { now } = await stack.control<{ now: string }>('POST', '/clock', { advance_seconds: 3600 });
      expect(Date.parse(now) - before).toBeGreaterThanOrEqual(3_600_000);
      const later = new Date(before + 86_400_000).toISOString();
      const moved = await stack.control<{ now: string }>('POST', '/clock', { now: later });
      expect(Date.parse(moved.now) - Date.parse(later)).toBeLessThan(10_000);
    });

    test.each([
      { advance_seconds: -1 },
      { advance_seconds: '60' },
      { now: '2001-01-01T00:00:00Z' },
      { now: '2199-01-01T00:00:00' },
      { now: '9999-12-31T23:59:59.999-00:01' },
      { now: 'tomorrow' },
      { now: '2199-01-01T00:00:00Z', advance_seconds: 1 },
      { seconds: 1 },
      {},
    ])('rejects %j and does not move', async (body) => {
      const before = await stack.nowMs();
      expect((await stack.post('/_local/clock', { body })).status).toBe(422);
      expect((await stack.nowMs()) - before).toBeLessThan(5000);
    });

    test('rejects a body that is not JSON', async () => {
      expect((await stack.post('/_local/clock', { body: 'now!' })).status).toBe(422);
    });
  });

  describe('its schedules', () => {
    test.each(schedules.map(({ name }) => name))('%s runs on request', async (name) => {
      await stack.resetUsage();
      await stack.runSchedule(name);
      expect((await stack.usage())[name]?.requests).toBe(1);
    });

    test('run when the clock is moved past their interval, once each', async () => {
      await stack.idle();
      await stack.resetUsage();
      await stack.advance(24 * 3600);
      const usage = await stack.usage();
      for (const { target, onRequestLocally } of schedules) {
        expect(usage[target.name]?.requests ?? 0, target.name).toBe(onRequestLocally ? 0 : 1);
      }
    });

    test.each(['nothing', '%zz'])('%s is unknown, and gets 404 with the known names', async (name) => {
      const answer = await stack.post<Refusal>(`/_local/schedules/${name}`);
      expect(answer.status).toBe(404);
      expect(answer.body.error.names).toEqual(schedules.map(({ name }) => name));
    });
  });

  describe('its usage', () => {
    test('lists every function, and counts requests, calls, units and the longest chain', async () => {
      await stack.idle();
      await stack.resetUsage();
      await stack.get('/v2/health', { key });
      await stack.get('/v2/health', { key });
      const usage = await stack.usage();
      expect(Object.keys(usage).toSorted()).toEqual(
        allFunctions()
          .map(({ name }) => name)
          .toSorted(),
      );
      expect(usage['health']).toEqual({ requests: 2, calls: 2, rcu: 0, wcu: 2, sequential: 1 });
      await stack.resetUsage();
      expect((await stack.usage())['health']).toEqual({ requests: 0, calls: 0, rcu: 0, wcu: 0, sequential: 0 });
    });
  });

  describe('its crashes', () => {
    test.each(['before-commit', 'after-commit'] as const)('end an invocation %s without a response', async (at) => {
      await stack.crash('health', at, 2);
      expect((await stack.get('/v2/health', { key })).status).toBe(502);
      expect((await stack.get('/v2/health', { key })).status).toBe(502);
      expect((await stack.get('/v2/health', { key })).status).toBe(200);
    });

    const create = () =>
      stack.post('/v2/api-keys', { key, body: { label: `crash ${Math.random()}`, scopes: ['catalog:read'] } });
    const count = async () => (await stack.get<{ data: unknown[] }>('/v2/api-keys', { key })).body.data.length;

    test('leave no changes before the commit, and all changes after it', async () => {
      const before = await count();
      await stack.crash('create-api-key', 'before-commit');
      expect((await create()).status).toBe(502);
      expect(await count()).toBe(before);
      await stack.crash('create-api-key', 'after-commit');
      expect((await create()).status).toBe(502);
      expect(await count()).toBe(before + 1);
      expect((await create()).status).toBe(201);
    });

    test('an unknown function returns 404 with every name, workers and relay included', async () => {
      const answer = await stack.post<Refusal>('/_local/crash', { body: { function: 'nothing', at: 'before-commit' } });
      expect(answer.status).toBe(404);
      expect(answer.body.error.names).toEqual(expect.arrayContaining(['health', 'stream-relay']));
      for (const { name } of allFunctions()) expect(answer.body.error.message).toContain(name);
    });

    test.each([
      { function: 'health', at: 'never' },
      { function: 'health', at: 'before-commit', count: 0 },
      { at: 'before-commit' },
    ])('rejects %j', async (body) => {
      expect((await stack.post('/_local/crash', { body })).status).toBe(422);
    });
  });

  describe('its faults', () => {
    test.each(['throttle', 'unavailable', 'timeout', 'after-commit'])(
      'the table: a short %s has no effect on the response',
      async (mode) => {
        await stack.fault('table', mode, 2);
        expect((await stack.get('/v2/health', { key })).status).toBe(200);
      },
    );

    test('the table: a longer outage returns 503 with Retry-After', async () => {
      await stack.fault('table', 'unavailable', 4);
      const answer = await stack.get('/v2/health', { key });
      expect(answer.status).toBe(503);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await stack.get('/v2/health', { key })).status).toBe(200);
    });

    test.each([
      [{ target: 'moon', mode: 'timeout' }, 'courier'],
      [{ target: 'table', mode: 'slow' }, 'conflict'],
      [{ target: 'mail', mode: 'conflict' }, 'after-commit'],
      [{ target: 'mail', mode: 'timeout', count: 'two' }, 'whole number'],
    ])('rejects %j and lists the valid values', async (body, expected) => {
      const answer = await stack.post<Refusal>('/_local/faults', { body });
      expect(answer.status).toBe(422);
      expect(answer.body.error.message).toContain(expected);
    });
  });

  describe('responses without a function have the envelope and the rate-limit headers:', () => {
    const outside = (request: string) =>
      new Promise<string>((resolve, fail) => {
        const socket = connect(Number(new URL(stack.url).port), '127.0.0.1', () => socket.end(request));
        let answer = '';
        socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
        socket.on('error', fail).on('close', () => resolve(answer));
      });

    test.each([10 * 1024 * 1024 + 1, 7 * 1024 * 1024])('a body of %i bytes', async (bytes) => {
      const answer = await stack.post<Refusal>('/v2/quotes', { key, body: Buffer.alloc(bytes, 'x') });
      expect([answer.status, answer.body.error.code]).toEqual([413, 'request_too_large']);
      expect(answer.headers.get('x-rate-limit-limit')).toBe('600');
    });

    test.each([
      ['/shop/nordlys/da/buy', 'Billedet er større end 4 MB.', '/shop/nordlys/da'],
      ['/shop/nordlys/buy', 'Das Bild ist größer als 4 MB.', '/shop/nordlys'],
      ['/desk/brand/pictures/logo', 'Es wurde mehr gesendet, als diese Seite annimmt.', '/desk'],
      ['/pay/cs_1', 'Es wurde mehr gesendet, als diese Seite annimmt.', '/pay/cs_1'],
    ])('a page instead of the envelope for people at %s', async (path, phrase, back) => {
      for (const bytes of [10 * 1024 * 1024 + 1, 7 * 1024 * 1024]) {
        const headers = { 'Content-Type': 'multipart/form-data; boundary=x', 'Accept-Language': 'de' };
        const answer = await stack.post<string>(path, { body: Buffer.alloc(bytes, 'x'), headers });
        expect([answer.status, answer.headers.get('content-type')]).toEqual([413, 'text/html; charset=utf-8']);
        const page = answer.bytes.toString();
        expect(page).toContain(phrase);
        expect(page).toContain(`href="${back}"`);
        expect(answer.headers.get('x-request-id')).toBeTruthy();
      }
    });

    test('a crashed invocation', async () => {
      await stack.crash('health', 'before-commit');
      const answer = await stack.get<Refusal>('/v2/health', { key });
      expect([answer.status, answer.body.error.code]).toEqual([502, 'no_answer']);
      expect(answer.headers.get('x-rate-limit-reset')).toBe('0');
      expect(answer.headers.get('x-request-id')).toBeTruthy();
    });

    test.each([
      [431, 'headers_too_large', `GET /v2/me HTTP/1.1\r\nHost: a\r\nX-Long: ${'y'.repeat(60_000)}\r\n\r\n`],
      [400, 'malformed_request', 'GET /v2/me HTTP/1.1\r\nHost a\r\n\r\n'],
      [400, 'malformed_request', 'GET /v2/me HTTP/1.1\r\nConnection: close\r\n\r\n'],
      [401, 'unauthorized', 'GET /v2/me HTTP/1.1\r\nHost: a\r\nExpect: more\r\nConnection: close\r\n\r\n'],
    ])('%i %s', async (status, code, request) => {
      const [head = '', body = ''] = (await outside(request)).split('\r\n\r\n');
      expect(head).toContain(`HTTP/1.1 ${status} `);
      expect(head.toLowerCase()).toContain('x-rate-limit-remaining: 600');
      expect(JSON.parse(body)).toMatchObject({ error: { code } });
    });

    test.each(['//', '/\\', '//[', '//a:b', '//v2/health'])('404 not_found for the path %s', async (path) => {
      const request = `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
      const [head = '', body = ''] = (await outside(request)).split('\r\n\r\n');
      expect(head).toContain('HTTP/1.1 404 ');
      expect(JSON.parse(body)).toMatchObject({ error: { code: 'not_found' } });
    });

    test('a request may name the host in its target, as proxies do', async () => {
      const request = 'GET http://a.example/_local/clock HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n';
      expect(await outside(request)).toContain('HTTP/1.1 200 ');
    });
  });

  test('a second stack runs concurrently and does not see its keys', async () => {
    const other = await startStack({ seed: SEED, ownProcess: true });
    try {
      expect(other.url).not.toBe(stack.url);
      expect(other.keys.map(({ company, label }) => `${company} ${label}`)).toEqual(['solvang till']);
      expect((await other.get('/v2/health', { key })).status).toBe(401);
      expect((await other.get('/v2/health', { key: other.key('solvang') })).status).toBe(200);
    } finally {
      expect(await other.stop()).toBe(0);
    }
  });
});

describe('starting', () => {
  /** The last line that a stack prints when it does not start. */
  const failure = async (options: Parameters<typeof runStack>[0]): Promise<string> => {
    const { status, stdout, stderr } = await runStack(options);
    expect({ status, stdout, lines: stderr.trim().split('\n').length }).toEqual({ status: 1, stdout: '', lines: 1 });
    return stderr;
  };

  test('fails on a port in use', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    expect(await failure({ env: { PORT: String(port) } })).toContain(String(port));
    await new Promise((resolve) => server.close(resolve));
  });

  test('fails for a seed file that is missing, not JSON or not valid, with the file and position', async () => {
    expect(await failure({ seed: '/nowhere/seed.json' })).toContain('/nowhere/seed.json');
    const folder = await mkdtemp(join(tmpdir(), 'seed-'));
    await writeFile(join(folder, 'seed.json'), '{');
    expect(await failure({ seed: join(folder, 'seed.json') })).toContain('JSON');
    await rm(folder, { recursive: true });
    expect(await failure({ seed: { companies: [{ slug: 'x', surprise: 1 }] } })).toContain('companies');
  });

  test.each([
    { PORT: 'http' },
    { PORT: '70000' },
    { ENVIRONMENT: 'staging' },
    { WEBHOOK_ALLOW_LOOPBACK: 'maybe' },
    { LOG_LEVEL: 'loud' },
    { DATA_DIR: '/dev/null/x' },
    // The folder exists with all permissions, but nothing can be created in it.
    { DATA_DIR: '/proc' },
    { DATA_DIR: '/proc/x' },
    { DYNAMODB_ENDPOINT: 'http://127.0.0.1:9' },
    { BUNDLES: '/nowhere/dist' },
    { BUNDLES: '/dev' },
  ])('fails with %j', async (env) => {
    expect(await failure({ env: env as unknown as Record<string, string> })).toContain(Object.values(env)[0] ?? '');
  });

  test('prints one structured line for each request with LOG_LEVEL=debug', async () => {
    const stack = await startStack({ env: { LOG_LEVEL: 'debug' } });
    const { headers } = await stack.get('/v2/health', { key: stack.keys[0]?.key ?? '' });
    await stack.stop();
    const lines = stack.output.stderr.split('\n').filter((line) => line.includes(headers.get('x-request-id') ?? '-'));
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      function: 'health',
      method: 'GET',
      path: '/v2/health',
      status: 200,
    });
    expect(stack.output.stdout.trim().split('\n')).toHaveLength(1);
  });
});

describe('stopping', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)(
    'on %s takes less than three seconds and leaves no process',
    async (signal) => {
      const folder = await mkdtemp(join(tmpdir(), 'data-'));
      const stack = await startStack({ dataDir: folder });
      expect(await processes(folder)).not.toHaveLength(0);
      const startedMs = Date.now();
      const exit = new Promise((resolve) => stack.child.once('exit', resolve));
      stack.child.kill(signal);
      expect(await exit).toBe(0);
      expect(Date.now() - startedMs).toBeLessThan(3000);
      expect(await processes(folder)).toEqual([]);
      await rm(folder, { recursive: true });
    },
  );

  test('only a persistent table uses the emulator', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'data-'));
    const [own, lasting] = await Promise.all([startStack(), startStack({ dataDir: folder })]);
    expect(await startedBy(own.child.pid)).not.toContain('--db-path');
    expect(await startedBy(lasting.child.pid)).toContain('--db-path');
    await Promise.all([own.stop(), lasting.stop()]);
    await rm(folder, { recursive: true });
  });
});
