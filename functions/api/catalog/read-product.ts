import { readProduct } from '../../domain/catalog/listing/read.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { CACHE_HEADERS } from './cache-headers.ts';
import { readProduct as route } from './routes.ts';

export const handler = endpoint(route, async ({ company, params }) => {
  const { language, product } = await readProduct(company, params['product_id'] ?? '');
  return { status: 200, body: product, headers: { 'Content-Language': language, ...CACHE_HEADERS } };
});
