import { listProducts } from '../../domain/catalog/listing/list.ts';
import { categoryNumber } from '../../domain/catalog/products/ids.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { pageOf } from '../../pipeline/parse.ts';
import { CACHE_HEADERS } from './cache-headers.ts';
import { listProducts as route } from './routes.ts';

export const handler = endpoint(route, async ({ company, query }) => {
  const { language, page } = await listProducts(company, {
    family: query.type,
    category: query.category ? categoryNumber(query.category) : undefined,
    ...pageOf(query, Infinity),
  });
  return { status: 200, body: page, headers: { 'Content-Language': language, ...CACHE_HEADERS } };
});
