import { captureOrder } from '../../domain/value/items/issuance/capture.ts';
import { withRequestGuid } from '../../storage/request-guid.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { assertCanTakePayments } from '../../pipeline/payment-key.ts';
import { operatorOf, replayableOf } from './operator.ts';
import { captureOrder as route } from './write-routes.ts';

export const handler = endpoint(route, (request) => {
  assertCanTakePayments(request.caller);
  return withRequestGuid(replayableOf(route, request), (recording) =>
    captureOrder(operatorOf(request), request.params['order_id'] ?? '', recording),
  );
});
