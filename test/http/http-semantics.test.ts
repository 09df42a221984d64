import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { servedMethodsAt } from '../../functions/fallback/match.ts';
import { pathsOf } from '../../functions/pipeline/route.ts';
import { routes } from '../../functions/routes.ts';
import { giftCard, offer, orderBody, type ErrorBody } from '../support/shop.ts';
import { agentSeed, AGENCY_KEY, ALL_KEY, keyWithout, Store } from '../support/agent-shop.ts';
import { simplePdf, TemplatePartner } from '../support/templates.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
let store: Store;
beforeAll(async () => {
  stack = await startStack({ seed: agentSeed });
  store = new Store(stack);
});
afterAll(async () => {
  await store.close();
  await stack.stop();
});

/** Headers that differ for each request. */
const OWN = /^(x-request-id|apigw-requestid|date|x-rate-limit-.*|connection|keep-alive)$/;
const lasting = (headers: Headers): Record<string, string> =>
  Object.fromEntries([...headers].filter(([name]) => !OWN.test(name)));

describe('HEAD', () => {
  it('returns the response of GET without a body', async () => {
    const order = await store.paid();
    const code = await store.card();
    await stack.idle();
    const paths = [
      '/v2/products',
      '/v2/products/gift_card_value',
      '/v2/orders',
      `/v2/orders/${order}`,
      `/v2/orders/${order}/gift-card.pdf`,
      `/v2/items/${code}`,
      '/v2/companies/store/brand',
      '/v2/orders/po_1',
      '/openapi.json',
      '/docs',
      '/health',
    ];
    for (const path of paths) {
      const [get, head] = [await stack.get(path, { key: ALL_KEY }), await stack.call('HEAD', path, { key: ALL_KEY })];
      expect([path, head.status, head.bytes.length]).toEqual([path, get.status, 0]);
      expect(lasting(head.headers)).toEqual(lasting(get.headers));
    }
    expect((await stack.call('HEAD', '/v2/orders')).status).toBe(401);
  });

  it('is in the Allow header of a path with GET, and not supported by a path with only POST', async () => {
    const wrong = await stack.call('DELETE', '/v2/products', { key: ALL_KEY });
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect((await stack.call('HEAD', '/v2/quotes', { key: ALL_KEY })).status).toBe(405);
  });
});

describe('the Vary header', () => {
  const varies = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await stack.get(path, { key: ALL_KEY, headers });
    return [answer.status, answer.headers.get('vary')];
  };

  it.each(['/v2/products', '/openapi.json', '/docs'])('%s returns the same headers with 304 and 200', async (path) => {
    const tag = (await stack.get(path, { key: ALL_KEY })).headers.get('etag') ?? '';
    expect(await varies(path)).toEqual([200, 'Accept-Encoding']);
    expect(await varies(path, { 'If-None-Match': tag })).toEqual([304, 'Accept-Encoding']);
  });

  it('a page of the shop returns each value once', async () => {
    const open = { values: { open: true } };
    const { headers } = await stack.get('/v2/order-page', { key: ALL_KEY });
    const change = { key: ALL_KEY, headers: { 'If-Match': headers.get('etag') ?? '' }, body: open };
    expect((await stack.call('PATCH', '/v2/order-page', change)).status).toBe(200);
    for (const encoding of ['identity', 'gzip']) {
      const [status, vary] = await varies('/shop/store/en', { 'Accept-Encoding': encoding });
      expect([status, vary]).toEqual([200, 'Accept-Encoding']);
    }
  });
});

describe('201 has a Location', () => {
  const found = async (location: string | null, key = ALL_KEY): Promise<number> =>
    (await stack.get(location ?? '/nowhere', { key })).status;

  it('for an order, its payment page and issued items', async () => {
    const order = await stack.post<{ id: string }>('/v2/orders', {
      key: ALL_KEY,
      idempotencyKey: 'manners',
      body: orderBody(giftCard(20000)),
    });
    expect(order.headers.get('location')).toBe(`/v2/orders/${order.body.id}`);
    expect(await found(order.headers.get('location'))).toBe(200);
    const again = await stack.post('/v2/orders', {
      key: ALL_KEY,
      idempotencyKey: 'manners',
      body: orderBody(giftCard(20000)),
    });
    expect([again.status, again.headers.get('location')]).toEqual([201, order.headers.get('location')]);
    const session = await store.shop.session(order.body.id);
    expect(session.headers.get('location')).toBe(session.body.url);
    const issued = await stack.post<{ order_id: string }>('/v2/items', { key: ALL_KEY, body: { amount: 200 } });
    expect(issued.headers.get('location')).toBe(`/v2/items?order_id=${issued.body.order_id}`);
    expect(await found(issued.headers.get('location'))).toBe(200);
  });

  it('for a resource that an agency created for a company, with the company', async () => {
    const order = await stack.post<{ id: string }>('/v2/orders', {
      key: AGENCY_KEY,
      idempotencyKey: true,
      query: { company: 'store' },
      body: orderBody(giftCard(20000)),
    });
    expect(order.headers.get('location')).toBe(`/v2/orders/${order.body.id}?company=store`);
    expect(await found(order.headers.get('location'), AGENCY_KEY)).toBe(200);
    expect(await found(`/v2/orders/${order.body.id}`, AGENCY_KEY)).toBe(404);
  });

  it('for an endpoint, a draft and a template', async () => {
    const seen = new Map<string, string | null>();
    const make = async (path: string, body: object) => {
      const answer = await stack.post<{ id: string }>(path, { key: ALL_KEY, idempotencyKey: true, body });
      expect([path, answer.status]).toEqual([path, 201]);
      seen.set(path, answer.headers.get('location'));
      return answer.body.id;
    };
    const endpoint = await make('/v2/webhook-endpoints', { url: 'http://127.0.0.1:9/hook', events: ['order.created'] });
    const draft = await make('/v2/order-page/drafts', { note: 'Manners' });
    const template = await new TemplatePartner(stack, ALL_KEY).made(await simplePdf(), { name: 'Manners' });
    expect(seen.get('/v2/webhook-endpoints')).toBe(`/v2/webhook-endpoints/${endpoint}`);
    expect(seen.get('/v2/order-page/drafts')).toBe(`/v2/order-page/drafts/${draft}`);
    for (const location of [...seen.values(), `/v2/pdf-templates/${template.id}`])
      expect(await found(location)).toBe(200);
  });
});

describe('a tag', () => {
  const read = (path: string, headers: Record<string, string> = {}) => stack.get(path, { key: ALL_KEY, headers });

  it('of the catalog, of documents, of the reference and of a brand returns 304 for a repeat', async () => {
    const [order, code] = [await store.paid(), await store.card()];
    await stack.idle();
    const paths = [
      '/v2/products',
      '/v2/products?type=gift_card&limit=1',
      '/v2/products/gift_card_value',
      `/v2/orders/${order}/gift-card.pdf`,
      `/v2/items/${code}/document.pdf`,
      '/openapi.json',
      '/openapi-v1.json',
      '/docs',
      '/docs/scalar.js',
      '/v2/companies/store/brand',
    ];
    for (const path of paths) {
      const first = await read(path);
      const tag = first.headers.get('etag') ?? '';
      expect([path, first.status, tag]).toEqual([path, 200, expect.stringMatching(/^(W\/)?"[\w-]{22}"$/)]);
      const known = await read(path, { 'If-None-Match': tag });
      expect([path, known.status, known.bytes.length, known.headers.get('etag')]).toEqual([path, 304, 0, tag]);
      expect(known.headers.get('x-request-id')).toBeTruthy();
      const other = await read(path, { 'If-None-Match': '"another"' });
      expect([path, other.status, other.bytes.equals(first.bytes)]).toEqual([path, 200, true]);
    }
  });

  it('of the catalog changes with each sale', async () => {
    const before = (await read('/v2/products/so_1')).headers.get('etag') ?? '';
    const known = () => read('/v2/products/so_1', { 'If-None-Match': before });
    expect((await known()).status).toBe(304);
    const ordered = await stack.post<{ id: string }>('/v2/orders', {
      key: ALL_KEY,
      idempotencyKey: true,
      body: orderBody(offer(1)),
    });
    expect(ordered.status, JSON.stringify(ordered.body)).toBe(201);
    expect((await known()).status).toBe(200);
  });
});

/** The raw response, before decompression. */
const wire = (path: string, headers: Record<string, string>) =>
  new Promise<{ encoding: string | undefined; vary: string | undefined; bytes: number }>((resolve, reject) => {
    const sent = request(new URL(path, stack.url), { headers: { Authorization: `Bearer ${ALL_KEY}`, ...headers } });
    sent.on('error', reject);
    sent.on('response', (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
      answer.on('end', () =>
        resolve({ encoding: answer.headers['content-encoding'], vary: answer.headers.vary, bytes }),
      );
    });
    sent.end();
  });

describe('an encoding', () => {
  it('is used for responses over 1 kB when accepted', async () => {
    const plain = await wire('/openapi.json', {});
    expect([plain.encoding, plain.vary]).toEqual([undefined, 'Accept-Encoding']);
    for (const encoding of ['gzip', 'br']) {
      const packed = await wire('/openapi.json', { 'Accept-Encoding': encoding });
      expect(packed).toMatchObject({ encoding, vary: 'Accept-Encoding' });
      expect(packed.bytes).toBeLessThan(plain.bytes / 4);
    }
    expect((await wire('/v2/products', { 'Accept-Encoding': 'gzip' })).encoding).toBe('gzip');
    expect((await wire('/health', { 'Accept-Encoding': 'gzip' })).encoding).toBeUndefined();
  });

  it('of a body is rejected with 415, and nothing is changed', async () => {
    const { gzipSync } = await import('node:zlib');
    const body = gzipSync(JSON.stringify(orderBody(giftCard(20000))));
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
    const options = { key: ALL_KEY, idempotencyKey: 'packed', headers, body } as const;
    for (const path of ['/v2/orders', '/v2/quotes', '/v2/items', '/mcp']) {
      const answer = await stack.post<ErrorBody>(path, options);
      expect([path, answer.status, answer.headers.get('accept-encoding')]).toEqual([path, 415, 'identity']);
      expect(answer.body.error).toMatchObject({
        code: 'unsupported_media_type',
        message: expect.stringContaining('gzip'),
      });
    }
    const { headers: _packed, ...plain } = { ...options, body: orderBody(giftCard(20000)) };
    expect((await stack.post('/v2/orders', plain)).status).toBe(201);
  });
});

describe('WWW-Authenticate', () => {
  const challenge = async (key: string | undefined, path = '/v2/orders'): Promise<[number, string | null]> => {
    const { status, headers } = await stack.get(path, key === undefined ? {} : { key });
    return [status, headers.get('www-authenticate')];
  };

  it('states the reason: no key, an invalid key, a missing scope', async () => {
    expect(await challenge(undefined)).toEqual([401, 'Bearer']);
    for (const key of ['nonsense', `${ALL_KEY}0`, ALL_KEY.replace('5', '6')]) {
      expect(await challenge(key)).toEqual([401, 'Bearer error="invalid_token"']);
    }
    const lacking = 'Bearer error="insufficient_scope", scope="orders:read"';
    expect(await challenge(keyWithout('orders:read'))).toEqual([403, lacking]);
    expect(await challenge(undefined, '/item/X')).toEqual([401, 'Bearer']);
    expect(await challenge('nonsense', '/item/X')).toEqual([401, 'Bearer error="invalid_token"']);
  });

  it('is returned by every route that requires a key', async () => {
    const asking = routes.filter(({ access, mediaTypes }) => access === 'api-key' && !mediaTypes);
    for (const { method, path } of asking) {
      const place = path.replaceAll(/\{\w+\}/g, 'x');
      expect(servedMethodsAt(routes, place)).toContain(method);
      const { status, headers } = await stack.call(method, place);
      expect([path, status, headers.get('www-authenticate')]).toEqual([path, 401, 'Bearer']);
    }
  });
});

describe('a method that a path does not support', () => {
  const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
  const places = routes.flatMap(pathsOf).filter((path) => path !== '$default');

  it('is refused with the allowed methods, for every caller', async () => {
    for (const path of new Set(places)) {
      const place = path.replaceAll('{language}', 'da').replaceAll(/\{\w+\+?\}/g, 'x');
      const taken = servedMethodsAt(routes, place);
      const refused = METHODS.filter((method) => !taken.some((each) => each === method));
      const answers = await Promise.all(refused.map((method) => stack.call(method, place)));
      for (const [at, { status, headers }] of answers.entries()) {
        expect([refused[at], place, status, headers.get('allow')]).toEqual([refused[at], place, 405, taken.join(', ')]);
        expect(headers.get('x-rate-limit-remaining')).toBe(headers.get('x-rate-limit-limit'));
      }
    }
  });
});
