import { readRevision } from '../../domain/order-page/read.ts';
import { endpoint } from '../endpoint.ts';
import { readOrderPageRevision } from './routes.ts';

export const handler = endpoint(readOrderPageRevision, async ({ company, params, query }) => ({
  status: 200,
  body: await readRevision(company, params['revision_id'] ?? '', query.lang),
}));
