import { registerEndpoint } from '../../../domain/webhooks/register.ts';
import { once } from '../../../storage/idempotency.ts';
import { endpoint } from '../../endpoint.ts';
import { idempotencyOf } from '../../idempotency.ts';
import { registerEndpointRoute as route } from '../routes.ts';

export const handler = endpoint(route, (request) => {
  const idempotency = idempotencyOf(route, request);
  return once(idempotency, () => registerEndpoint({ company: request.company, ...request.body, idempotency }));
});
