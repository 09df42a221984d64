import { listCompanies } from '../../domain/companies/list.ts';
import { endpoint } from '../endpoint.ts';
import { pageLimit } from '../parse.ts';
import { listCompanies as route } from './routes.ts';

const DEFAULT_LIMIT = 100;

export const handler = endpoint(route, async ({ caller, query }) => ({
  status: 200,
  body: await listCompanies(caller.company, caller.key.actsOn, {
    limit: pageLimit(query.limit, DEFAULT_LIMIT),
    startingAfter: query.starting_after,
  }),
}));
