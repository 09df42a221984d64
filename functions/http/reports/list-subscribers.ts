import { listSubscribers } from '../../domain/subscribers/list.ts';
import { endpoint } from '../endpoint.ts';
import { pageLimit } from '../parse.ts';
import { daysOf } from './filters.ts';
import { listSubscribers as route } from './routes.ts';

const PAGE = 50;

export const handler = endpoint(route, async ({ company, query }) => {
  const { from, to } = daysOf(query);
  const body = await listSubscribers(company, {
    dateFrom: from,
    dateTo: to,
    limit: pageLimit(query.limit, PAGE),
    startingAfter: query.starting_after,
  });
  return { status: 200, body };
});
