import { createQuote } from '../../domain/checkout/quotes/create.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { createQuote as route } from './routes.ts';

export const handler = endpoint(route, async ({ company, body }) => ({
  status: 200,
  body: await createQuote(company, body),
}));
