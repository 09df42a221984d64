import { readLiability } from '../../domain/reports/liability.ts';
import { dateOrNone } from '../../domain/reports/query.ts';
import { endpoint } from '../endpoint.ts';
import { readLiability as route } from './routes.ts';

export const handler = endpoint(route, async ({ company, query }) => ({
  status: 200,
  body: await readLiability(company, dateOrNone(query.date)),
}));
