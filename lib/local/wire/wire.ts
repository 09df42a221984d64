import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { AwsCall } from '../../policies.ts';
import { lostResponseError, takeFault, timeoutError, type FaultMode, type FaultTarget } from '../control/faults.ts';
import { isAllowedForFunction } from '../lambda/calls.ts';
import { invocations, never, type Invocation } from '../lambda/invocation.ts';
import { UNCHECKED_SIGNATURE } from './aws-json.ts';
import { bodyOfValue, valueOfBody } from './body-values.ts';
import { MINUTE_MS } from '../../../functions/platform/durations.ts';

/** One attempt of one SDK call, as an HTTP request. */
export interface WireRequest {
  protocol: string;
  hostname: string;
  port?: number;
  method: string;
  path: string;
  query: Record<string, string | string[] | null>;
  headers: Record<string, string>;
  body?: unknown;
}

export interface WireResponse {
  statusCode: number;
  headers: Record<string, string>;
  body?: unknown;
}

export type Send = (request: WireRequest) => Promise<WireResponse>;

/** A service that functions call through the SDK. */
export interface WireService {
  target: FaultTarget;
  /** Whether a request is for this service. */
  serves: (request: WireRequest) => boolean;
  /** Permissions that a request requires of the function's role. */
  calls: (request: WireRequest) => readonly AwsCall[];
  /** Whether a fault of this mode can apply to a request. */
  canFail: (request: WireRequest, mode: FaultMode) => boolean;
  /** An error response from the service. */
  errorResponse: (request: WireRequest, mode: 'unavailable' | 'throttle' | 'conflict' | 'denied') => WireResponse;
  /** Whether a function with a planned crash at its commit crashes at this request. */
  commits: (request: WireRequest) => boolean;
  send: (request: WireRequest, send: Send, invocation: Invocation | undefined) => Promise<WireResponse>;
  /** The response that a stale replica would give; only the table has replicas. */
  stale?: (request: WireRequest, response: WireResponse) => Promise<WireResponse>;
}

interface SdkHandler {
  handle: (request: WireRequest, options?: unknown) => Promise<{ response: WireResponse }>;
}

interface SdkSigner {
  sign: (request: WireRequest) => Promise<WireRequest>;
}

/** All functions share one thread, so a response may arrive long before it is processed. */
const REQUEST_TIMEOUT_MS = MINUTE_MS;
const SERVED_IN_PROCESS: ReadonlySet<FaultTarget> = new Set(['table', 'queue']);

/**
 * Intercepts every SDK client of this process. All clients share one class of request handler, so this place intercepts
 * each attempt of each call, below the SDK's retries and in the caller's context. Middleware would have to be added to
 * each client that functions create (lib/decisions/local-stack.md).
 */
export const installWire = (services: readonly WireService[]): void => {
  const client = new DynamoDBClient({ region: 'local' });
  const handlers = Object.getPrototypeOf(client.config.requestHandler) as SdkHandler;
  const original = handlers.handle;
  handlers.handle = async function (this: SdkHandler, request: WireRequest, options?: unknown) {
    const service = services.find((candidate) => candidate.serves(request));
    const timeout = service && SERVED_IN_PROCESS.has(service.target) ? { requestTimeout: REQUEST_TIMEOUT_MS } : {};
    const send: Send = async (outgoing) =>
      (await original.call(this, outgoing, { ...(options as object), ...timeout })).response;
    return { response: service ? await sendThroughService(service, request, send) : await send(request) };
  };
  skipSigning(client);
  client.destroy();
};

/**
 * No local service checks the signature of a call, and signing takes a quarter of the SDK's CPU time. Presigned URLs
 * are still signed.
 */
const skipSigning = ({ config }: DynamoDBClient): void => {
  for (const { signer } of config.httpAuthSchemes) {
    const signers = Object.getPrototypeOf(signer) as SdkSigner;
    signers.sign = async (request) => {
      Object.assign(request.headers, UNCHECKED_SIGNATURE);
      return request;
    };
  }
};

const sendThroughService = async (service: WireService, request: WireRequest, send: Send): Promise<WireResponse> => {
  const invocation = invocations.getStore();
  if (!invocation) return service.send(request, send, undefined);
  if (invocation.killed) return never();
  if (!isAllowedForFunction(invocation.definition, service.calls(request)))
    return service.errorResponse(request, 'denied');
  const fault = takeFault(service.target, (mode) => service.canFail(request, mode));
  if (fault === 'timeout') throw timeoutError();
  if (fault && fault !== 'after-commit' && fault !== 'stale') return service.errorResponse(request, fault);
  const isCrashing = invocation.crashAt !== undefined && service.commits(request);
  if (isCrashing && invocation.crashAt === 'before-commit') {
    invocation.kill('before it committed');
    return never();
  }
  const response = await service.send(request, send, invocation);
  if (isCrashing) invocation.kill('after it committed');
  if (invocation.killed) return never();
  if (fault === 'after-commit') throw lostResponseError();
  return fault === 'stale' && service.stale ? service.stale(request, response) : response;
};

/** Reads a JSON response and replaces it, for responses with data that the stack needs. */
export const readJson = async (response: WireResponse): Promise<{ json: unknown; response: WireResponse }> => {
  const value = valueOfBody(response.body);
  if (value !== undefined) return { json: value, response };
  const bytes = await bytesOf(response.body);
  return { json: bytes.length > 0 ? JSON.parse(bytes.toString()) : {}, response: { ...response, body: bytes } };
};

export const bytesOf = async (body: unknown): Promise<Buffer> => {
  if (body === undefined || body === null) return Buffer.alloc(0);
  if (typeof body === 'string') return Buffer.from(body);
  // Creates a Buffer view, because the parser would treat the SDK's byte array as a string.
  if (body instanceof Uint8Array) return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const chunks: Buffer[] = [];
  for await (const chunk of body as AsyncIterable<Uint8Array>) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
};

/** The request with another JSON body. */
export const withJson = (request: WireRequest, body: unknown): WireRequest => withText(request, JSON.stringify(body));

/** The request with one more member in its JSON body, without parsing it. */
export const withMember = (request: WireRequest, name: string, value: string): WireRequest => {
  const members = valueOfBody(request.body) as Record<string, unknown> | undefined;
  if (members) return { ...request, body: bodyOfValue({ ...members, [name]: value }) };
  const text = textOf(request);
  const tail = text.slice(text.indexOf('{') + 1);
  const extended = withText(request, `{"${name}":"${value}"${tail.trimStart().startsWith('}') ? '' : ','}${tail}`);
  const json = parsed.get(request);
  if (json) parsed.set(extended, { ...json, [name]: value });
  return extended;
};

const withText = (request: WireRequest, text: string): WireRequest => {
  const headers = { ...request.headers, 'content-length': String(Buffer.byteLength(text)) };
  return { ...request, headers, body: text };
};

/** `PutItem` of `DynamoDB_20120810.PutItem`. */
export const wireOperationOf = (request: WireRequest): string =>
  (request.headers['x-amz-target'] ?? '').split('.').at(-1) ?? '';

const textOf = ({ body }: WireRequest): string => {
  if (body instanceof Uint8Array) return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString();
  return typeof body === 'string' ? body : '{}';
};

/** Roles, metering and the table in this process read the same body. */
const parsed = new WeakMap<WireRequest, Record<string, unknown>>();

export const jsonOf = (request: WireRequest): Record<string, unknown> => {
  const members = valueOfBody(request.body) as Record<string, unknown> | undefined;
  if (members) return members;
  const json = parsed.get(request) ?? (JSON.parse(textOf(request)) as Record<string, unknown>);
  parsed.set(request, json);
  return json;
};

export const awsJsonResponse = (statusCode: number, body: unknown): WireResponse => ({
  statusCode,
  headers: { 'content-type': 'application/x-amz-json-1.0' },
  body: Buffer.from(JSON.stringify(body)),
});
