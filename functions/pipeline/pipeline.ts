import type middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { REQUESTS_PER_MINUTE, type RequestRate } from '../platform/request-rate.ts';
import { DryRunResult } from '../platform/dry-run.ts';
import { clientAddress } from '../platform/client-address.ts';
import { ApiError } from '../platform/errors.ts';
import { log } from '../platform/log.ts';
import { awaitPrepared } from '../platform/prepare.ts';
import { methodRefused } from './method-refused.ts';
import { addressPath } from './parse.ts';
import { servedMethods, type Route } from './route.ts';
import { locationOf, withHttpSemantics, type HttpRequest } from './http-semantics.ts';
import type { ApiRequest, Caller, Reply } from './request.ts';

/** The first and last step of every route, with or without a key: request id, error envelope, rate-limit headers. */

export type HttpEvent = APIGatewayProxyEventV2;
type Result = APIGatewayProxyStructuredResultV2;
export type Step = middy.MiddlewareObj<HttpEvent>;

/** The client's IP address, as far as it can be trusted, for rate limits by IP address. */
export const addressOf = ({ headers, requestContext }: HttpEvent): string =>
  clientAddress(requestContext.http.sourceIp, headers);

/** The parts of a body: the company selector, the rest, and a function that parses the rest with the route's schema. */
export interface SentBody {
  company: unknown;
  input: unknown;
  body: () => unknown;
}

/** State that the steps of one request share. It is keyed by the event, because the handler gets nothing else. */
interface Progress {
  requestId: string;
  requestRate?: RequestRate;
  caller?: Caller;
  /** Settles when the key has been admitted or rejected. */
  admission?: Promise<void>;
  request?: ApiRequest;
  sent?: SentBody;
  /** Query parameters that the route ignores. */
  ignoredQuery?: string | undefined;
}

const progress = new WeakMap<HttpEvent, Progress>();
export const progressOf = (event: HttpEvent): Progress => {
  const state = progress.get(event);
  if (!state) throw new Error('The pipeline did not run its first step');
  return state;
};

/** Comes first in a pipeline, so that its `after` and `onError` run last. */
export const respond = (route: Route): Step => ({
  name: 'respond',
  before: async ({ event, context }) => {
    const { requestId } = event.requestContext;
    progress.set(event, { requestId });
    log.setKeys({ request_id: requestId, route: event.routeKey });
    assertServed(route, event);
    await awaitPrepared(context);
  },
  after: (request) => {
    request.response = toResult(request.response as Reply, route, request.event);
  },
  onError: (request) => {
    request.response = toResult(errorReply(request.error), route, request.event);
  },
});

/**
 * Throws 405 for a method that the route does not serve: the gateway routes every method of a read-only path here
 * (lib/gateway-routes.ts).
 */
const assertServed = (route: Route, event: HttpEvent): void => {
  const { method } = event.requestContext.http;
  const served: readonly string[] = servedMethods(route);
  if (route.path !== '$default' && !served.includes(method)) throw methodRefused(method, addressPath(event), served);
};

/** Names of errors caused by a dependency. The caller can retry safely. */
const TRANSIENT_ERRORS = new Set([
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'InternalServerError',
  'ServiceUnavailable',
  'ServiceUnavailableException',
  'TimeoutError',
  'LimitExceededException',
]);

/** Error codes of connections that fail or break. Other errors have a `code` as well, such as `ERR_INVALID_URL`. */
const CONNECTION_CODES = new Set<unknown>([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'EAI_AGAIN',
  'ENOTFOUND',
  'ERR_STREAM_PREMATURE_CLOSE',
]);

/**
 * Whether AWS responded with 429 or 5xx. Such errors have many names: `SlowDown`, `TooManyRequestsException`,
 * `InternalError`.
 */
const isBusyAws = (error: Error): boolean => {
  const { httpStatusCode = 0 } = (error as { $metadata?: { httpStatusCode?: number } }).$metadata ?? {};
  return httpStatusCode === 429 || httpStatusCode >= 500;
};

const isOfDependency = (error: Error): boolean =>
  TRANSIENT_ERRORS.has(error.name) || isBusyAws(error) || ('code' in error && CONNECTION_CODES.has(error.code));

/** The response to an error. Every 5xx is logged: a bug, or a dependency that failed or declined. */
export const errorReply = (error: Error | null | undefined): Reply => {
  // Only the agent server starts dry runs, and it handles their result.
  if (error instanceof DryRunResult) return { status: 200, body: error.preview ?? {} };
  if (error instanceof ApiError) {
    if (error.status >= 500) log.error('Responded with a 5xx status', error);
    const fields = error.status === 422 ? { fields: error.fields ?? {} } : {};
    return {
      status: error.status,
      headers: error.headers,
      body: { error: { code: error.code, message: error.message, ...fields } },
    };
  }
  log.error('Request failed', error ?? new Error('unknown'));
  if (error && isOfDependency(error)) {
    const message = 'The service is busy. Try again.';
    return { status: 503, headers: { 'Retry-After': '1' }, body: { error: { code: 'service_unavailable', message } } };
  }
  const message = 'Something went wrong on our side. Quote the X-Request-Id when you report it.';
  return { status: 500, body: { error: { code: 'internal_error', message } } };
};

const UNUSED_RATE: RequestRate = { limit: REQUESTS_PER_MINUTE, remaining: REQUESTS_PER_MINUTE, resetSeconds: 0 };

const toResult = (reply: Reply, route: Route, event: HttpEvent): Result => {
  const state = progressOf(event);
  const requestRate = state.requestRate ?? UNUSED_RATE;
  const httpRequest = httpRequestOf(event, state);
  const location = locationOf(route, reply, httpRequest.company, event.pathParameters);
  const headers: Record<string, string> = {
    'X-Request-Id': state.requestId,
    'X-Rate-Limit-Limit': String(requestRate.limit),
    'X-Rate-Limit-Remaining': String(requestRate.remaining),
    'X-Rate-Limit-Reset': String(requestRate.resetSeconds),
    'Cache-Control': 'no-store',
    ...(state.ignoredQuery === undefined ? {} : { 'X-Ignored-Query': state.ignoredQuery }),
    ...(location === undefined ? {} : { Location: location }),
    ...(route.csv ? { Vary: 'Accept' } : {}),
    ...reply.headers,
  };
  const result = withHttpSemantics(route, { status: reply.status, ...written(reply.body, headers) }, httpRequest);
  if (result.body === undefined) return { statusCode: result.status, headers: result.headers };
  const isBytes = Buffer.isBuffer(result.body);
  return {
    statusCode: result.status,
    headers: result.headers,
    body: result.body.toString(isBytes ? 'base64' : undefined),
    ...(isBytes ? { isBase64Encoded: true } : {}),
  };
};

/** Text and bytes are sent unchanged; everything else as JSON. */
const written = (body: unknown, headers: Record<string, string>) => {
  if (body === undefined) return { headers };
  if (typeof body === 'string' || Buffer.isBuffer(body)) return { headers, body };
  return { headers: { ...headers, 'Content-Type': 'application/json; charset=utf-8' }, body: JSON.stringify(body) };
};

const httpRequestOf = (event: HttpEvent, { request, caller }: Progress): HttpRequest => ({
  method: event.requestContext.http.method,
  headers: event.headers,
  company: request && request.company !== caller?.company ? request.company : undefined,
});
