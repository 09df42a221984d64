import { readSchema } from '../../domain/storefront/order-page/read.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { readOrderPageSchema } from './routes.ts';

export const handler = endpoint(readOrderPageSchema, async ({ company, query }) => ({
  status: 200,
  body: await readSchema(company, query.lang),
}));
