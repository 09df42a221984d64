import { listSubscribers } from '../../domain/reporting/subscribers/list.ts';
import { csvReply, nextCursor, isCsvPreferred } from '../../pipeline/csv-reply.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { pageLimit } from '../../pipeline/parse.ts';
import { COLUMNS } from './columns.ts';
import { daysOf } from './filters.ts';
import { listSubscribers as route } from './routes.ts';

const PAGE = 50;

export const handler = endpoint(route, async (request) => {
  const { company, query } = request;
  const { from, to } = daysOf(query);
  const read = (limit: number) =>
    listSubscribers(company, { dateFrom: from, dateTo: to, limit, startingAfter: query.starting_after });
  if (!isCsvPreferred(request)) return { status: 200, body: await read(pageLimit(query.limit, PAGE)) };
  return csvReply(request, 'subscribers', async (limit) => {
    const page = await read(limit);
    return { columns: COLUMNS.subscribers, rows: page.data, next: nextCursor(page) };
  });
});
