import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { encodingFor } from '../../../functions/pipeline/encoding.ts';
import {
  locationOf,
  withHttpSemantics,
  type SentReply,
  type HttpRequest,
} from '../../../functions/pipeline/http-semantics.ts';
import { routes } from '../../../functions/routes.ts';
import { servedMethodsAt } from '../../../functions/fallback/match.ts';
import { rawBody } from '../../../functions/pipeline/parse.ts';
import type { HttpEvent } from '../../../functions/pipeline/pipeline.ts';
import { isKnown } from '../../../functions/platform/preconditions.ts';

const JSON_TYPE = { 'Content-Type': 'application/json; charset=utf-8' };
const LONG = JSON.stringify({ text: 'x'.repeat(2000) });
const requestWith = (headers: Record<string, string> = {}, method = 'GET'): HttpRequest => ({ method, headers });
const answer = (body: string | Buffer = LONG, more: Record<string, string> = JSON_TYPE): SentReply => ({
  status: 200,
  headers: { ...more },
  body,
});
const byContent = { tagged: 'by-content' } as const;

describe('a response', () => {
  it.each([
    ['gzip', 'gzip', gunzipSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['br;q=0, GZIP;q=0.5', 'gzip', gunzipSync],
  ] as const)('of over 1 kB for clients that accept %s is compressed with %s', (accepted, encoding, unpack) => {
    const { headers, body } = withHttpSemantics({}, answer(), requestWith({ 'accept-encoding': accepted }));
    expect(headers).toMatchObject({ 'Content-Encoding': encoding, Vary: 'Accept-Encoding' });
    expect(Buffer.byteLength(body ?? '')).toBeLessThan(200);
    expect(unpack(body as Buffer).toString()).toBe(LONG);
  });

  it.each([undefined, '', 'identity', 'deflate', 'gzip;q=0', 'gzip; q=0.000', '*'])(
    'is unchanged for clients that accept %j, with Vary',
    (accepted) => {
      expect(encodingFor(accepted)).toBeUndefined();
      const { headers, body } = withHttpSemantics(
        {},
        answer(),
        requestWith(accepted === undefined ? {} : { 'accept-encoding': accepted }),
      );
      expect([headers['Content-Encoding'], headers['Vary'], body]).toEqual([undefined, 'Accept-Encoding', LONG]);
    },
  );

  it.each([
    ['is short', answer('{"id":1}')],
    ['is a document', answer(Buffer.alloc(5000), { 'Content-Type': 'application/pdf' })],
    ['is a picture', answer(Buffer.alloc(5000), { 'Content-Type': 'image/png' })],
    ['is already compressed', answer(Buffer.alloc(5000), { ...JSON_TYPE, 'Content-Encoding': 'br' })],
  ])('that %s is not compressed', (_, given) => {
    expect(withHttpSemantics({}, given, requestWith({ 'accept-encoding': 'gzip' }))).toEqual(given);
  });

  it('keeps its existing Vary headers', () => {
    const reply = answer(LONG, { ...JSON_TYPE, Vary: 'Accept-Language' });
    expect(withHttpSemantics({}, reply, requestWith()).headers['Vary']).toBe('Accept-Encoding, Accept-Language');
  });

  it.each(['Accept-Encoding', 'Accept-Language,accept-encoding'])('has each Vary header once: %s', (vary) => {
    for (const accepted of ['gzip', 'identity']) {
      const reply = answer(LONG, { ...JSON_TYPE, Vary: vary });
      expect(withHttpSemantics({}, reply, requestWith({ 'accept-encoding': accepted })).headers['Vary']).toBe(vary);
    }
  });
});

describe('a tag', () => {
  const tagOf = (given: SentReply, headers: Record<string, string> = {}): string =>
    withHttpSemantics(byContent, given, requestWith(headers)).headers['ETag'] ?? '';

  it('that depends on the content is the same in every encoding, and differs for other content', () => {
    expect(tagOf(answer())).toMatch(/^W\/"[\w-]{22}"$/);
    expect(tagOf(answer(), { 'accept-encoding': 'gzip' })).toBe(tagOf(answer()));
    expect(tagOf(answer(`${LONG} `))).not.toBe(tagOf(answer()));
    expect(tagOf(answer(Buffer.from('%PDF-1'), { 'Content-Type': 'application/pdf' }))).toMatch(/^"[\w-]{22}"$/);
  });

  it.each(['GET', 'HEAD'])('in the request makes a %s return 304, without a body or its headers', (method) => {
    const reply = answer(LONG, { ...JSON_TYPE, 'Cache-Control': 'private, no-cache', 'X-Request-Id': 'r' });
    const tag = tagOf(reply);
    const known = withHttpSemantics(byContent, reply, requestWith({ 'if-none-match': `"other", ${tag}` }, method));
    expect(known).toEqual({
      status: 304,
      headers: { 'Cache-Control': 'private, no-cache', 'X-Request-Id': 'r', Vary: 'Accept-Encoding', ETag: tag },
    });
  });

  it('that an operation sets causes 304, too, and is never replaced', () => {
    const reply = answer(LONG, { ...JSON_TYPE, ETag: '"v7"' });
    expect(withHttpSemantics({ tagged: true }, reply, requestWith()).headers['ETag']).toBe('"v7"');
    expect(withHttpSemantics({ tagged: true }, reply, requestWith({ 'if-none-match': '"v7"' })).status).toBe(304);
    expect(withHttpSemantics({ tagged: true }, reply, requestWith({ 'if-none-match': '"v6"' })).status).toBe(200);
  });

  it('that applies only to changes never causes 304', () => {
    const reply = answer(LONG, { ...JSON_TYPE, ETag: '"v7"' });
    const known = withHttpSemantics({ tagged: 'for-changes' }, reply, requestWith({ 'if-none-match': '"v7"' }));
    expect([known.status, known.headers['ETag']]).toEqual([200, '"v7"']);
  });

  it('does not turn a change or an error into 304', () => {
    const reply = answer(LONG, { ...JSON_TYPE, ETag: '"v7"' });
    expect(withHttpSemantics({ tagged: true }, reply, requestWith({ 'if-none-match': '"v7"' }, 'PATCH')).status).toBe(
      200,
    );
    const refused = withHttpSemantics(byContent, { ...answer(), status: 404 }, requestWith({ 'if-none-match': '*' }));
    expect([refused.status, refused.headers['ETag']]).toEqual([404, undefined]);
  });

  it('is compared weakly', () => {
    expect(['"a"', 'W/"a"', ' "b" , W/"a"', '*'].map((named) => isKnown(named, 'W/"a"'))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect([undefined, '', '"b"', 'a', '"A"'].map((named) => isKnown(named, '"a"'))).toEqual(Array(5).fill(false));
  });
});

describe('a HEAD request', () => {
  it('returns the headers of GET, and the length of its body', () => {
    for (const headers of [{}, { 'accept-encoding': 'gzip' }] as Record<string, string>[]) {
      const got = withHttpSemantics(byContent, answer(), requestWith(headers));
      const head = withHttpSemantics(byContent, answer(), requestWith(headers, 'HEAD'));
      const length = String(Buffer.byteLength(got.body ?? ''));
      expect(head).toEqual({ status: 200, headers: { ...got.headers, 'Content-Length': length } });
    }
  });

  it('is accepted by every GET route, and listed', () => {
    expect(servedMethodsAt(routes, '/v2/orders')).toEqual(expect.arrayContaining(['GET', 'HEAD', 'POST']));
    expect(servedMethodsAt(routes, '/v2/quotes')).toEqual(['POST']);
  });
});

describe('the Location of a created resource', () => {
  const location = (createdAt: string, body: unknown, company?: string, status = 201) =>
    locationOf({ createdAt }, { status, body }, company);

  it('is built from members of the response, with the company if it differs', () => {
    expect(location('/v2/orders/{id}', { id: 'po_1' })).toBe('/v2/orders/po_1');
    expect(location('/v2/orders/{id}', { id: 'po_1' }, 'spa & co')).toBe('/v2/orders/po_1?company=spa%20%26%20co');
    expect(location('/v2/items?order_id={order_id}', { order_id: 'ord_1' }, 'spa')).toBe(
      '/v2/items?order_id=ord_1&company=spa',
    );
    expect(
      locationOf({ createdAt: '/v2/catalog/{family}/{id}' }, { status: 201, body: { id: 12 } }, undefined, {
        family: 'events',
      }),
    ).toBe('/v2/catalog/events/12');
    expect(location('{url}', { url: 'https://pay.example/x' }, 'spa')).toBe('https://pay.example/x');
  });

  it('is absent when nothing was created', () => {
    expect(location('/v2/orders/{id}', { id: 'po_1' }, undefined, 200)).toBeUndefined();
    expect(locationOf({}, { status: 201, body: { id: 'x' } })).toBeUndefined();
  });

  it('is declared by every API-key route that creates a resource, except for pictures, which have no URL', () => {
    const makers = routes.filter(({ access, replies }) => access === 'api-key' && 201 in replies);
    expect(makers.filter(({ createdAt }) => createdAt === undefined).map(({ name }) => name)).toEqual([
      'finalize-greeting-image',
    ]);
    for (const { createdAt = '' } of makers.filter(({ createdAt }) => createdAt?.startsWith('/'))) {
      expect(
        servedMethodsAt(routes, createdAt.split('?')[0]?.replaceAll(/\{\w+\}/g, 'x') ?? '').length,
        createdAt,
      ).toBeGreaterThan(0);
    }
  });
});

describe('a compressed body', () => {
  const event = (method: string, encoding: string): HttpEvent =>
    ({
      headers: { 'content-encoding': encoding },
      body: 'eA==',
      isBase64Encoded: true,
      requestContext: { http: { method } },
    }) as unknown as HttpEvent;

  it.each(['gzip', 'br', 'deflate', 'GZIP', 'identity, gzip', 'x-none'])(
    'of %s returns 415 and lists the accepted encodings',
    (encoding) => {
      expect(() => rawBody(event('POST', encoding))).toThrow(
        expect.objectContaining({
          status: 415,
          code: 'unsupported_media_type',
          headers: { 'Accept-Encoding': 'identity' },
        }),
      );
    },
  );

  it('with the encoding identity is accepted, and the encoding of a GET is ignored', () => {
    expect(rawBody(event('POST', 'identity')).toString()).toBe('x');
    expect(rawBody(event('GET', 'gzip')).toString()).toBe('x');
  });
});
