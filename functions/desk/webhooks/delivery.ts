import { deskEndpoint } from '../endpoint.ts';
import { deliveryPage } from './pages/delivery.ts';
import { deskDelivery } from './routes.ts';

export const handler = deskEndpoint(deskDelivery, (visit) =>
  deliveryPage(visit, visit.request.params['delivery_id'] ?? '', {
    wasReplayed: visit.request.query['outcome'] === 'replayed',
  }),
);
