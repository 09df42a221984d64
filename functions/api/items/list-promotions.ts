import { listPromotions } from '../../domain/catalog/products/campaigns/list.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { pageOf } from '../../pipeline/parse.ts';
import { listPromotions as route } from './read-routes.ts';

export const handler = endpoint(route, async ({ company, query }) => {
  const body = await listPromotions(company, pageOf(query, Infinity));
  return { status: 200, body };
});
