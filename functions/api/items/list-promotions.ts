import { listPromotions } from '../../domain/catalog/products/campaigns/list.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { pageLimit } from '../../pipeline/parse.ts';
import { listPromotions as route } from './read-routes.ts';

export const handler = endpoint(route, async ({ company, query }) => {
  const body = await listPromotions(company, {
    limit: pageLimit(query.limit, Infinity),
    startingAfter: query.starting_after,
  });
  return { status: 200, body };
});
