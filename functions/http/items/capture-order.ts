import { captureOrder } from '../../domain/items/issuance/capture.ts';
import { withRequestGuid } from '../../storage/request-guid.ts';
import { endpoint } from '../endpoint.ts';
import { assertTakesPayments } from '../orders/payment-key.ts';
import { operatorOf, replayableOf } from './operator.ts';
import { captureOrder as route } from './write-routes.ts';

export const handler = endpoint(route, (request) => {
  assertTakesPayments(request.caller);
  return withRequestGuid(replayableOf(route, request), (recording) =>
    captureOrder(operatorOf(request), request.params['order_id'] ?? '', recording),
  );
});
