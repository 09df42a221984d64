import { webhooksPage } from './pages/webhooks.ts';
import { deskEndpoint } from './endpoint.ts';
import { deskWebhooks } from './webhook-routes.ts';

export const handler = deskEndpoint(deskWebhooks, (visit) =>
  webhooksPage(visit, { wasDeleted: visit.request.query['told'] === 'deleted' }),
);
