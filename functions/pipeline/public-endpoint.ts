import middy from '@middy/core';
import type { Route } from './route.ts';
import { addressPath, lastOf, queryValues, rawBody } from './parse.ts';
import { addressOf, respond, type HttpEvent } from './pipeline.ts';
import type { Reply } from './request.ts';

/** Input of a route without a key: the raw request, unchecked. */
export interface PublicRequest {
  requestId: string;
  method: string;
  /** Path as in the URL (encoded), without the query. */
  path: string;
  params: Record<string, string>;
  /** The last value of every query parameter. */
  query: Record<string, string | undefined>;
  queryValues: Record<string, string[]>;
  rawBody: Buffer;
  headers: Record<string, string | undefined>;
  /** `name=value`, as the browser sent them. */
  cookies: readonly string[];
  /** IP address of the caller, as far as it can be trusted. */
  address: string;
}

/**
 * The handler of a route without an API key (payment page, gateway notices, documents, unknown paths): request id,
 * error envelope and rate-limit headers, and no other check. A body of text or bytes is sent unchanged with the reply's
 * Content-Type; any other body is sent as JSON.
 */
export const publicEndpoint = (
  route: Route & { access: 'public' },
  serve: (request: PublicRequest) => Promise<Reply>,
) =>
  middy<HttpEvent>()
    .use(respond(route))
    .handler((event) => serve(publicRequest(event)));

const publicRequest = (event: HttpEvent): PublicRequest => {
  const values = queryValues(event);
  return {
    requestId: event.requestContext.requestId,
    method: event.requestContext.http.method,
    path: addressPath(event),
    params: (event.pathParameters ?? {}) as Record<string, string>,
    query: lastOf(values),
    queryValues: values,
    rawBody: rawBody(event),
    headers: event.headers,
    cookies: event.cookies ?? [],
    address: addressOf(event),
  };
};
