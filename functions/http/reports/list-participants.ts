import { listParticipants } from '../../domain/reports/participants.ts';
import { endpoint } from '../endpoint.ts';
import { pageLimit } from '../parse.ts';
import { listParticipants as route } from './routes.ts';

const PAGE = 100;

export const handler = endpoint(route, async ({ company, params, query }) => {
  const body = await listParticipants(company, params['slug'] ?? '', {
    text: query.search?.trim() || undefined,
    limit: pageLimit(query.limit, PAGE),
    startingAfter: query.starting_after,
  });
  return { status: 200, body };
});
