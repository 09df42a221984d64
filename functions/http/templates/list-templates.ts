import { listTemplates } from '../../domain/templates/list.ts';
import { endpoint } from '../endpoint.ts';
import { pageLimit } from '../parse.ts';
import { listTemplatesRoute } from './routes.ts';

const DEFAULT_LIMIT = 25;

export const handler = endpoint(listTemplatesRoute, async ({ company, query }) => ({
  status: 200,
  body: await listTemplates(company, {
    limit: pageLimit(query.limit, DEFAULT_LIMIT),
    startingAfter: query.starting_after,
  }),
}));
