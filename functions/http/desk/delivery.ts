import { deliveryPage } from './pages/delivery.ts';
import { deskEndpoint } from './endpoint.ts';
import { deskDelivery } from './webhook-routes.ts';

export const handler = deskEndpoint(deskDelivery, (visit) =>
  deliveryPage(visit, visit.request.params['delivery_id'] ?? '', {
    wasReplayed: visit.request.query['told'] === 'replayed',
  }),
);
