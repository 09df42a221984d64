import { updateEndpoint } from '../../../domain/webhooks/update-endpoint.ts';
import { endpoint } from '../../endpoint.ts';
import { updateEndpointRoute } from '../routes.ts';

export const handler = endpoint(updateEndpointRoute, async ({ company, params, body }) => ({
  status: 200,
  body: await updateEndpoint(company, params['endpoint_id'] ?? '', body),
}));
