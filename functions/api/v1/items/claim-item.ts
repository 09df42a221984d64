import { claimItem } from '../../../domain/value/items/redemption/claim.ts';
import { portionFrom } from '../../../domain/value/items/schema.ts';
import { withRequestGuid } from '../../../storage/request-guid.ts';
import { legacyEndpoint } from '../endpoint.ts';
import { replayableOf } from '../replayable.ts';
import { claimItem as route } from '../write-routes.ts';

export const handler = legacyEndpoint(route, (request) => {
  const portion = portionFrom(request.body);
  return withRequestGuid(replayableOf(route, request), (recording) =>
    claimItem(request.operator, request.params['code'] ?? '', portion, recording),
  );
});
