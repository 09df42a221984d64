import { webhookPage } from './pages/webhook.ts';
import { deskEndpoint } from './endpoint.ts';
import { deskWebhook } from './webhook-routes.ts';

export const handler = deskEndpoint(deskWebhook, (visit) =>
  webhookPage(visit, visit.request.params['endpoint_id'] ?? '', { told: visit.request.query['told'] }),
);
