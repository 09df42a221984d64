import { refundItem } from '../../../domain/value/items/withdrawal/refund.ts';
import { portionFrom } from '../../../domain/value/items/schema.ts';
import { withRequestGuid } from '../../../storage/request-guid.ts';
import { legacyEndpoint } from '../endpoint.ts';
import { replayableOf } from '../replayable.ts';
import { refundItem as route } from '../write-routes.ts';

export const handler = legacyEndpoint(route, (request) => {
  const portion = portionFrom(request.body);
  return withRequestGuid(replayableOf(route, request), (recording) =>
    refundItem(request.operator, request.params['code'] ?? '', portion, recording),
  );
});
