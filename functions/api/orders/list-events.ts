import { listOrderEvents } from '../../domain/notifications/webhooks/order-events.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { pageLimit } from '../../pipeline/parse.ts';
import { listOrderEventsRoute } from './routes.ts';

const DEFAULT_LIMIT = 25;

export const handler = endpoint(listOrderEventsRoute, async ({ company, params, query }) => ({
  status: 200,
  body: await listOrderEvents(company, params['order_id'] ?? '', {
    limit: pageLimit(query.limit, DEFAULT_LIMIT),
    startingAfter: query.starting_after,
  }),
}));
