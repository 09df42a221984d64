import { readClaimedItems } from '../../domain/reports/claimed-items.ts';
import { endpoint } from '../endpoint.ts';
import { daysOf, pagingOf } from './filters.ts';
import { listClaimedItems as route } from './routes.ts';

export const handler = endpoint(route, async ({ company, query }) => ({
  status: 200,
  body: await readClaimedItems(company, { days: daysOf(query), ...pagingOf(query) }),
}));
