import { createQuote } from '../../domain/quotes/create.ts';
import { endpoint } from '../endpoint.ts';
import { createQuote as route } from './routes.ts';

export const handler = endpoint(route, async ({ company, body }) => ({
  status: 200,
  body: await createQuote(company, body),
}));
