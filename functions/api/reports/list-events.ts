import { listEvents } from '../../domain/reporting/reports/events.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { pageLimit } from '../../pipeline/parse.ts';
import { isSwitchedOn } from './filters.ts';
import { listEvents as route } from './routes.ts';

const PAGE = 100;

export const handler = endpoint(route, async ({ company, query }) => {
  const body = await listEvents(company, {
    online: isSwitchedOn(query.online),
    private: isSwitchedOn(query.private),
    limit: pageLimit(query.limit, PAGE),
    startingAfter: query.starting_after,
  });
  return { status: 200, body };
});
