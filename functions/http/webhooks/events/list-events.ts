import { listEvents } from '../../../domain/webhooks/list-events.ts';
import { endpoint } from '../../endpoint.ts';
import { pageLimit } from '../../parse.ts';
import { listEventsRoute } from '../routes.ts';

const DEFAULT_LIMIT = 50;

export const handler = endpoint(listEventsRoute, async ({ company, query }) => ({
  status: 200,
  body: await listEvents(company, {
    limit: pageLimit(query.limit, DEFAULT_LIMIT),
    startingAfter: query.starting_after,
    since: query.since,
  }),
}));
