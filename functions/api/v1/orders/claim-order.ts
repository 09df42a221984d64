import { claimOrder } from '../../../domain/value/items/redemption/claim-order.ts';
import { ApiError } from '../../../platform/errors.ts';
import { legacy } from '../../../platform/messages/legacy.ts';
import { withRequestGuid } from '../../../storage/request-guid.ts';
import { legacyEndpoint } from '../endpoint.ts';
import { replayableOf } from '../replayable.ts';
import { claimOrder as route } from '../write-routes.ts';

export const handler = legacyEndpoint(route, (request) => {
  if (request.user.agency) {
    throw new ApiError(403, 'not_allowed', legacy('agency_claims_order'));
  }
  const claim = { orderId: request.params['order_id'] ?? '', groupCode: request.body.group_code ?? undefined };
  return withRequestGuid(replayableOf(route, request), (recording) => claimOrder(request.operator, claim, recording));
});
