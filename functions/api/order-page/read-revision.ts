import { readRevision } from '../../domain/storefront/order-page/read.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { readOrderPageRevision } from './routes.ts';

export const handler = endpoint(readOrderPageRevision, async ({ company, params, query }) => ({
  status: 200,
  body: await readRevision(company, params['revision_id'] ?? '', query.lang),
}));
