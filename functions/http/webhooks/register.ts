import { registerEndpoint } from '../../domain/webhooks/register.ts';
import { once } from '../../storage/idempotency.ts';
import { endpoint } from '../endpoint.ts';
import { registerEndpointRoute as route } from './routes.ts';
import { ticketOf } from './ticket.ts';

export const handler = endpoint(route, (request) => {
  const ticket = ticketOf(route, request);
  return once(ticket, () => registerEndpoint({ company: request.company, ...request.body, ticket }));
});
