import { deleteEndpoint } from '../../../domain/notifications/webhooks/delete-endpoint.ts';
import { endpoint } from '../../../pipeline/endpoint.ts';
import { deleteEndpointRoute } from '../routes.ts';

export const handler = endpoint(deleteEndpointRoute, async ({ company, params }) => {
  await deleteEndpoint(company, params['endpoint_id'] ?? '');
  return { status: 204 };
});
