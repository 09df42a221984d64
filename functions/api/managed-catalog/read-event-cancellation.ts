import { readCancellation } from '../../domain/payments/event-cancellation/read.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { readEventCancellation as route } from './routes.ts';

export const handler = endpoint(route, async ({ company, params }) => ({
  status: 200,
  body: await readCancellation(company, params['id'] ?? ''),
}));
