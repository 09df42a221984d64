import { listParticipants } from '../../domain/reports/participants.ts';
import { csvLimit, csvReply, nextCursor, wantsCsv } from '../csv.ts';
import { endpoint } from '../endpoint.ts';
import { pageLimit } from '../parse.ts';
import { COLUMNS } from './columns.ts';
import { listParticipants as route } from './routes.ts';

const PAGE = 100;

export const handler = endpoint(route, async (request) => {
  const { company, params, query } = request;
  const slug = params['slug'] ?? '';
  const isFile = wantsCsv(request);
  const page = await listParticipants(company, slug, {
    text: query.search?.trim() || undefined,
    limit: isFile ? csvLimit(query.limit) : pageLimit(query.limit, PAGE),
    startingAfter: query.starting_after,
  });
  if (!isFile) return { status: 200, body: page };
  const path = route.path.replace('{slug}', encodeURIComponent(slug));
  const file = { columns: COLUMNS.participants, rows: page.data, next: nextCursor(page) };
  return csvReply(request, { path, name: 'participants' }, file);
});
