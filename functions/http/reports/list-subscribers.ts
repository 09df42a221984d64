import { listSubscribers } from '../../domain/subscribers/list.ts';
import { csvLimit, csvReply, nextCursor, wantsCsv } from '../csv.ts';
import { endpoint } from '../endpoint.ts';
import { pageLimit } from '../parse.ts';
import { COLUMNS } from './columns.ts';
import { daysOf } from './filters.ts';
import { listSubscribers as route } from './routes.ts';

const PAGE = 50;

export const handler = endpoint(route, async (request) => {
  const { company, query } = request;
  const { from, to } = daysOf(query);
  const isFile = wantsCsv(request);
  const page = await listSubscribers(company, {
    dateFrom: from,
    dateTo: to,
    limit: isFile ? csvLimit(query.limit) : pageLimit(query.limit, PAGE),
    startingAfter: query.starting_after,
  });
  if (!isFile) return { status: 200, body: page };
  const file = { columns: COLUMNS.subscribers, rows: page.data, next: nextCursor(page) };
  return csvReply(request, { path: route.path, name: 'subscribers' }, file);
});
