import { rotateSecret } from '../../domain/webhooks/rotate.ts';
import { once } from '../../storage/idempotency.ts';
import { endpoint } from '../endpoint.ts';
import { rotateSecretRoute as route } from './routes.ts';
import { refuseBody, ticketOf } from './ticket.ts';

export const handler = endpoint(route, (request) => {
  const ticket = ticketOf(route, request);
  return once(ticket, () => {
    refuseBody(request);
    return rotateSecret({ company: request.company, id: request.params['endpoint_id'] ?? '', ticket });
  });
});
