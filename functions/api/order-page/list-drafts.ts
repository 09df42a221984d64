import { listDrafts } from '../../domain/storefront/order-page/drafts.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { listOrderPageDrafts } from './routes.ts';

export const handler = endpoint(listOrderPageDrafts, async ({ company, query }) => ({
  status: 200,
  body: await listDrafts(company, query.lang),
}));
