import { claimOrder } from '../../domain/items/redemption/claim-order.ts';
import { withRequestGuid } from '../../storage/request-guid.ts';
import { endpoint } from '../endpoint.ts';
import { operatorOf, replayableOf } from './operator.ts';
import { claimOrder as route } from './write-routes.ts';

export const handler = endpoint(route, (request) => {
  const claim = { orderId: request.params['order_id'] ?? '', groupCode: request.body.group_code ?? undefined };
  return withRequestGuid(replayableOf(route, request), (recording) =>
    claimOrder(operatorOf(request), claim, recording),
  );
});
