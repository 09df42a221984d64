import { deskEndpoint } from '../endpoint.ts';
import { loadOrderAtDesk } from './order-parts.ts';
import { orderPage } from './pages/order.ts';
import { deskOrder } from './routes.ts';

export const handler = deskEndpoint(deskOrder, async (visit) => {
  const parts = await loadOrderAtDesk(visit, visit.request.params['order_id'] ?? '');
  const { outcome = '' } = visit.request.query;
  return orderPage(visit, parts, {
    refunded: Number(/^refunded-(\d{1,12})$/.exec(outcome)?.[1] ?? 0),
    isFulfilling: outcome === 'fulfilling',
    isDeliveryChanged: outcome === 'delivery_changed',
  });
});
