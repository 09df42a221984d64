import type { ZodOpenApiOperationObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { isList, isRevalidated, scopesOf, type Route } from '../../../pipeline/route.ts';
import { replies } from '../../../replies.ts';
import {
  CHALLENGE,
  ETAG,
  FURTHER_HEADERS,
  EVERY_ANSWER,
  NEXT_FILE,
  IGNORED_QUERY,
  LOCATION,
  REPLAYED,
  REQUEST_GUID,
  RETRY_AFTER,
} from './common.ts';
import { ERROR_CODES } from '../../../platform/error-codes.ts';
import { EXAMPLES } from './examples.ts';
import { bodySchema, parametersOf } from './inputs.ts';

/** One operation of the document, derived from the declaration of its route. */
export const operationOf = (route: Route): ZodOpenApiOperationObject => {
  const schema = bodySchema(route);
  const example = EXAMPLES[route.name]?.request;
  const description = describe(route);
  return {
    operationId: route.name,
    summary: route.summary,
    ...(description === '' ? {} : { description }),
    tags: [route.tag],
    security: securityOf(route),
    parameters: parametersOf(route),
    ...(route.mediaTypes ? { requestBody: { required: true, content: filesOf(route.mediaTypes) } } : {}),
    ...(schema
      ? {
          requestBody: {
            required: !route.bodyOptional,
            content: { [mediaTypeOfBody(route)]: { schema, ...(example === undefined ? {} : { example }) } },
          },
        }
      : {}),
    responses: { ...successes(route), ...failures(route) },
  };
};

/** Generators omit a body without a schema, and their clients then cannot send or return the file. */
const FILE = { schema: { type: 'string' as const, format: 'binary' } };

const filesOf = (mimes: readonly string[] = []) => Object.fromEntries(mimes.map((mime) => [mime, FILE]));

const mediaTypeOfBody = (route: Route): string =>
  route.access === 'v1' ? 'application/x-www-form-urlencoded' : 'application/json';

/** Rows of a report as CSV. */
const CSV = { 'text/csv': { schema: { type: 'string' as const } } };

const CSV_SENTENCE =
  'With `Accept: text/csv` the same rows are returned as a file for spreadsheets: UTF-8 with a byte order mark, separator and ' +
  'decimal sign of the company’s language, at most 20,000 rows (`limit`), with a `Link` to the rest.';

const REQUEST_GUID_SENTENCE =
  'Send an `Idempotency-Key` (or `X-Request-Guid`) of your own from the first attempt on: a repeat with the same key returns ' +
  'the recorded response and changes nothing. Without one, every request is a new one. Every success has `X-Request-Guid`.';

const describe = (route: Route): string => {
  const scopes = scopesOf(route).map((scope) => `\`${scope}\``);
  const needed = scopes.length > 0 ? `Needs the scope ${scopes.join(' and ')}.` : '';
  const replay = route.idempotency === 'request-guid' && route.access === 'api-key' ? REQUEST_GUID_SENTENCE : '';
  return [[route.description, replay, route.csv ? CSV_SENTENCE : ''].filter(Boolean).join(' '), needed]
    .filter(Boolean)
    .join('\n\n');
};

const securityOf = (route: Route): Record<string, string[]>[] => {
  if (route.access === 'public' || route.open) return [];
  return route.access === 'v1' ? [{ oauth: ['admin'] }] : [{ apiKey: [] }];
};

const REASONS: Record<number, string> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No content',
  302: 'The document is at `Location`',
  303: 'The file is at `Location`',
  304: 'Not modified',
  400: 'Malformed request',
  401: 'Not authenticated',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict with the current state',
  412: 'Precondition failed',
  413: 'Too large',
  415: 'Unsupported media type',
  422: 'Not valid',
  428: 'Precondition required',
  429: 'Rate limit exceeded',
  500: 'Internal error',
  502: 'No response, or declined by the payment gateway',
  503: 'Temporarily unavailable',
};

const reasonOf = (status: number): string => REASONS[status] ?? 'Response';

/** Headers of every response of the route. */
const commonHeaders = ({ access }: Route) => ({ ...EVERY_ANSWER, ...(access === 'api-key' ? IGNORED_QUERY : {}) });

const successes = (route: Route): ZodOpenApiResponsesObject => {
  const example = EXAMPLES[route.name];
  const headers = {
    ...commonHeaders(route),
    ...(route.idempotency && route.idempotency !== 'none' ? REPLAYED : {}),
    ...(route.idempotency === 'request-guid' ? REQUEST_GUID : {}),
    ...(route.tagged ? ETAG : {}),
    ...(route.csv ? NEXT_FILE : {}),
    ...Object.fromEntries((route.headers ?? []).map((name) => [name, FURTHER_HEADERS[name]])),
  };
  const replies = { ...route.replies, ...(isRevalidated(route) ? { 304: null } : {}) };
  return Object.fromEntries(
    Object.entries(replies).map(([status, name]) => {
      const content =
        name === null
          ? undefined
          : {
              ...contentOf(name, example?.status === Number(status) ? example.response : undefined),
              ...(route.csv && status === '200' ? CSV : {}),
              ...(status === '200' ? filesOf(route.files) : {}),
            };
      const all = {
        ...headers,
        ...failureHeaders(Number(status)),
        ...(route.createdAt && status === '201' ? LOCATION : {}),
      };
      return [status, { description: reasonOf(Number(status)), headers: all, ...(content ? { content } : {}) }];
    }),
  );
};

/** The content of a reply. Its name is a shape in the reply registry, or a media type. A test rejects other names. */
const contentOf = (name: string, example: unknown) => {
  if (name.includes('/')) return name === 'text/csv' ? CSV : filesOf([name]);
  const schema = (replies as Record<string, (typeof replies)[keyof typeof replies]>)[name];
  if (!schema) return { 'application/json': {} };
  return { 'application/json': { schema, ...(example === undefined ? {} : { example }) } };
};

/** Error codes of a route that follow from its declaration. */
const commonCodes = (route: Route): string[] => [
  ...(route.access === 'public' ? [] : ['unauthorized', 'rate_limited']),
  ...(route.scope ? ['insufficient_scope'] : []),
  ...(route.writes ? ['credential_not_attributed'] : []),
  ...(route.access === 'api-key' && route.acting !== 'own' ? ['not_found'] : []),
  ...(route.method !== 'GET' && !route.mediaTypes
    ? ['malformed_json', 'request_too_large', 'unsupported_media_type', 'validation_failed']
    : []),
  ...(route.mediaTypes ? ['request_too_large', 'unsupported_media_type', 'validation_failed'] : []),
  ...(route.query || isList(route) ? ['validation_failed'] : []),
  ...(route.idempotency === 'key' ? ['idempotency_key_required', 'validation_failed'] : []),
  ...(route.idempotency === 'optional-key' ? ['validation_failed'] : []),
  ...(route.idempotency && route.idempotency !== 'none' ? ['idempotency_conflict', 'request_in_progress'] : []),
  ...(route.ifMatch ? ['precondition_failed'] : []),
  ...(route.ifMatch === 'required' ? ['precondition_required'] : []),
  'internal_error',
  'no_answer',
  'service_busy',
  'service_unavailable',
];

/** All error codes of a route. */
export const codesOf = (route: Route): string[] => [...new Set([...(route.errors ?? []), ...commonCodes(route)])];

const RETRIED_STATUSES = new Set([409, 429, 503]);
const CHALLENGED_STATUSES = new Set([401, 403]);

const failureHeaders = (status: number) => ({
  ...(RETRIED_STATUSES.has(status) ? RETRY_AFTER : {}),
  ...(CHALLENGED_STATUSES.has(status) ? CHALLENGE : {}),
});

const failures = (route: Route): ZodOpenApiResponsesObject => {
  if (route.access === 'v1') return legacyFailures(route);
  const byStatus = new Map<number, string[]>();
  for (const name of codesOf(route)) {
    for (const status of ERROR_CODES[name]?.statuses ?? [])
      byStatus.set(status, [...(byStatus.get(status) ?? []), name]);
  }
  return Object.fromEntries(
    [...byStatus]
      .filter(([status]) => !(status in route.replies))
      .sort(([a], [b]) => a - b)
      .map(([status, codes]) => [
        String(status),
        {
          description: `${reasonOf(status)}.\n\n${codes.map((name) => `- \`${name}\`: ${ERROR_CODES[name]?.meaning}`).join('\n')}`,
          headers: { ...commonHeaders(route), ...failureHeaders(status) },
          content: { 'application/json': { schema: errorSchema(codes), examples: errorExamples(status, codes) } },
        },
      ]),
  );
};

/** Responses of every legacy route to service errors. The members of the body are not described. */
const legacyFailures = (route: Route): ZodOpenApiResponsesObject =>
  Object.fromEntries(
    [...(route.method === 'GET' ? [] : [413]), 500, 502, 503]
      .filter((status) => !(status in route.replies))
      .map((status) => [
        status,
        {
          description: reasonOf(status),
          headers: { ...EVERY_ANSWER, ...failureHeaders(status) },
          content: { 'application/json': { schema: { type: 'object' as const } } },
        },
      ]),
  );

const errorSchema = (codes: readonly string[]) => ({
  allOf: [
    { $ref: '#/components/schemas/Error' },
    {
      type: 'object' as const,
      // Linters treat each part of `allOf` as closed, so this part lists all members.
      properties: {
        error: {
          type: 'object' as const,
          properties: { code: { enum: [...codes] }, message: {}, fields: {} },
        },
      },
    },
  ],
});

const errorExamples = (status: number, codes: readonly string[]) =>
  Object.fromEntries(
    codes.map((name) => {
      const message = ERROR_CODES[name]?.meaning ?? '';
      const fields = status === 422 ? { fields: { [FIELDS[name] ?? 'items.0.quantity']: [message] } } : {};
      return [name, { value: { error: { code: name, message, ...fields } } }];
    }),
  );

/** The invalid field in the example of a 422, by error code. */
const FIELDS: Record<string, string> = {
  idempotency_key_required: 'Idempotency-Key',
  greeting_image_not_found: 'greeting.image.upload_id',
  delivery_method_unavailable: 'delivery.method',
  delivery_destination_unavailable: 'delivery.address.country',
  send_at_unsupported: 'delivery.send_at',
  shipping_priority_unsupported: 'delivery.shipping_priority',
  shipping_priority_unavailable: 'delivery.shipping_priority',
  sender_company_required: 'sender.company',
  discount_code_not_found: 'discount_code',
  discount_code_not_applicable: 'discount_code',
  amount_precision_unsupported: 'items',
  invalid_sha256: 'sha256',
  invalid_byte_size: 'byte_size',
  invalid_mime: 'mime',
  refund_amount_too_large: 'amount',
};
