import { listTemplates } from '../../domain/fulfillment/templates/list.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { pageLimit } from '../../pipeline/parse.ts';
import { listTemplatesRoute } from './routes.ts';

const DEFAULT_LIMIT = 25;

export const handler = endpoint(listTemplatesRoute, async ({ company, query }) => ({
  status: 200,
  body: await listTemplates(company, {
    limit: pageLimit(query.limit, DEFAULT_LIMIT),
    startingAfter: query.starting_after,
  }),
}));
