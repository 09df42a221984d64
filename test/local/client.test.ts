import { execFile, spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import vm from 'node:vm';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiDocument } from '../../functions/api/docs/openapi/document.ts';
import { signatureOf } from '../../functions/platform/verify-webhook.ts';
import { standardSignatureOf } from '../../functions/platform/webhook-signing.ts';
import type { Document } from '../../lib/client/make/operations.ts';
import { writePackage } from '../../lib/client/make/package.ts';
import type * as Errors from '../../lib/client/source/errors.ts';
import type { unwrap as Unwrap } from '../../lib/client/source/webhooks.ts';
import { Shop } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

type Call = (input?: object, options?: object) => Promise<Record<string, unknown>>;
interface Package extends Record<keyof typeof Errors, new (...args: never[]) => Error> {
  giftCommerce: (options: object) => Record<string, Call> & { webhooks: { unwrap: typeof Unwrap } };
  unwrap: typeof Unwrap;
}

const run = promisify(execFile);

let folder: string;
let installed: string;
let client: Package;
let stack: RunningStack;
let env: Record<string, string | undefined>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'client-'));
  installed = join(folder, 'node_modules/gift-commerce-client');
  await writePackage(apiDocument('https://api.example.com') as unknown as Document, installed, '0.1.0');
  [client, stack] = await Promise.all([
    import(pathToFileURL(join(installed, 'index.js')).href) as Promise<Package>,
    startStack(),
  ]);
  const key = stack.key('nordlys', 'demo, everything (live)');
  env = { ...process.env, API_URL: stack.url, API_KEY: key, NODE_NO_WARNINGS: '1' };
  const { id } = await new Shop(stack, key).sell([{ product_id: 'gift_card_value', amount: 50_000, quantity: 1 }]);
  const { body } = await stack.get<{ data: { code: string }[] }>('/v2/items', { key, query: { order_id: id } });
  env['CODE'] = body.data[0]?.code;
}, 60_000);
afterAll(async () => {
  await stack.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('the package', () => {
  it('is packed by npm with an ES module, CommonJS, types, README and license, without dependencies', async () => {
    const { stdout } = await run('npm', ['pack', '--json'], { cwd: installed });
    const [packed] = JSON.parse(stdout) as { files: { path: string }[]; size: number }[];
    const files = packed?.files.map(({ path }) => path).toSorted();
    expect(files).toEqual(
      ['LICENSE', 'README.md', 'index.cjs', 'index.d.cts', 'index.d.ts', 'index.js', 'package.json'].toSorted(),
    );
    expect(JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))).not.toHaveProperty('dependencies');
  });

  it('has at most 12 KB of compressed code', async () => {
    for (const file of ['index.js', 'index.cjs']) {
      expect(gzipSync(await readFile(join(installed, file))).length).toBeLessThan(12_000);
    }
  });

  it('has short lines where it throws, because Node.js prints the line of an error', async () => {
    const lines = (await readFile(join(installed, 'index.js'), 'utf8')).split('\n');
    expect(Math.max(...lines.filter((line) => /\bthrow\b/.test(line)).map(({ length }) => length))).toBeLessThan(200);
  });

  it('has the same exports in CommonJS', () => {
    const required = createRequire(join(folder, 'x.cjs'))('gift-commerce-client') as Package;
    expect(Object.keys(required).toSorted()).toEqual(Object.keys(client).toSorted());
    expect(Object.keys(required.giftCommerce({ key: 'x', baseUrl: stack.url }))).toContain('createOrder');
  });

  it('runs with only the globals of every web platform', async () => {
    const code = await readFile(join(installed, 'index.cjs'), 'utf8');
    const web = { fetch, crypto, URLSearchParams, TextEncoder, TextDecoder, AbortSignal, Headers, atob, setTimeout };
    const module = { exports: {} as Package };
    vm.runInNewContext(code, { ...web, clearTimeout, Uint8Array, module, exports: module.exports });
    const api = module.exports.giftCommerce({ key: env['API_KEY'], baseUrl: stack.url });
    expect(await api['me']?.()).toMatchObject({ company: { id: 'nordlys' } });
  });
});

describe('the recipes of its README', () => {
  const recipes = async (): Promise<string[]> => {
    const readme = await readFile(join(installed, 'README.md'), 'utf8');
    return [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code);
  };

  /** Output of each recipe. */
  const PRINTS = [
    /^51000 DKK$/,
    /jazz.*\d{4}-\d\d-\d\dT/i,
    /^pending_payment http:.*\/pay\/cs_/,
    /captured fulfilled/,
    /^\w+ true$/,
    /^listening$/,
    /^25 475$/,
    /^1000 \d+ partially_refunded$/,
    /validation_failed.*items\.0\.amount.*true/,
    /order\.fulfilled po_\w+$/,
    /^held captured 100$/,
  ];

  it('number eleven', async () => {
    expect(await recipes()).toHaveLength(PRINTS.length);
  });

  it('compile with its types', async () => {
    const project = join(folder, 'recipes');
    await mkdir(project);
    for (const [at, code] of (await recipes()).entries()) await writeFile(join(project, `${at + 1}.mts`), code);
    const options = {
      strict: true,
      noEmit: true,
      module: 'nodenext',
      target: 'es2023',
      types: ['node'],
      skipLibCheck: false,
    };
    const typeRoots = [join(process.cwd(), 'node_modules/@types')];
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: { ...options, typeRoots } }));
    const compiler = join(process.cwd(), 'node_modules/.bin/tsc');
    const { stdout } = await run(compiler, ['-p', project]).catch((error: { stdout: string }) => error);
    expect(stdout).toBe('');
  }, 60_000);

  it.each(PRINTS.map((print, at) => [at + 1, print] as const))('number %i runs as printed', async (number, print) => {
    const file = join(folder, `recipe-${number}.mts`);
    await writeFile(file, (await recipes())[number - 1] ?? '');
    if (print.source === '^listening$') return receives(file);
    const { stdout } = await run(process.execPath, [file], { cwd: folder, env });
    expect(stdout.trim()).toMatch(new RegExp(print.source, `${print.flags}m`));
    if (number === 5) expect((await readdir(folder)).some((name) => name.endsWith('.pdf'))).toBe(true);
  });

  /** Starts the recipe of a webhook receiver, causes an event, and waits until the receiver prints it. */
  const receives = async (file: string): Promise<void> => {
    const port = await freePort();
    const key = env['API_KEY'] ?? '';
    const { body } = await stack.post<{ secret: string }>('/v2/webhook-endpoints', {
      key,
      idempotencyKey: true,
      body: { url: `http://127.0.0.1:${port}/`, events: ['order.fulfilled'] },
    });
    const child = spawn(process.execPath, [file], {
      cwd: folder,
      env: { ...env, PORT: String(port), WEBHOOK_SECRET: body.secret },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    try {
      await new Promise<void>((resolve, reject) => {
        child.once('exit', () => reject(new Error('The receiver ended')));
        child.stdout.on('data', (chunk: Buffer) => {
          output += chunk.toString();
          if (output.includes('listening')) resolve();
        });
      });
      const order = await new Shop(stack, key).sell([{ product_id: 'gift_card_value', amount: 20_000, quantity: 1 }]);
      await expect.poll(() => output).toContain(order.reference);
    } finally {
      child.removeAllListeners('exit');
      child.kill('SIGTERM');
    }
  };
});

const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};

describe('a failed request', () => {
  type Answering = (request: IncomingMessage, response: ServerResponse, attempt: number) => void;

  /** Runs a client against a server with prepared responses. Returns the requests that the server received. */
  const against = async (
    answer: Answering,
    work: (api: ReturnType<Package['giftCommerce']>) => Promise<unknown>,
    options: object = {},
  ) => {
    const requests: { key: string | undefined; body: string }[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        requests.push({ key: request.headers['idempotency-key'] as string | undefined, body });
        answer(request, response, requests.length);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const outcome = await work(client.giftCommerce({ key: 'k', baseUrl, ...options })).catch((error: unknown) => error);
    server.closeAllConnections();
    server.close();
    return { requests, outcome };
  };

  const refuse = (
    response: ServerResponse,
    status: number,
    code: string,
    headers: Record<string, string> = {},
  ): void => {
    response.writeHead(status, { 'Content-Type': 'application/json', 'X-Request-Id': 'r-1', ...headers });
    response.end(JSON.stringify({ error: { code, message: code, fields: { a: ['b'] } } }));
  };
  const accept = (response: ServerResponse): void => {
    response.writeHead(201, { 'Content-Type': 'application/json' }).end('{"id": "po_1"}');
  };
  const order = (api: ReturnType<Package['giftCommerce']>) => api['createOrder']!({ body: { items: [] } });

  it('is retried with the same bytes and a key generated before the first attempt', async () => {
    const { requests, outcome } = await against((_, response, attempt) => {
      if (attempt === 1) response.destroy();
      else if (attempt === 2) refuse(response, 503, 'service_busy', { 'Retry-After': '0' });
      else accept(response);
    }, order);
    expect(outcome).toEqual({ id: 'po_1' });
    expect(requests).toHaveLength(3);
    expect(new Set(requests.map(({ key, body }) => `${key} ${body}`)).size).toBe(1);
    expect(requests[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is retried when its response ends in the middle of the body', async () => {
    const { requests, outcome } = await against((_, response, attempt) => {
      if (attempt > 1) return accept(response);
      response.writeHead(201, { 'Content-Type': 'application/json', 'Content-Length': '100' });
      response.write('{"id"', () => response.destroy());
    }, order);
    expect(outcome).toEqual({ id: 'po_1' });
    expect(new Set(requests.map(({ key }) => key)).size).toBe(1);
  });

  const ITEM_WRITES = {
    claimItem: { code: 'X', body: { type: 'all' } },
    refundItem: { code: 'X', body: { type: 'all' } },
    cancelItem: { code: 'X' },
    activateItem: { code: 'X' },
    resendItem: { code: 'X', body: {} },
    claimOrder: { order_id: 'X' },
    issueItems: { body: { amount: 100 } },
    captureOrder: { order_id: 'X' },
  };

  it.each(Object.entries(ITEM_WRITES))('is retried for a write on items: %s', async (method, input) => {
    const { requests, outcome } = await against(
      (_, response, attempt) => {
        if (attempt === 1) response.destroy();
        else accept(response);
      },
      (api) => api[method]!(input),
    );
    expect(outcome).toEqual({ id: 'po_1' });
    expect(requests).toHaveLength(2);
    expect(new Set(requests.map(({ key, body }) => `${key} ${body}`)).size).toBe(1);
    expect(requests[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is retried with only the guid of an earlier response, when the caller passes it', async () => {
    const { requests } = await against(
      (_, response) => accept(response),
      (api) => api['claimItem']!({ code: 'X', body: { type: 'all' } }, { requestGuid: 'earlier' }),
    );
    expect(requests.map(({ key }) => key)).toEqual([undefined]);
  });

  it('waits for Retry-After', async () => {
    const startMs = performance.now();
    const { requests } = await against((_, response, attempt) => {
      if (attempt === 1) refuse(response, 429, 'rate_limited', { 'Retry-After': '1' });
      else accept(response);
    }, order);
    expect(requests).toHaveLength(2);
    expect(performance.now() - startMs).toBeGreaterThan(950);
  });

  it('ends immediately when it is aborted before the wait for a retry', async () => {
    const abort = new AbortController();
    const startMs = performance.now();
    const { requests, outcome } = await against(
      (_, response) => refuse(response, 503, 'service_busy', { 'Retry-After': '5' }),
      (api) => api['createOrder']!({ body: { items: [] } }, { signal: abort.signal }),
      { onResponse: () => abort.abort() },
    );
    expect(requests).toHaveLength(1);
    expect(outcome).toMatchObject({ name: 'AbortError' });
    expect(performance.now() - startMs).toBeLessThan(4000);
  });

  it('is not retried when it could be executed twice, or when the response is final', async () => {
    const unkeyed = await against(
      (_, response) => response.destroy(),
      (api) => api['createQuote']!({ body: { items: [] } }),
    );
    expect(unkeyed.requests).toHaveLength(1);
    expect(unkeyed.outcome).toBeInstanceOf(client.ConnectionError);
    const declined = await against((_, response) => refuse(response, 502, 'refund_declined'), order);
    expect(declined.requests).toHaveLength(1);
  });

  it.each([
    [401, 'unauthorized', 'AuthenticationError'],
    [403, 'insufficient_scope', 'PermissionError'],
    [404, 'not_found', 'NotFoundError'],
    [409, 'order_not_payable', 'ConflictError'],
    [412, 'precondition_failed', 'ConflictError'],
    [422, 'validation_failed', 'ValidationError'],
    [502, 'refund_declined', 'ServiceError'],
  ] as const)('with %i %s is rejected with a %s', async (status, code, name) => {
    const { outcome } = await against((_, response) => refuse(response, status, code), order);
    expect(outcome).toBeInstanceOf(client[name]);
    expect(outcome).toBeInstanceOf(client.GiftCommerceError);
    expect(outcome).toMatchObject({ name, status, code, requestId: 'r-1', fields: { a: ['b'] } });
  });
});

describe('webhooks.unwrap', () => {
  const id = `evt_${'1'.repeat(32)}`;
  const body = Buffer.from(
    JSON.stringify({ id, type: 'order.created', api_version: 'v2', data: { text: 'Smørrebrød ✓' } }),
  );
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const seconds = 1_800_000_000;
  const nowMs = seconds * 1000;
  const own = (signature: string, timestamp = String(seconds)) => ({
    'Service-Webhook-Id': id,
    'Service-Webhook-Timestamp': timestamp,
    'Service-Webhook-Signature': signature,
  });
  const standard = (signature: string) => ({
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signature,
  });
  const good = signatureOf(secret, String(seconds), id, body);
  const goodStandard = standardSignatureOf(secret, String(seconds), id, body);

  it.each([
    ['our headers', own(good)],
    ['our headers with two signatures', own(`v1=${'0'.repeat(64)}, ${good}`)],
    ['the headers of Standard Webhooks', standard(goodStandard)],
    ['Standard Webhooks with two signatures', standard(`v1,${Buffer.alloc(32).toString('base64')} ${goodStandard}`)],
    ['both', { ...own(good), ...standard(goodStandard) }],
    ['a Headers object', new Headers(standard(goodStandard))],
  ])('accepts a delivery with %s', async (_, headers) => {
    expect(await client.unwrap(body, headers, secret, { nowMs })).toMatchObject({ id, type: 'order.created' });
    expect(await client.unwrap(body.toString(), headers, ['whsec_b2xk', secret], { nowMs })).toMatchObject({ id });
  });

  it.each([
    ['no headers', {}, body, nowMs, 'missing_header'],
    ['another secret', own(signatureOf('whsec_x', String(seconds), id, body)), body, nowMs, 'signature_mismatch'],
    ['another body', own(good), Buffer.from(`${body.toString()} `), nowMs, 'signature_mismatch'],
    ['an old timestamp', own(good), body, nowMs + 301_000, 'stale_timestamp'],
    ['an invalid timestamp', own(good, 'now'), body, nowMs, 'malformed_timestamp'],
    ['an invalid standard signature', standard('v1,***'), body, nowMs, 'signature_mismatch'],
  ] as const)('rejects a delivery with %s', async (_, headers, bytes, atMs, code) => {
    const refused = client.unwrap(bytes, headers, secret, { nowMs: atMs });
    await expect(refused).rejects.toMatchObject({ name: 'WebhookError', code });
  });
});
