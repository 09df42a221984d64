import type { StateRequest } from '../../domain/value/items/item-state.ts';
import type { Operator } from '../../domain/value/items/operate.ts';
import type { ReplayableRequest } from '../../storage/request-guid.ts';
import { idempotencyOf, withKeyBeforeBody } from '../../pipeline/idempotency.ts';
import { MONEY_KEY_SECONDS } from '../../pipeline/payment-key.ts';
import type { ApiRequest, Reply } from '../../pipeline/request.ts';
import type { Route } from '../../pipeline/route.ts';
import { sentGuid } from '../../pipeline/sent-guid.ts';

/** The operator of an authenticated request. */
export const operatorOf = (request: Pick<ApiRequest, 'company' | 'caller'>): Operator => ({
  company: request.company,
  home: request.caller.company,
  keyId: request.caller.keyId,
  ...(request.caller.createdBy === undefined ? {} : { createdBy: request.caller.createdBy }),
});

/** The idempotency input of a request: acting company, route, path and body. */
export const replayableOf = (
  route: { name: string },
  request: Pick<ApiRequest, 'company' | 'params' | 'input' | 'headers'>,
): ReplayableRequest => ({
  company: request.company,
  operation: route.name,
  guid: sentGuid(request.headers),
  input: { params: request.params, body: request.input ?? {} },
});

/** Changes the state of an item for an API request. */
export const withStateRequest = (
  route: Route,
  request: Pick<ApiRequest, 'company' | 'caller' | 'params' | 'input' | 'idempotencyKey'> & {
    body: { reason?: string | null | undefined };
  },
  change: (stateRequest: StateRequest) => Promise<Reply>,
): Promise<Reply> =>
  withKeyBeforeBody(idempotencyOf(route, request, MONEY_KEY_SECONDS), (idempotency) =>
    change({
      operator: operatorOf(request),
      code: request.params['code'] ?? '',
      reason: request.body.reason || null,
      requestId: request.idempotencyKey,
      idempotency,
    }),
  );
