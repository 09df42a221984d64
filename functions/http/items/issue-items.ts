import { issueDirectly } from '../../domain/items/issue-directly.ts';
import { ApiError } from '../../platform/errors.ts';
import { withRequestGuid } from '../../storage/request-guid.ts';
import { endpoint } from '../endpoint.ts';
import { assertTakesPayments } from '../orders/payment-key.ts';
import { operatorOf, replayableOf } from './operator.ts';
import { issueItems as route } from './write-routes.ts';

/** Issuing is creating and settling at once, so it takes the scopes of both. */
const SECOND_SCOPE = 'orders:settle';

export const handler = endpoint(route, async (request) => {
  if (!request.caller.scopes.includes(SECOND_SCOPE)) {
    throw new ApiError(403, 'insufficient_scope', `This key does not have the scope ${SECOND_SCOPE}.`);
  }
  assertTakesPayments(request.caller);
  return withRequestGuid(replayableOf(route, request), (recording) =>
    issueDirectly(operatorOf(request), request.body, recording),
  );
});
