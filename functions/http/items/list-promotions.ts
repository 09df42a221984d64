import { listPromotions } from '../../domain/campaigns/list.ts';
import { endpoint } from '../endpoint.ts';
import { pageLimit } from '../parse.ts';
import { listPromotions as route } from './read-routes.ts';

export const handler = endpoint(route, async ({ company, query }) => {
  const body = await listPromotions(company, {
    limit: pageLimit(query.limit, Infinity),
    startingAfter: query.starting_after,
  });
  return { status: 200, body };
});
