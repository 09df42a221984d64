import { listDeliveries } from '../../../domain/notifications/webhooks/list-deliveries.ts';
import { endpoint } from '../../../pipeline/endpoint.ts';
import { pageLimit } from '../../../pipeline/parse.ts';
import { listDeliveriesRoute } from '../routes.ts';

const DEFAULT_LIMIT = 50;

export const handler = endpoint(listDeliveriesRoute, async ({ company, query }) => {
  const filter = {
    endpoint: query.endpoint_id ?? query.endpoint,
    type: query.event_type ?? query.type,
    status: query.status,
    order: query.order_id ?? query.order,
  };
  const page = { limit: pageLimit(query.limit, DEFAULT_LIMIT), startingAfter: query.starting_after };
  return { status: 200, body: await listDeliveries(company, filter, page) };
});
