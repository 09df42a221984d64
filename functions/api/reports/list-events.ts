import { listEvents } from '../../domain/reporting/reports/events.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { isSwitchedOn, pageOf } from '../../pipeline/parse.ts';
import { listEvents as route } from './routes.ts';

export const handler = endpoint(route, async ({ company, query }) => {
  const body = await listEvents(company, {
    online: isSwitchedOn(query.online),
    private: isSwitchedOn(query.private),
    ...pageOf(query, 100),
  });
  return { status: 200, body };
});
