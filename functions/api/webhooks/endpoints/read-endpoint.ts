import { loadEndpoint } from '../../../domain/notifications/webhooks/change-endpoint.ts';
import { presentEndpoint } from '../../../domain/notifications/webhooks/present.ts';
import { nowMs } from '../../../platform/clock.ts';
import { endpoint } from '../../../pipeline/endpoint.ts';
import { readEndpointRoute } from '../routes.ts';

export const handler = endpoint(readEndpointRoute, async ({ company, params }) => ({
  status: 200,
  body: presentEndpoint(await loadEndpoint(company, params['endpoint_id'] ?? ''), nowMs()),
}));
