import { activateCode } from '../../../domain/value/items/issuance/activate.ts';
import { withRequestGuid } from '../../../storage/request-guid.ts';
import { legacyEndpoint } from '../endpoint.ts';
import { replayableOf } from '../replayable.ts';
import { activateItem as route } from '../write-routes.ts';

export const handler = legacyEndpoint(route, (request) => {
  const { amount } = request.body;
  return withRequestGuid(replayableOf(route, request), (recording) =>
    activateCode(request.operator, request.params['code'] ?? '', amount, recording),
  );
});
