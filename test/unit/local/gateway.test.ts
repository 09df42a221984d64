import { describe, expect, test } from 'vitest';
import { gatewayEvent, type GatewayRequest } from '../../../lib/local/gateway/gateway-event.ts';
import { toHttpReply } from '../../../lib/local/gateway/gateway-result.ts';
import { matchRoute } from '../../../lib/local/gateway/route-table.ts';

const CONTEXT = { id: 'request-1', epochMs: Date.parse('2027-03-12T19:03:58.123Z'), domain: '127.0.0.1:3000' };

const eventOf = (changes: Partial<GatewayRequest> & { rawHeaders?: string[] }) => {
  const request: GatewayRequest = {
    method: 'POST',
    target: '/v2/orders/po_1%2F2/refund?a=1&b=x%20y&a=2',
    headers: {},
    rawHeaders: [],
    body: Buffer.alloc(0),
    sourceIp: '127.0.0.1',
    ...changes,
  };
  const match = matchRoute(request.method, request.target.split('?')[0] ?? '');
  if (!match) throw new Error('No route');
  return gatewayEvent(request, match, CONTEXT);
};

describe('an event', () => {
  test('names the route, keeps the query as sent, and decodes path and parameters', () => {
    const event = eventOf({});
    expect(event).toMatchObject({
      version: '2.0',
      routeKey: 'POST /v2/orders/{order_id}/refund',
      rawPath: '/v2/orders/po_1/2/refund',
      rawQueryString: 'a=1&b=x%20y&a=2',
      queryStringParameters: { a: '1,2', b: 'x y' },
      pathParameters: { order_id: 'po_1/2' },
      requestContext: {
        http: { method: 'POST', path: '/v2/orders/po_1/2/refund', protocol: 'HTTP/1.1', sourceIp: '127.0.0.1' },
        requestId: 'request-1',
        stage: '$default',
        time: '12/Mar/2027:19:03:58 +0000',
        timeEpoch: CONTEXT.epochMs,
      },
      isBase64Encoded: false,
    });
    expect(event.body).toBeUndefined();
  });

  test('lowercases headers, joins repeated ones with commas and passes cookies separately', () => {
    const rawHeaders = ['Host', 'h:1', 'X-A', '1', 'x-a', '2', 'Cookie', 'a=1; b=2', 'Content-Type', 'text/plain'];
    const { headers, cookies } = eventOf({ rawHeaders });
    expect(headers).toMatchObject({ host: 'h:1', 'x-a': '1,2', 'content-type': 'text/plain' });
    expect(headers['cookie']).toBeUndefined();
    expect(cookies).toEqual(['a=1', 'b=2']);
  });

  test.each([
    ['application/json', false],
    ['application/problem+json; charset=utf-8', false],
    ['text/csv', false],
    ['application/x-www-form-urlencoded', true],
    ['multipart/form-data; boundary=x', true],
    ['image/png', true],
  ])('contains a body of %s in base64: %s', (type, isBase64) => {
    const event = eventOf({ rawHeaders: ['Content-Type', type], body: Buffer.from('æ{}') });
    expect(event.isBase64Encoded).toBe(isBase64);
    expect(Buffer.from(event.body ?? '', isBase64 ? 'base64' : 'utf8').toString()).toBe('æ{}');
  });
});

describe('a route', () => {
  test('without parameters has priority over one with a parameter', () => {
    expect(matchRoute('GET', '/v2/orders')?.route.key).toBe('GET /v2/orders');
    expect(matchRoute('GET', '/v2/orders/po_1')?.parameters).toEqual({ order_id: 'po_1' });
  });

  test('of a read-only path accepts every method, unless another route may match', () => {
    expect(matchRoute('DELETE', '/v2/products')?.route.key).toBe('ANY /v2/products');
    expect(matchRoute('HEAD', '/v2/orders')?.route.key).toBe('HEAD /v2/orders');
    expect(matchRoute('PUT', '/v2/pdf-templates/fields')?.route.key).toBe('PUT /v2/pdf-templates/{id}');
  });

  test.each([
    ['GET', '/nowhere'],
    ['DELETE', '/v2/orders'],
    ['GET', '/v2/orders/'],
    ['POST', '/action/ping'],
  ])('%s %s without a declaration uses the default route', (method, path) => {
    expect(matchRoute(method, path)?.route.key).toBe('$default');
  });
});

describe('a result', () => {
  test('with a status is returned unchanged', () => {
    const reply = toHttpReply({
      statusCode: 201,
      headers: { 'Content-Type': 'application/pdf', 'X-Number': 5 },
      cookies: ['a=1', 'b=2'],
      body: Buffer.from([0, 255]).toString('base64'),
      isBase64Encoded: true,
    });
    expect(reply).toEqual({
      status: 201,
      headers: { 'content-type': 'application/pdf', 'x-number': '5', 'set-cookie': ['a=1', 'b=2'] },
      body: Buffer.from([0, 255]),
    });
  });

  test.each([
    [{ a: 1 }, '{"a":1}'],
    ['plain', 'plain'],
    [undefined, 'null'],
  ])('without a status (%j) becomes the body of a JSON response', (result, body) => {
    expect(toHttpReply(result)).toEqual({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(body),
    });
  });

  test.each([
    { statusCode: 'ok' },
    { statusCode: 200, body: { a: 1 } },
    { statusCode: 200, body: 'x'.repeat(6_291_556) },
  ])('that is not a response, or exceeds 6 MB, is a failure of the gateway', (result) => {
    const reply = toHttpReply(result, 'request-1');
    expect([reply.status, reply.headers['x-request-id']]).toEqual([500, 'request-1']);
    expect(JSON.parse(reply.body.toString())).toMatchObject({ error: { code: 'internal_error' } });
  });
});
