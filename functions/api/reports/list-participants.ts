import { listParticipants } from '../../domain/reporting/reports/participants.ts';
import { csvReply, nextCursor, isCsvPreferred } from '../../pipeline/csv-reply.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { pageLimit } from '../../pipeline/parse.ts';
import { COLUMNS } from './columns.ts';
import { listParticipants as route } from './routes.ts';

const PAGE = 100;

export const handler = endpoint(route, async (request) => {
  const { company, params, query } = request;
  const slug = params['slug'] ?? '';
  const read = (limit: number) =>
    listParticipants(company, slug, {
      text: query.search?.trim() || undefined,
      limit,
      startingAfter: query.starting_after,
    });
  if (!isCsvPreferred(request)) return { status: 200, body: await read(pageLimit(query.limit, PAGE)) };
  return csvReply(request, 'participants', async (limit) => {
    const page = await read(limit);
    return { columns: COLUMNS.participants, rows: page.data, next: nextCursor(page) };
  });
});
