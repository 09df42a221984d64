import { claimOrder } from '../../domain/value/items/redemption/claim-order.ts';
import { withRequestGuid } from '../../storage/request-guid.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { operatorOf, replayableOf } from './operator.ts';
import { claimOrder as route } from './write-routes.ts';

export const handler = endpoint(route, (request) =>
  withRequestGuid(replayableOf(route, request), async (recording) => {
    const claim = { orderId: request.params['order_id'] ?? '', groupCode: request.body.group_code ?? undefined };
    return claimOrder(operatorOf(request), claim, recording);
  }),
);
