import { refundItem } from '../../domain/value/items/withdrawal/refund.ts';
import { portionFrom } from '../../domain/value/items/schema.ts';
import { withRequestGuid } from '../../storage/request-guid.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { operatorOf, replayableOf } from './operator.ts';
import { refundItem as route } from './write-routes.ts';

export const handler = endpoint(route, (request) =>
  withRequestGuid(replayableOf(route, request), async (recording) =>
    refundItem(operatorOf(request), request.params['code'] ?? '', portionFrom(request.body), recording),
  ),
);
