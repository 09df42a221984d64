import type { ZodOpenApiComponentsObject } from 'zod-openapi';

/** Components of the document to which many operations refer. */
export const SECURITY_SCHEMES = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'lp_live_… or lp_test_…',
    description: 'An API key. Use it only on your server, and keep it out of browsers, logs and repositories.',
  },
  oauth: {
    type: 'oauth2',
    description: 'Tokens of the legacy API, valid for 24 hours.',
    flows: { password: { tokenUrl: '/token', refreshUrl: '/token', scopes: { admin: 'Everything' } } },
  },
} satisfies ZodOpenApiComponentsObject['securitySchemes'];

export const PARAMETERS: NonNullable<ZodOpenApiComponentsObject['parameters']> = {
  Company: {
    name: 'company',
    in: 'query',
    description: 'Slug of the company to act for: that of the key (default) or an assigned one.',
    schema: { type: 'string' },
    example: 'nordlys',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: true,
    description:
      'Any text of up to 255 characters. A repeat with the same key and input returns the recorded response, marked by ' +
      '`Idempotency-Replayed`; other input returns 409 `idempotency_conflict`. A key whose request failed can be used again.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    example: '5f0c6c1e-2f54-4a5b-9d2e-7b7f3a1f8c11',
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: true,
    description:
      'The `ETag` of the version that you have read. If the object has changed since then, nothing is written and the response ' +
      'is 412: read the object again, then decide.',
    schema: { type: 'string' },
    example: '"n4bQgYhMfWWaL-qgxVrQFg"',
  },
  OptionalIfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'Optional. The `ETag` of the version that you have read. If the object has changed since then, nothing is written and ' +
      'the response is 412.',
    schema: { type: 'string' },
    example: '"n4bQgYhMfWWaL-qgxVrQFg"',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of the version that you have. If it is current, the response is 304 without a body.',
    schema: { type: 'string' },
  },
  OptionalIdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Optional. A repeat with the same key and input returns the recorded response, marked by `Idempotency-Replayed`; ' +
      'other input returns 409 `idempotency_conflict`.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  RequestGuid: {
    name: 'X-Request-Guid',
    in: 'header',
    description:
      'Identifies the request. `Idempotency-Key` does the same; if both headers are sent, they must be equal. Send a text of ' +
      'your own from the first attempt on, or the `X-Request-Guid` of an earlier response. An identical request returns the ' +
      'recorded response; other input returns 409 `idempotency_conflict`.',
    schema: { type: 'string', maxLength: 255 },
  },
};

const header = (description: string, type: 'integer' | 'string', example: number | string) => ({
  description,
  schema: { type, examples: [example] },
});

export const HEADERS: NonNullable<ZodOpenApiComponentsObject['headers']> = {
  RequestId: header('Id of the request. Include it when you contact support.', 'string', 'JKJaXmPLvHcESHA='),
  IgnoredQuery: header(
    'Query parameters that were ignored because this route does not have them.',
    'string',
    'statuss',
  ),
  RateLimitLimit: header('Maximum number of requests in a minute.', 'integer', 600),
  RateLimitRemaining: header('Number of requests that are left now. It is refilled continuously.', 'integer', 599),
  RateLimitReset: header('Seconds until all requests are available again.', 'integer', 1),
  RetryAfter: header('Seconds to wait before trying again.', 'integer', 1),
  Challenge: header(
    'How to authenticate (RFC 6750, or RFC 7617 for a client of `/token`), or the scope that the key lacks.',
    'string',
    'Bearer error="insufficient_scope", scope="orders:read"',
  ),
  ETag: header(
    'Version of the object. Send it in If-Match or If-None-Match if the operation takes one of them.',
    'string',
    '"n4bQgYhMfWWaL-qgxVrQFg"',
  ),
  Location: header('Path of the created object.', 'string', '/v2/orders/po_3f8a2c61d04b4e7f9a1c5d6e7f8091a2'),
  ContentLanguage: header('Language of the texts in the response.', 'string', 'da'),
  AllowOrigin: header('Pages of any origin may read the response (CORS).', 'string', '*'),
  NextFile: header(
    'Link to the next rows of a `text/csv` response; absent from the last part.',
    'string',
    '</v2/reports/analytics?offset=20000>; rel="next"',
  ),
  IdempotencyReplayed: header('Present if the response was recorded for an earlier request.', 'string', 'true'),
  RequestGuid: header(
    'The guid or key of the request, or a new guid if it had none. An identical request with this guid returns the same response.',
    'string',
    'b7c1…',
  ),
};

const ref = (name: string) => ({ $ref: `#/components/headers/${name}` });

/** Headers of every response. */
export const EVERY_ANSWER = {
  'X-Request-Id': ref('RequestId'),
  'X-Rate-Limit-Limit': ref('RateLimitLimit'),
  'X-Rate-Limit-Remaining': ref('RateLimitRemaining'),
  'X-Rate-Limit-Reset': ref('RateLimitReset'),
};
/** Headers that only some responses have. */
export const IGNORED_QUERY = { 'X-Ignored-Query': ref('IgnoredQuery') };
export const RETRY_AFTER = { 'Retry-After': ref('RetryAfter') };
export const CHALLENGE = { 'WWW-Authenticate': ref('Challenge') };
export const REPLAYED = { 'Idempotency-Replayed': ref('IdempotencyReplayed') };
export const ETAG = { ETag: ref('ETag') };
export const LOCATION = { Location: ref('Location') };
export const FURTHER_HEADERS = {
  'Content-Language': ref('ContentLanguage'),
  'Access-Control-Allow-Origin': ref('AllowOrigin'),
};
export const NEXT_FILE = { Link: ref('NextFile') };
export const REQUEST_GUID = { 'X-Request-Guid': ref('RequestGuid') };
