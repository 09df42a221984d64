import { updateEndpoint } from '../../../domain/notifications/webhooks/update-endpoint.ts';
import { endpoint } from '../../../pipeline/endpoint.ts';
import { updateEndpointRoute } from '../routes.ts';

export const handler = endpoint(updateEndpointRoute, async ({ company, params, body }) => ({
  status: 200,
  body: await updateEndpoint(company, params['endpoint_id'] ?? '', body),
}));
