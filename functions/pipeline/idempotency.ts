import { commitOnce, idempotencyRecordFor, type IdempotencyRecord } from '../storage/idempotency.ts';
import type { ApiRequest, Reply } from './request.ts';
import type { Route } from './route.ts';

/** The idempotency record of a request that carries an idempotency key: path and body are its input. */
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
 * Serves a request whose operation looks up the key itself, after the body is read. A used key with another body is
 * 409, even if that body is not valid.
 */
export const withKeyBeforeBody = (
  idempotency: IdempotencyRecord,
  serve: (idempotency: IdempotencyRecord) => Promise<Reply>,
): Promise<Reply> => commitOnce(idempotency, async () => serve(idempotency));

/** Throws 422 when a request that takes no body has one; the body is checked when it is read. */
export const assertNoBody = (request: Pick<ApiRequest, 'body'>): unknown => request.body;
