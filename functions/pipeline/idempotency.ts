import { commitOnce, idempotencyRecordFor, once, type IdempotencyRecord } from '../storage/idempotency.ts';
import type { ApiRequest, Reply } from './request.ts';
import type { Route } from './route.ts';

/** The idempotency record of a request with an idempotency key. The path parameters and the body are its input. */
export const idempotencyOf = (
  route: Route,
  request: Pick<ApiRequest, 'company' | 'idempotencyKey' | 'params' | 'input'>,
  keptForSeconds?: number,
): IdempotencyRecord =>
  idempotencyRecordFor({
    company: request.company,
    operation: route.name,
    key: request.idempotencyKey,
    input: { params: request.params, body: request.input ?? {} },
    ...(keptForSeconds === undefined ? {} : { keptForSeconds }),
  });

/**
 * Serves a request of the class `optional-key`: once per key, or without a record if it has none. `If-Match` is not
 * part of the idempotency input, so that a retry may send the tag that its first attempt created.
 */
export const onceIfKeyed = (
  route: Route,
  request: Parameters<typeof idempotencyOf>[1],
  serve: (idempotency: IdempotencyRecord | undefined) => Promise<Reply>,
): Promise<Reply> => {
  if (request.idempotencyKey === '') return serve(undefined);
  const idempotency = idempotencyOf(route, request);
  return once(idempotency, () => serve(idempotency));
};

/**
 * Serves a request whose operation looks up the key itself. If the operation refuses the body, the key is looked up
 * again, so that a used key with another body gets 409 even if that body is not valid.
 */
export const withKeyBeforeBody = (
  idempotency: IdempotencyRecord,
  serve: (idempotency: IdempotencyRecord) => Promise<Reply>,
): Promise<Reply> => commitOnce(idempotency, async () => serve(idempotency));

/** Throws 422 if a route without a body receives one. Reading the body validates it. */
export const assertNoBody = (request: Pick<ApiRequest, 'body'>): unknown => request.body;
