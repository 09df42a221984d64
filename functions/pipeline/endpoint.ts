import middy from '@middy/core';
import { authenticate, recallKey } from '../domain/company/api-keys/authenticate.ts';
import { RequestRateExceeded } from '../platform/request-rate.ts';
import { assignedNow } from '../domain/company/api-keys/rows.ts';
import { admittedAs } from './admission.ts';
import { withinCause } from '../platform/cause.ts';
import { ApiError, invalid, notFound } from '../platform/errors.ts';
import type { Scope } from '../platform/scopes.ts';
import { preconditionRequired } from '../platform/preconditions.ts';
import { notACursor } from '../storage/cursors.ts';
import { isList, buildSchemas, scopesOf, type Route } from './route.ts';
import { addressPath, jsonBody, lastOf, queryValues, rawBody, splitCompany, validBody, validate } from './parse.ts';
import { ignoredQuery, hasQueryParameter } from './known-query.ts';
import { addressOf, progressOf, respond, type HttpEvent, type SentBody, type Step } from './pipeline.ts';
import { callerActor } from './caller.ts';
import { assertKeyLength, sentGuid, sentKey } from './sent-guid.ts';
import type { ApiRequest, Caller, Reply } from './request.ts';

/**
 * The handler of a v2 route: request id, error envelope, authentication with its rate limit, scope, acting company,
 * body and query; then the route's operation. `respond` comes first so that its `after` and `onError` run last.
 */
export const endpoint = <R extends Route>(route: R, serve: (request: ApiRequest<R>) => Promise<Reply>) =>
  middy<HttpEvent>()
    .use(respond(route))
    .use(authenticateStep(route))
    .use(parseStep(route))
    .handler(async (event) => {
      const request = progressOf(event).request as ApiRequest<R>;
      // An authentication error takes precedence over an error from the operation.
      const [admitted, served] = await Promise.allSettled([request.admitted(), serveAudited(route, request, serve)]);
      if (admitted.status === 'rejected') throw admitted.reason;
      if (served.status === 'rejected') throw served.reason;
      return served.value;
    });

/** Serves a request as the cause of its changes, so that the audit log has their actor. */
const serveAudited = <R extends Route>(
  route: R,
  request: ApiRequest<R>,
  serve: (request: ApiRequest<R>) => Promise<Reply>,
): Promise<Reply> => {
  if (route.method === 'GET' || route.auditedByDomain) return serve(request);
  const { company, requestId, params, caller } = request;
  return withinCause({ company, operation: route.name, by: callerActor(caller), requestId, subject: params }, () =>
    serve(request),
  );
};

const authenticateStep = (route: Route): Step => ({
  name: 'authenticate',
  before: async ({ event }) => {
    const state = progressOf(event);
    state.admission = admit(route, event);
    const recalled = startsEarly(route) ? recallKey(event.headers['authorization']) : undefined;
    if (!recalled) {
      buildSchemas(route);
      await state.admission;
      return;
    }
    // The promise is awaited before any response or write. If it rejects earlier, that must not count as unhandled.
    state.admission.catch(() => undefined);
    state.caller = callerOf(recalled);
  },
});

/**
 * Whether the operation may start while the key is authenticated, if this process has the key cached. Reads do; other
 * routes opt in.
 */
const startsEarly = (route: Route): boolean => route.startsEarly ?? route.method === 'GET';

/**
 * Authenticates the key and counts the request. For a tool call, the agent server has already done both (`admitAs`).
 * Throws if the key is not valid or over its limit, lacks a scope of the route, or may not act for the company.
 */
export const admit = async (route: Route, event: HttpEvent): Promise<void> => {
  const state = progressOf(event);
  try {
    const { key, requestRate } =
      admittedAs(event) ?? (await authenticate(event.headers['authorization'], addressOf(event)));
    state.requestRate = requestRate;
    state.caller = callerOf(key);
    // The request already exists if it was created with a cached key.
    if (state.request) state.request.caller = state.caller;
    authorize(route, state.caller);
    const company = state.request?.company;
    if (company !== undefined) assertActsOn(route, state.caller, company);
  } catch (error) {
    if (error instanceof RequestRateExceeded) state.requestRate = error.requestRate;
    throw error;
  }
};

const callerOf = (key: Caller['key']): Caller => ({
  keyId: key.keyId,
  company: key.company,
  mode: key.mode,
  scopes: key.scopes,
  createdBy: key.createdBy,
  key,
});

const lacksScope = (scope: string): ApiError =>
  new ApiError(403, 'insufficient_scope', `This key does not have the scope ${scope}.`, {
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  });

/** Throws 403 unless the key has the scope. For scopes that only some requests to a route need. */
export const assertScope = (caller: Caller, scope: Scope): void => {
  if (!caller.scopes.includes(scope)) throw lacksScope(scope);
};

const authorize = (route: Route, caller: Caller): void => {
  const missing = scopesOf(route).find((scope) => !caller.scopes.includes(scope));
  if (missing) throw lacksScope(missing);
  if (route.writes && !caller.key.attributed) {
    throw new ApiError(
      403,
      'credential_not_attributed',
      'This key was issued before keys were attributed and cannot write. Create a new key.',
    );
  }
};

const parseStep = (route: Route): Step => ({
  name: 'parse',
  before: async ({ event }) => {
    const state = progressOf(event);
    const { caller } = state;
    try {
      state.request = requestOf(route, event);
    } catch (error) {
      await state.admission;
      // If the key has not changed since this process cached it, a second attempt would fail in the same way.
      if (state.caller === caller) throw error;
      state.request = requestOf(route, event);
    }
  },
});

const requestOf = (route: Route, event: HttpEvent): ApiRequest => {
  const state = progressOf(event);
  const caller = state.caller as Caller;
  const values = queryValues(event);
  state.ignoredQuery = ignoredQuery(route, values);
  const last = lastOf(values);
  // Cursors are never empty: a client that sends an empty one back must not restart at the first page.
  if (last['starting_after'] === '' && (hasQueryParameter(route, 'starting_after') || isList(route)))
    throw notACursor();
  const { company: bodyCompany, input, body } = (state.sent ??= sentBody(route, event));
  const isKnown = isNamed(route, event);
  const request = {
    requestId: state.requestId,
    path: addressPath(event),
    company: actingCompany(route, caller, wantedCompany(route, event, last['company'] ?? bodyCompany)),
    caller,
    admitted: async () => state.admission,
    idempotencyKey: idempotencyKey(route, event),
    ifMatch: ifMatch(route, event),
    params: (event.pathParameters ?? {}) as Record<string, string>,
    query: route.query ? validate(route.query, last) : {},
    queryValues: values,
    input: isKnown && isHuge(event) && !isValid(body) ? INVALID : input,
    // A path that ends in `.csv` returns a file, regardless of `Accept`.
    headers: event.rawPath.endsWith('.csv') ? { ...event.headers, accept: 'text/csv' } : event.headers,
    get bytes() {
      return rawBody(event);
    },
  };
  // If a key identifies the request, the body is validated after the lookup of the key, because a used key with any
  // other body is a conflict.
  if (!isKnown) body();
  return Object.defineProperty(request, 'body', { get: body }) as ApiRequest;
};

/** The lookup of a key hashes the input. A huge body is hashed only if it is valid; few valid bodies are as long. */
const HUGE_BODY = 256 * 1024;
/** Input of a huge body that is invalid. It differs from every recorded input, because those were valid objects. */
const INVALID = 'invalid';

const isHuge = ({ body }: HttpEvent): boolean => (body?.length ?? 0) > HUGE_BODY;

const isValid = (body: () => unknown): boolean => {
  try {
    body();
    return true;
  } catch {
    return false;
  }
};

/** Parses the body as sent. Validates it once, when it is first read. */
const sentBody = (route: Route, event: HttpEvent): SentBody => {
  // A GET has no body.
  if (route.mediaTypes || route.method === 'GET')
    return { company: undefined, input: undefined, body: () => undefined };
  const { company, input } = splitCompany(route, jsonBody(event));
  let parsed: { body: unknown } | { error: unknown } | undefined;
  const parse = (): { body: unknown } | { error: unknown } => {
    try {
      return { body: validBody(route, input) };
    } catch (error) {
      return { error };
    }
  };
  const body = (): unknown => {
    parsed ??= parse();
    if ('error' in parsed) throw parsed.error;
    return parsed.body;
  };
  return { company, input, body };
};

const wantedCompany = (route: Route, event: HttpEvent, selected: unknown): unknown =>
  route.acting === 'path' ? event.pathParameters?.['company_id'] : selected;

/**
 * The key's own company or one that is assigned to it. Any other gets 404 (lib/reference/requests.md#acting-company).
 */
const actingCompany = (route: Route, caller: Caller, requested: unknown): string => {
  if (route.acting === 'own') return caller.company;
  const company = requested === undefined || requested === '' ? caller.company : requested;
  if (typeof company !== 'string') throw invalid('company', 'This must be the slug of a company.');
  assertActsOn(route, caller, company);
  return company;
};

const assertActsOn = (route: Route, { key }: Caller, company: string): void => {
  if (route.acting === 'own') return;
  const permitted = company === key.company ? !key.companyInactive : assignedNow(key).includes(company);
  if (!permitted) throw notFound('company');
};

/** The version that the caller expects. Throws 428 if the route requires one and the request has none. */
const ifMatch = (route: Route, event: HttpEvent): string | undefined => {
  const header = event.headers['if-match']?.trim() || undefined;
  if (route.ifMatch === 'required' && header === undefined) throw preconditionRequired();
  return header;
};

/** Whether an idempotency key identifies repeats of this request. */
const isKeyed = (route: Route, event: HttpEvent): boolean =>
  route.idempotency === 'key' || (route.idempotency === 'optional-key' && sentKey(event.headers) !== '');

/** Whether an idempotency key or a guid identifies repeats of this request. Throws 422 for an invalid guid. */
const isNamed = (route: Route, event: HttpEvent): boolean =>
  route.idempotency === 'request-guid' ? sentGuid(event.headers) !== undefined : isKeyed(route, event);

const idempotencyKey = (route: Route, event: HttpEvent): string => {
  const key = sentKey(event.headers);
  if (!isKeyed(route, event)) return key;
  if (key === '') {
    throw new ApiError(422, 'idempotency_key_required', 'Send an Idempotency-Key header with this request.', {
      fields: { 'Idempotency-Key': ['This header is required.'] },
    });
  }
  assertKeyLength(key);
  return key;
};
