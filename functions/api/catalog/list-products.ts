import { listProducts } from '../../domain/catalog/listing/list.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { pageLimit } from '../../pipeline/parse.ts';
import { CACHE_HEADERS } from './cache-headers.ts';
import { listProducts as route } from './routes.ts';

/** The number in `cat_3` or `3`; what is no category matches no product. */
const categoryNumber = (text: string): number => Number(/^(?:cat_)?(\d{1,15})$/.exec(text)?.[1] ?? NaN);

export const handler = endpoint(route, async ({ company, query }) => {
  const { language, page } = await listProducts(company, {
    family: query.type,
    category: query.category ? categoryNumber(query.category) : undefined,
    limit: pageLimit(query.limit, Infinity),
    startingAfter: query.starting_after,
  });
  return { status: 200, body: page, headers: { 'Content-Language': language, ...CACHE_HEADERS } };
});
