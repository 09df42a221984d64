import { registerEndpoint } from '../../domain/webhooks/register.ts';
import { once } from '../../storage/idempotency.ts';
import { endpoint } from '../endpoint.ts';
import { registerEndpointRoute as route } from './routes.ts';
import { idempotencyOf } from './idempotency.ts';

export const handler = endpoint(route, (request) => {
  const idempotency = idempotencyOf(route, request);
  return once(idempotency, () => registerEndpoint({ company: request.company, ...request.body, idempotency }));
});
