import { deskEndpoint } from '../endpoint.ts';
import { webhooksPage } from './pages/webhooks.ts';
import { deskWebhooks } from './routes.ts';

export const handler = deskEndpoint(deskWebhooks, (visit) =>
  webhooksPage(visit, { wasDeleted: visit.request.query['outcome'] === 'deleted' }),
);
