import { commitOnce, idempotencyRecordFor, type IdempotencyRecord } from '../storage/idempotency.ts';
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
 * Serves a request whose operation looks up the key itself. If the operation refuses the body, the key is looked up
 * again, so that a used key with another body gets 409 even if that body is not valid.
 */
export const withKeyBeforeBody = (
  idempotency: IdempotencyRecord,
  serve: (idempotency: IdempotencyRecord) => Promise<Reply>,
): Promise<Reply> => commitOnce(idempotency, async () => serve(idempotency));

/** Throws 422 if a request that accepts no body has one. Reading the body validates it. */
export const assertNoBody = (request: Pick<ApiRequest, 'body'>): unknown => request.body;
