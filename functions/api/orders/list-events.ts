import { listOrderEvents } from '../../domain/notifications/webhooks/order-events.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { pageOf } from '../../pipeline/parse.ts';
import { listOrderEventsRoute } from './routes.ts';

export const handler = endpoint(listOrderEventsRoute, async ({ company, params, query }) => ({
  status: 200,
  body: await listOrderEvents(company, params['order_id'] ?? '', pageOf(query, 25)),
}));
