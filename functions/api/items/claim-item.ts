import { claimItem } from '../../domain/value/items/redemption/claim.ts';
import { portionFrom } from '../../domain/value/items/schema.ts';
import { withRequestGuid } from '../../storage/request-guid.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { operatorOf, replayableOf } from './operator.ts';
import { claimItem as route } from './write-routes.ts';

export const handler = endpoint(route, (request) =>
  withRequestGuid(replayableOf(route, request), async (recording) =>
    claimItem(operatorOf(request), request.params['code'] ?? '', portionFrom(request.body), recording),
  ),
);
