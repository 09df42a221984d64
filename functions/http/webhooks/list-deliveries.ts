import { listDeliveries } from '../../domain/webhooks/list-deliveries.ts';
import { endpoint } from '../endpoint.ts';
import { pageLimit } from '../parse.ts';
import { listDeliveriesRoute } from './routes.ts';

const DEFAULT_LIMIT = 50;

export const handler = endpoint(listDeliveriesRoute, async ({ company, query }) => {
  const { endpoint: endpointId, type, status, order } = query;
  const page = { limit: pageLimit(query.limit, DEFAULT_LIMIT), startingAfter: query.starting_after };
  return { status: 200, body: await listDeliveries(company, { endpoint: endpointId, type, status, order }, page) };
});
