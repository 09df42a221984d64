import { listEndpoints } from '../../../domain/notifications/webhooks/list-endpoints.ts';
import { endpoint } from '../../../pipeline/endpoint.ts';
import { pageLimit } from '../../../pipeline/parse.ts';
import { listEndpointsRoute } from '../routes.ts';

const DEFAULT_LIMIT = 50;

export const handler = endpoint(listEndpointsRoute, async ({ company, query }) => ({
  status: 200,
  body: await listEndpoints(company, {
    limit: pageLimit(query.limit, DEFAULT_LIMIT),
    startingAfter: query.starting_after,
  }),
}));
