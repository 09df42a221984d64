import { replayDelivery } from '../../domain/webhooks/replay.ts';
import { once } from '../../storage/idempotency.ts';
import { endpoint } from '../endpoint.ts';
import { replayDeliveryRoute as route } from './routes.ts';
import { refuseBody, ticketOf } from './ticket.ts';

export const handler = endpoint(route, (request) => {
  const idempotency = ticketOf(route, request);
  return once(idempotency, () => {
    refuseBody(request);
    return replayDelivery({ company: request.company, id: request.params['delivery_id'] ?? '', idempotency });
  });
});
