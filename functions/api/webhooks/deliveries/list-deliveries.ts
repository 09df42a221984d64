import { listDeliveries } from '../../../domain/notifications/webhooks/list-deliveries.ts';
import { endpoint } from '../../../pipeline/endpoint.ts';
import { pageOf } from '../../../pipeline/parse.ts';
import { listDeliveriesRoute } from '../routes.ts';

export const handler = endpoint(listDeliveriesRoute, async ({ company, query }) => {
  const filter = {
    endpoint: query.endpoint_id ?? query.endpoint,
    type: query.event_type ?? query.type,
    status: query.status,
    order: query.order_id ?? query.order,
  };
  return { status: 200, body: await listDeliveries(company, filter, pageOf(query, 50)) };
});
