import { readFileSync } from 'node:fs';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { areaHandler, type AreaMember } from '../../../functions/fallback/area.ts';
import { areaSource } from '../../../lib/build/area-entry.ts';
import { areas } from '../../../lib/definition.ts';

const sample = JSON.parse(readFileSync('events/unknown-route.json', 'utf8')) as APIGatewayProxyEventV2;
const context = { awsRequestId: 'x', getRemainingTimeInMillis: () => 1000 } as unknown as Context;

const loaded: string[] = [];

/** A route whose handler returns its input. */
const member = (method: AreaMember['method'], path: string, alsoAt?: readonly string[]): AreaMember => ({
  method,
  path,
  ...(alsoAt ? { alsoAt } : {}),
  load: () => {
    loaded.push(`${method} ${path}`);
    return Promise.resolve({
      handler: ({ routeKey, pathParameters, requestContext }: APIGatewayProxyEventV2) =>
        Promise.resolve({ routeKey, pathParameters, same: requestContext.routeKey === routeKey }),
    });
  },
});

const handler = areaHandler(
  [
    member('GET', '/shop/{slug}', ['/shop/{slug}/{language}', '/shop/{slug}/{language}/{family}/{path+}']),
    member('GET', '/shop/{slug}/{language}/buy'),
    member('POST', '/shop/{slug}/{language}/buy'),
    member('GET', '/shop/-/{asset}'),
  ],
  () =>
    Promise.resolve({
      replyToUnknown: ({ path }, { status }) =>
        path.endsWith('/page') ? Promise.resolve({ status, body: 'a page' }) : undefined,
    }),
);

const invoke = (method: string, rawPath: string, rawQueryString = ''): Promise<unknown> => {
  const http = { ...sample.requestContext.http, method, path: rawPath };
  return handler({ ...sample, rawPath, rawQueryString, requestContext: { ...sample.requestContext, http } }, context);
};

describe('the function of an area', () => {
  it.each([
    ['GET', '/shop/nordlys', 'GET /shop/{slug}', { slug: 'nordlys' }],
    ['HEAD', '/shop/nordlys/da', 'GET /shop/{slug}/{language}', { slug: 'nordlys', language: 'da' }],
    ['GET', '/shop/nordlys/da/buy', 'GET /shop/{slug}/{language}/buy', { slug: 'nordlys', language: 'da' }],
    ['POST', '/shop/nordlys/da/buy', 'POST /shop/{slug}/{language}/buy', { slug: 'nordlys', language: 'da' }],
    ['GET', '/shop/-/shop.js', 'GET /shop/-/{asset}', { asset: 'shop.js' }],
    [
      'GET',
      '/shop/nordlys/da/cards/a b/c',
      'GET /shop/{slug}/{language}/{family}/{path+}',
      { slug: 'nordlys', language: 'da', family: 'cards', path: 'a b/c' },
    ],
  ])('%s %s calls the handler of %s', async (method, path, routeKey, pathParameters) => {
    expect(await invoke(method, path)).toEqual({ routeKey, pathParameters, same: true });
  });

  it('redirects a path with a trailing slash to the page, with its query and never to another host', async () => {
    expect(await invoke('GET', '/shop/nordlys/')).toMatchObject({
      statusCode: 308,
      headers: { Location: '/shop/nordlys' },
    });
    expect(await invoke('HEAD', '/shop/nordlys/da//', 'x=1&y=a+b')).toMatchObject({
      statusCode: 308,
      headers: { Location: '/shop/nordlys/da?x=1&y=a+b' },
    });
    expect(await invoke('POST', '/shop/nordlys/da/buy/')).toMatchObject({ statusCode: 404 });
    expect(await invoke('GET', '//example.com/')).toMatchObject({ statusCode: 404 });
  });

  it('loads only the handler of the requested route', async () => {
    loaded.length = 0;
    await invoke('POST', '/shop/nordlys/da/buy');
    expect(loaded).toEqual(['POST /shop/{slug}/{language}/buy']);
  });

  it('returns 404 for unknown paths and 405 for other methods', async () => {
    const unknown = (await invoke('GET', '/shop')) as APIGatewayProxyStructuredResultV2;
    expect([unknown.statusCode, unknown.body]).toEqual([404, expect.stringContaining('There is nothing at /shop.')]);
    const refused = (await invoke('DELETE', '/shop/nordlys/da/buy')) as APIGatewayProxyStructuredResultV2;
    expect([refused.statusCode, refused.headers?.['Allow']]).toEqual([405, 'GET, HEAD, POST']);
    const page = (await invoke('GET', '/shop/nordlys/da/cards/none/page/')) as APIGatewayProxyStructuredResultV2;
    expect(page).toMatchObject({ routeKey: 'GET /shop/{slug}/{language}/{family}/{path+}' });
    expect(await invoke('PUT', '/shop/nordlys/page')).toMatchObject({ statusCode: 405, body: 'a page' });
  });
});

describe('the function of an area behind the mapping of a domain', () => {
  afterEach(() => vi.unstubAllEnvs());

  /** Invokes the area as API Gateway does: `rawPath` lacks the key of the mapping. */
  const invokeMapped = (domainName: string, rawPath: string): Promise<unknown> => {
    vi.stubEnv('MAPPED_DOMAIN', 'gifts.example.com');
    const http = { ...sample.requestContext.http, method: 'GET', path: rawPath };
    const requestContext = { ...sample.requestContext, domainName, http };
    return handler({ ...sample, rawPath, rawQueryString: '', requestContext }, context);
  };

  it.each([
    ['/nordlys', 'GET /shop/{slug}', { slug: 'nordlys' }],
    ['/nordlys/da', 'GET /shop/{slug}/{language}', { slug: 'nordlys', language: 'da' }],
    ['/shop', 'GET /shop/{slug}', { slug: 'shop' }],
    ['/shop/nordlys', 'GET /shop/{slug}', { slug: 'nordlys' }],
  ])('selects the page of %s', async (rawPath, routeKey, pathParameters) => {
    expect(await invokeMapped('Gifts.example.com', rawPath)).toEqual({ routeKey, pathParameters, same: true });
  });

  it('shows and redirects to the whole path', async () => {
    expect(await invokeMapped('gifts.example.com', '/nordlys/')).toMatchObject({
      statusCode: 308,
      headers: { Location: '/shop/nordlys' },
    });
    for (const rawPath of ['/', '']) {
      const unknown = (await invokeMapped('gifts.example.com', rawPath)) as APIGatewayProxyStructuredResultV2;
      expect(unknown.body).toContain('There is nothing at /shop.');
    }
  });

  it('leaves the path of a request through the distribution, which has the host of the API', async () => {
    expect(await invokeMapped('a1b2c3.execute-api.eu-north-1.amazonaws.com', '/shop/nordlys')).toMatchObject({
      pathParameters: { slug: 'nordlys' },
    });
  });

  it('reads the domain of a request only in an environment with mappings', async () => {
    const { domainName: _, ...rest } = sample.requestContext;
    const requestContext = { ...rest, http: { ...rest.http, method: 'GET' } } as typeof sample.requestContext;
    expect(await handler({ ...sample, rawPath: '/shop/nordlys', requestContext }, context)).toMatchObject({
      pathParameters: { slug: 'nordlys' },
    });
  });
});

it('the entry of an area imports each of its routes once, lazily', () => {
  for (const area of areas) {
    const source = areaSource(area);
    for (const { entry, path } of area.routes) {
      expect(source.split(`() => import('./${entry}')`)).toHaveLength(2);
      expect(source).toContain(JSON.stringify(path));
    }
    expect(source.match(/^import /gm)).toHaveLength(1);
  }
});
