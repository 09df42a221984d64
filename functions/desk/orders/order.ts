import { deskEndpoint } from '../endpoint.ts';
import { loadOrderAtDesk } from './order-parts.ts';
import { orderPage } from './pages/order.ts';
import { deskOrder } from './routes.ts';

export const handler = deskEndpoint(deskOrder, async (visit) => {
  const parts = await loadOrderAtDesk(visit, visit.request.params['order_id'] ?? '');
  return orderPage(visit, parts, {
    givenBack: visit.request.query['given_back'],
    isFulfilling: visit.request.query['outcome'] === 'fulfilling',
    isDeliveryChanged: visit.request.query['outcome'] === 'delivery_changed',
  });
});
