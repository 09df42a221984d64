import { issueDirectly } from '../../domain/value/items/issuance/issue-directly.ts';
import { withRequestGuid } from '../../storage/request-guid.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { assertCanTakePayments } from '../../pipeline/payment-key.ts';
import { operatorOf, replayableOf } from './operator.ts';
import { issueItems as route } from './write-routes.ts';

export const handler = endpoint(route, async (request) => {
  assertCanTakePayments(request.caller);
  return withRequestGuid(replayableOf(route, request), async (recording) =>
    issueDirectly(operatorOf(request), request.body, recording),
  );
});
