import { randomUUID } from 'node:crypto';
import { REQUESTS_PER_MINUTE } from '../../../functions/platform/request-rate.ts';

/** A complete HTTP response. */
export interface HttpReply {
  status: number;
  headers: Record<string, string | string[]>;
  body: Buffer;
}

/** Lambda's limit for a function's result, in bytes of JSON. */
const RESULT_MAX_BYTES = 6_291_556;

/** The result of a function in full form. */
interface StructuredResult {
  statusCode: number;
  headers?: Record<string, string | number | boolean>;
  cookies?: string[];
  body?: string;
  isBase64Encoded?: boolean;
}

export const jsonReply = (status: number, body: unknown, headers: Record<string, string> = {}): HttpReply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: Buffer.from(JSON.stringify(body)),
});

const GATEWAY_ERRORS = {
  malformed_request: [400, 'This is not a request that HTTP knows.'],
  request_too_large: [413, 'The request is too large: a body has at most 10 MB, and 6 MB with all that goes with it.'],
  headers_too_large: [431, 'The headers of the request are too large.'],
  internal_error: [500, 'Something went wrong on our side. Quote the X-Request-Id when you report it.'],
  no_answer: [502, 'The request broke off on our side. Send it again with the same idempotency key.'],
  starting: [503, 'The service is starting. Try again.'],
} as const;

/**
 * A response without a function, in the error envelope, with an unused rate limit. API Gateway's own is shorter
 * (lib/decisions/http.md).
 */
export const gatewayError = (code: keyof typeof GATEWAY_ERRORS, requestId: string = randomUUID()): HttpReply => {
  const [status, message] = GATEWAY_ERRORS[code];
  return jsonReply(
    status,
    { error: { code, message } },
    {
      'x-request-id': requestId,
      'x-rate-limit-limit': String(REQUESTS_PER_MINUTE),
      'x-rate-limit-remaining': String(REQUESTS_PER_MINUTE),
      'x-rate-limit-reset': '0',
      'cache-control': 'no-store',
      ...(status === 503 ? { 'retry-after': '1' } : {}),
    },
  );
};

/** Converts a function's result into a response like an HTTP API with payload format 2.0. */
export const toHttpReply = (result: unknown, requestId?: string): HttpReply => {
  const { text, others } = splitText(result);
  // Lambda serializes the result as JSON. The body is omitted here, because serialization does not change a string and
  // bodies are long.
  const json = JSON.stringify(others ?? null);
  if (Buffer.byteLength(json) + bytesInJson(text) > RESULT_MAX_BYTES) return gatewayError('internal_error', requestId);
  const returned = text === undefined ? (JSON.parse(json) as unknown) : { ...(JSON.parse(json) as object), body: text };
  if (!isStructured(returned)) {
    const body = typeof returned === 'string' ? returned : JSON.stringify(returned);
    return { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from(body) };
  }
  const { statusCode, headers = {}, cookies = [], body = '', isBase64Encoded = false } = returned;
  if (!Number.isInteger(statusCode) || statusCode < 100 || statusCode > 599 || typeof body !== 'string') {
    return gatewayError('internal_error', requestId);
  }
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  const headerEntries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)] as const);
  return {
    status: statusCode,
    headers: {
      ...(bytes.length > 0 ? { 'content-type': 'text/plain;charset=UTF-8' } : {}),
      ...Object.fromEntries(headerEntries),
      ...(cookies.length > 0 ? { 'set-cookie': cookies } : {}),
    },
    body: bytes,
  };
};

/** Separates the body text of a structured result from its other members. */
const splitText = (result: unknown): { text?: string; others: unknown } => {
  if (!isStructured(result) || typeof result.body !== 'string') return { others: result };
  const { body: text, ...others } = result;
  return { text, others };
};

const MEMBER_BYTES = ',"body":""'.length;
/** An escaped character, for example `\u0000`. */
const CHARACTER_MAX_BYTES = 6;

/** Bytes of the text as a member in JSON, or an upper bound if that is far below the limit. */
const bytesInJson = (text: string | undefined): number => {
  if (text === undefined) return 0;
  const maximum = MEMBER_BYTES + text.length * CHARACTER_MAX_BYTES;
  return maximum < RESULT_MAX_BYTES / 2 ? maximum : MEMBER_BYTES - 2 + Buffer.byteLength(JSON.stringify(text));
};

const isStructured = (value: unknown): value is StructuredResult =>
  typeof value === 'object' && value !== null && 'statusCode' in value;
