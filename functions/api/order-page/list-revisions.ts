import { listRevisions } from '../../domain/storefront/order-page/read.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { listOrderPageRevisions } from './routes.ts';

export const handler = endpoint(listOrderPageRevisions, async ({ company }) => ({
  status: 200,
  body: await listRevisions(company),
}));
