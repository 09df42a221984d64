import { readEndpoint } from '../../../domain/webhooks/change-endpoint.ts';
import { presentEndpoint } from '../../../domain/webhooks/present.ts';
import { nowMs } from '../../../platform/clock.ts';
import { endpoint } from '../../endpoint.ts';
import { readEndpointRoute } from '../routes.ts';

export const handler = endpoint(readEndpointRoute, async ({ company, params }) => ({
  status: 200,
  body: presentEndpoint(await readEndpoint(company, params['endpoint_id'] ?? ''), nowMs()),
}));
