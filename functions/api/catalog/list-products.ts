import { listProducts } from '../../domain/catalog/listing/list.ts';
import { categoryNumber } from '../../domain/catalog/products/ids.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { pageLimit } from '../../pipeline/parse.ts';
import { CACHE_HEADERS } from './cache-headers.ts';
import { listProducts as route } from './routes.ts';

export const handler = endpoint(route, async ({ company, query }) => {
  const { language, page } = await listProducts(company, {
    family: query.type,
    category: query.category ? categoryNumber(query.category) : undefined,
    limit: pageLimit(query.limit, Infinity),
    startingAfter: query.starting_after,
  });
  return { status: 200, body: page, headers: { 'Content-Language': language, ...CACHE_HEADERS } };
});
