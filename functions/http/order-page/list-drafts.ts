import { listDrafts } from '../../domain/order-page/drafts.ts';
import { endpoint } from '../endpoint.ts';
import { listOrderPageDrafts } from './routes.ts';

export const handler = endpoint(listOrderPageDrafts, async ({ company, query }) => ({
  status: 200,
  body: await listDrafts(company, query.lang),
}));
