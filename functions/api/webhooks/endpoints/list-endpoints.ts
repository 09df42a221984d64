import { listEndpoints } from '../../../domain/notifications/webhooks/list-endpoints.ts';
import { endpoint } from '../../../pipeline/endpoint.ts';
import { pageOf } from '../../../pipeline/parse.ts';
import { listEndpointsRoute } from '../routes.ts';

export const handler = endpoint(listEndpointsRoute, async ({ company, query }) => ({
  status: 200,
  body: await listEndpoints(company, pageOf(query, 50)),
}));
