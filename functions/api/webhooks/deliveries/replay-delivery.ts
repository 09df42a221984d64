import { replayDelivery } from '../../../domain/notifications/webhooks/replay.ts';
import { once } from '../../../storage/idempotency.ts';
import { endpoint } from '../../../pipeline/endpoint.ts';
import { assertNoBody, idempotencyOf } from '../../../pipeline/idempotency.ts';
import { replayDeliveryRoute as route } from '../routes.ts';

export const handler = endpoint(route, (request) => {
  const idempotency = idempotencyOf(route, request);
  return once(idempotency, () => {
    assertNoBody(request);
    return replayDelivery({ company: request.company, id: request.params['delivery_id'] ?? '', idempotency });
  });
});
