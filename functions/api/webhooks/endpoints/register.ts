import { registerEndpoint } from '../../../domain/notifications/webhooks/register.ts';
import { once } from '../../../storage/idempotency.ts';
import { endpoint } from '../../../pipeline/endpoint.ts';
import { idempotencyOf } from '../../../pipeline/idempotency.ts';
import { registerEndpointRoute as route } from '../routes.ts';

export const handler = endpoint(route, (request) => {
  const idempotency = idempotencyOf(route, request);
  return once(idempotency, () => registerEndpoint({ company: request.company, ...request.body, idempotency }));
});
