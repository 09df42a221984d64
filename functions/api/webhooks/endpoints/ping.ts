import { ping, PING_KEY_SECONDS } from '../../../domain/notifications/webhooks/ping.ts';
import { once } from '../../../storage/idempotency.ts';
import { endpoint } from '../../../pipeline/endpoint.ts';
import { assertNoBody, idempotencyOf } from '../../../pipeline/idempotency.ts';
import { pingEndpointRoute as route } from '../routes.ts';

export const handler = endpoint(route, (request) => {
  const idempotency = idempotencyOf(route, request, PING_KEY_SECONDS);
  return once(idempotency, () => {
    assertNoBody(request);
    const id = request.params['endpoint_id'] ?? '';
    return ping({ company: request.company, id, key: request.idempotencyKey, idempotency });
  });
});
