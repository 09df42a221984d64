import { deskEndpoint } from '../endpoint.ts';
import { webhookPage } from './pages/webhook.ts';
import { deskWebhook } from './routes.ts';

export const handler = deskEndpoint(deskWebhook, (visit) =>
  webhookPage(visit, visit.request.params['endpoint_id'] ?? '', { outcome: visit.request.query['outcome'] }),
);
