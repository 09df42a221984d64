import { activateCode } from '../../domain/value/items/issuance/activate.ts';
import { withRequestGuid } from '../../storage/request-guid.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { operatorOf, replayableOf } from './operator.ts';
import { activateItem as route } from './write-routes.ts';

export const handler = endpoint(route, (request) =>
  withRequestGuid(replayableOf(route, request), async (recording) =>
    activateCode(operatorOf(request), request.params['code'] ?? '', request.body.amount, recording),
  ),
);
