import { listWebhookEvents } from '../../../domain/notifications/webhooks/list-events.ts';
import { endpoint } from '../../../pipeline/endpoint.ts';
import { pageLimit } from '../../../pipeline/parse.ts';
import { listEventsRoute } from '../routes.ts';

const DEFAULT_LIMIT = 50;

export const handler = endpoint(listEventsRoute, async ({ company, query }) => ({
  status: 200,
  body: await listWebhookEvents(company, {
    limit: pageLimit(query.limit, DEFAULT_LIMIT),
    startingAfter: query.starting_after,
    since: query.since,
    item: query.item,
  }),
}));
