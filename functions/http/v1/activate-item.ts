import { activateCode } from '../../domain/items/activate.ts';
import { minorOf } from '../../domain/items/schema.ts';
import { withRequestGuid } from '../../storage/request-guid.ts';
import { legacyEndpoint } from './endpoint.ts';
import { replayableOf } from './replayable.ts';
import { activateItem as route } from './write-routes.ts';

export const handler = legacyEndpoint(route, (request) => {
  const { amount } = request.body;
  const amountMinor = amount === undefined ? undefined : minorOf(amount);
  return withRequestGuid(replayableOf(route, request), (recording) =>
    activateCode(request.operator, request.params['code'] ?? '', amountMinor, recording),
  );
});
