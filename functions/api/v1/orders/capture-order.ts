import { captureOrder } from '../../../domain/value/items/issuance/capture.ts';
import { withRequestGuid } from '../../../storage/request-guid.ts';
import { legacyEndpoint } from '../endpoint.ts';
import { replayableOf } from '../replayable.ts';
import { captureOrder as route } from '../write-routes.ts';

export const handler = legacyEndpoint(route, (request) =>
  withRequestGuid(replayableOf(route, request), (recording) =>
    captureOrder(request.operator, request.params['order_id'] ?? '', recording),
  ),
);
