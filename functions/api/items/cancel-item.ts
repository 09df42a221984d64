import { cancelItem } from '../../domain/value/items/withdrawal/cancel.ts';
import { withRequestGuid } from '../../storage/request-guid.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { operatorOf, replayableOf } from './operator.ts';
import { cancelItem as route } from './write-routes.ts';

export const handler = endpoint(route, (request) =>
  withRequestGuid(replayableOf(route, request), (recording) =>
    cancelItem(operatorOf(request), request.params['code'] ?? '', recording),
  ),
);
