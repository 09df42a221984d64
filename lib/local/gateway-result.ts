/** An HTTP answer, ready to be written. */
export interface HttpReply {
  status: number;
  headers: Record<string, string | string[]>;
  body: Buffer;
}

/** Lambda's limit for what a function returns, in bytes of JSON. */
const RESULT_MAX_BYTES = 6_291_556;

/** What a function returns when it decides everything itself. */
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

/** What API Gateway says itself when a function fails, or answers with what is no answer. */
export const gatewayFailure = (): HttpReply => jsonReply(500, { message: 'Internal Server Error' });

/** Turns a function's result into an answer as an HTTP API with payload format 2.0 does. */
export const toHttpReply = (result: unknown): HttpReply => {
  const text = JSON.stringify(result ?? null);
  if (Buffer.byteLength(text) > RESULT_MAX_BYTES) return gatewayFailure();
  // Only JSON leaves a Lambda.
  const returned = JSON.parse(text) as unknown;
  if (!isStructured(returned)) {
    const body = typeof returned === 'string' ? returned : JSON.stringify(returned);
    return { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from(body) };
  }
  const { statusCode, headers = {}, cookies = [], body = '', isBase64Encoded = false } = returned;
  if (!Number.isInteger(statusCode) || statusCode < 100 || statusCode > 599 || typeof body !== 'string') {
    return gatewayFailure();
  }
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)] as const);
  return {
    status: statusCode,
    headers: {
      ...(bytes.length > 0 ? { 'content-type': 'text/plain;charset=UTF-8' } : {}),
      ...Object.fromEntries(named),
      ...(cookies.length > 0 ? { 'set-cookie': cookies } : {}),
    },
    body: bytes,
  };
};

const isStructured = (value: unknown): value is StructuredResult =>
  typeof value === 'object' && value !== null && 'statusCode' in value;
