import { listWebhookEvents } from '../../../domain/notifications/webhooks/list-events.ts';
import { endpoint } from '../../../pipeline/endpoint.ts';
import { pageOf } from '../../../pipeline/parse.ts';
import { listEventsRoute } from '../routes.ts';

export const handler = endpoint(listEventsRoute, async ({ company, query }) => ({
  status: 200,
  body: await listWebhookEvents(company, {
    ...pageOf(query, 50),
    since: query.since,
    item: query.item,
  }),
}));
