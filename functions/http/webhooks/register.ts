import { registerEndpoint } from '../../domain/webhooks/register.ts';
import { once } from '../../storage/idempotency.ts';
import { endpoint } from '../endpoint.ts';
import { registerEndpointRoute as route } from './routes.ts';
import { ticketOf } from './ticket.ts';

export const handler = endpoint(route, (request) => {
  const idempotency = ticketOf(route, request);
  return once(idempotency, () => registerEndpoint({ company: request.company, ...request.body, idempotency }));
});
